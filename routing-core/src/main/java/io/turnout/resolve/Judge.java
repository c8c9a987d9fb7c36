// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import io.turnout.spi.Freshness;
import io.turnout.spi.RouteClock;
import java.time.Duration;
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
  private final long maxStaleNanos;

  Judge(RouteClock clock, Invalidations invalidations, Duration maxStale) {
    this.clock = clock;
    this.invalidations = invalidations;
    maxStaleNanos = maxStale.toNanos();
  }

  /** The freshness of an entry at a reading of the coarse clock; a tombstone is expired. */
  Freshness at(NearEntry held, long coarseNow) {
    if (isInvalidated(held)) {
      return Freshness.EXPIRED;
    }
    if (held.judgedEpoch != invalidations.epoch()) {
      return now(held);
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
    if (isInvalidated(held)) {
      return Freshness.EXPIRED;
    }
    long now = clock.nanos();
    return doubted(freshness(held, now), held.loaded, now);
  }

  /** The freshness of what is not held yet, by the exact clock. */
  Freshness now(Life life) {
    long now = clock.nanos();
    return doubted(life.at(now), life.loaded(), now);
  }

  /** What is in doubt has been stale since then, and is expired when it was that for too long. */
  private Freshness doubted(Freshness byLife, long loaded, long now) {
    Long since = invalidations.doubtedSince(loaded);
    if (since == null || byLife == Freshness.EXPIRED) {
      return byLife;
    }
    return now - since < maxStaleNanos ? Freshness.STALE : Freshness.EXPIRED;
  }

  /** A life as doubt leaves it: fresh no longer than to the doubt, stale no longer than allowed. */
  Life doubted(Life life) {
    Long since = invalidations.doubtedSince(life.loaded());
    if (since == null) {
      return life;
    }
    long known = since - life.loaded();
    long fresh = Math.min(life.fresh() - life.loaded(), known);
    long expires = Math.min(life.expires() - life.loaded(), known + maxStaleNanos);
    return new Life(life.loaded(), life.loaded() + fresh, life.loaded() + expires);
  }

  /** Whether what is held may stand against a candidate that says the same. */
  boolean mayStay(NearEntry held, Candidate candidate) {
    boolean clearsDoubt =
        invalidations.doubtedSince(held.loaded) != null
            && invalidations.doubtedSince(candidate.life().loaded()) == null;
    return !clearsDoubt && now(held) != Freshness.EXPIRED;
  }

  /**
   * Whether an entry was invalidated, or may not be used because it is a tombstone. One that is in
   * doubt is judged anew each time.
   */
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
    if (invalidations.doubtedSince(held.loaded) == null) {
      held.judgedEpoch = epoch;
    }
    return false;
  }

  private static Freshness freshness(NearEntry held, long now) {
    return Freshness.at(now - held.loaded, held.fresh - held.loaded, held.expires - held.loaded);
  }
}
