// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import io.turnout.spi.Freshness;
import io.turnout.spi.RouteClock;
import java.util.concurrent.TimeUnit;

/**
 * Says how far a held entry may be believed now.
 *
 * <p>The coarse clock may lag, never lead: it is believed further than the margin before a
 * boundary, and after one; within the margin the exact clock is read. Thread-safe.
 */
final class Judge {

  static final long MARGIN_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final RouteClock clock;
  private final Invalidations invalidations;

  Judge(RouteClock clock, Invalidations invalidations) {
    this.clock = clock;
    this.invalidations = invalidations;
  }

  /** The freshness of an entry at a reading of the coarse clock; a tombstone is expired. */
  Freshness at(NearEntry held, long coarseNow) {
    if (isInvalidated(held)) {
      return Freshness.EXPIRED;
    }
    if (coarseNow - (held.fresh - MARGIN_NANOS) < 0) {
      return Freshness.FRESH;
    }
    boolean surelyStale =
        coarseNow - held.fresh >= 0 && coarseNow - (held.expires - MARGIN_NANOS) < 0;
    return surelyStale ? Freshness.STALE : freshness(held, clock.nanos());
  }

  /** The freshness of an entry now, by the exact clock; a tombstone is expired. */
  Freshness now(NearEntry held) {
    return isInvalidated(held) ? Freshness.EXPIRED : freshness(held, clock.nanos());
  }

  /** Whether an entry was invalidated, or may not be used because it is a tombstone. */
  boolean isInvalidated(NearEntry held) {
    if (held.isTombstone()) {
      return true;
    }
    int epoch = invalidations.epoch();
    if (held.judgedEpoch == epoch) {
      return false;
    }
    if (invalidations.cover(held.key, held.loaded)) {
      return true;
    }
    held.judgedEpoch = epoch;
    return false;
  }

  private static Freshness freshness(NearEntry held, long now) {
    return Freshness.at(now - held.loaded, held.fresh - held.loaded, held.expires - held.loaded);
  }
}
