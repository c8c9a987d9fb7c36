// SPDX-License-Identifier: Apache-2.0
package io.turnout.protocol;

import io.turnout.spi.AuthorityAnswer;
import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteKey;
import io.turnout.spi.RoutingName;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * What one router tells another of one key: where it lives, and for how long that may still be
 * used. The receiver counts from the moment at which it sent its request, so that whatever happens
 * on the way only shortens a life.
 *
 * @param key the route key
 * @param cell its cell; empty if the authority knows no such key
 * @param version 0 to {@link RouteEntry#MAX_VERSION}
 * @param freshFor how long it is still fresh, at most {@code expireAfter}; what goes beyond is cut
 *     off
 * @param expireAfter how long it may still be used at all, 0 to 18,250 days; zero if it must not be
 *     kept
 */
public record RouteAnnouncement(
    RouteKey key, Optional<String> cell, long version, Duration freshFor, Duration expireAfter) {

  /** The longest life that can be told. */
  public static final Duration LONGEST_LIFE = Seconds.LONGEST;

  /**
   * Checks every part.
   *
   * @throws IllegalArgumentException if one is outside its bounds
   */
  public RouteAnnouncement {
    Objects.requireNonNull(key, "key");
    cell.ifPresent(name -> RoutingName.require(name, "cell"));
    if (version < 0 || version > RouteEntry.MAX_VERSION) {
      throw new IllegalArgumentException(
          "version " + version + " must lie in 0 to " + RouteEntry.MAX_VERSION);
    }
    if (freshFor.isNegative()
        || expireAfter.isNegative()
        || expireAfter.compareTo(LONGEST_LIFE) > 0) {
      throw new IllegalArgumentException(
          "fresh-for "
              + freshFor
              + " and expire-after "
              + expireAfter
              + " must lie in 0 to "
              + LONGEST_LIFE);
    }
    if (freshFor.compareTo(expireAfter) > 0) {
      freshFor = expireAfter;
    }
  }

  /**
   * What remains of an entry.
   *
   * @param nowMillis now, on the wall clock of the entry's times
   * @return empty if it is expired. An entry that never had a life is no expired one: it tells that
   *     nothing older may be kept
   */
  public static Optional<RouteAnnouncement> of(RouteEntry entry, long nowMillis) {
    boolean uncacheable = entry.expiresAt() <= entry.loadedAt();
    if (!uncacheable && entry.expiresAt() <= nowMillis) {
      return Optional.empty();
    }
    Duration expire = uncacheable ? Duration.ZERO : remains(entry.expiresAt(), nowMillis);
    Duration fresh = remains(entry.freshUntil(), nowMillis);
    return Optional.of(
        new RouteAnnouncement(entry.key(), entry.cell(), entry.version(), fresh, expire));
  }

  private static Duration remains(long until, long now) {
    if (until <= now) {
      return Duration.ZERO;
    }
    long millis = until - now;
    boolean overflown = millis < 0;
    return overflown || millis > LONGEST_LIFE.toMillis() ? LONGEST_LIFE : Duration.ofMillis(millis);
  }

  /**
   * The entry that it teaches.
   *
   * @param sentMillis when the request was sent whose answer it came with, on the wall clock
   */
  public RouteEntry toEntry(long sentMillis) {
    return new RouteEntry(
        key,
        cell,
        version,
        sentMillis,
        sentMillis + freshFor.toMillis(),
        sentMillis + expireAfter.toMillis());
  }

  /** The answer that it is where it was asked for. */
  public AuthorityAnswer toAnswer() {
    return cell.isPresent()
        ? new AuthorityAnswer.Known(key, cell.get(), version, freshFor, expireAfter)
        : new AuthorityAnswer.Unknown(key, version, freshFor, expireAfter);
  }
}
