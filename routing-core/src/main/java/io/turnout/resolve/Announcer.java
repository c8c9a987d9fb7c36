// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import io.turnout.protocol.RouteAnnouncement;
import io.turnout.spi.RouteEntry;
import java.time.Duration;
import java.util.Optional;

/**
 * Says of answers for how long what they rest on may still be used. What was removed, invalidated
 * or overtaken since is told no more; what overtook it is. Thread-safe.
 */
final class Announcer {

  private final ResolverParts parts;

  Announcer(ResolverParts parts) {
    this.parts = parts;
  }

  Optional<RouteAnnouncement> of(Resolution resolution) {
    if (!(resolution instanceof EntryAnswer answer)
        || resolution.kind() == Resolution.Kind.EXPIRED) {
      return Optional.empty();
    }
    Known known = answer.known();
    RouteEntry entry = known.entry();
    NearEntry held = parts.near().peek(entry.key());
    if (held == null || held == known) {
      return remaining(known, entry);
    }
    if (held.isTombstone()) {
      boolean givenUp = Math.max(held.version, held.removedBelow()) > entry.version();
      return givenUp ? Optional.empty() : remaining(known, entry);
    }
    return held.version > entry.version() ? remaining(held, held.entry()) : remaining(known, entry);
  }

  private Optional<RouteAnnouncement> remaining(Known known, RouteEntry entry) {
    Life life = known.life();
    if (life == null) {
      return RouteAnnouncement.of(entry, parts.clock().wallMillis());
    }
    if (parts.invalidations().cover(entry.key(), life.loaded())) {
      return Optional.empty();
    }
    long now = parts.clock().nanos();
    boolean neverKept = life.expires() == life.loaded();
    Life doubted = parts.judge().doubted(life);
    Duration expireAfter = remains(doubted.expires(), now);
    if (!neverKept && expireAfter.isZero()) {
      return Optional.empty();
    }
    return Optional.of(
        new RouteAnnouncement(
            entry.key(),
            entry.cell(),
            entry.version(),
            remains(doubted.fresh(), now),
            expireAfter));
  }

  /** The whole milliseconds until an instant of the monotonic clock; 0 once it has passed. */
  private static Duration remains(long until, long now) {
    return Duration.ofMillis(Math.max(0, (until - now) / 1_000_000));
  }
}
