// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import io.turnout.spi.AuthorityThrottledException;
import io.turnout.spi.FailureOfOneKey;
import io.turnout.spi.RouteClock;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * How many calls of the authority may run at once, and from when on: fewer while it refuses calls
 * because there are too many.
 *
 * <p>Such a refusal halves the number, and begins an <em>era</em>. Only calls that were sent in the
 * present era change anything, so that of calls that were under way together one halves it. Each
 * time as many calls of the era were answered as may run at once, one more may. Where one call at a
 * time is too many, or the authority wants none for a while, none is sent for that while.
 * Thread-safe.
 */
final class Pace {

  /** How long nothing is sent after a call is refused that ran alone. */
  static final Duration ALONE_REST = Duration.ofMillis(100);

  /** The longest that the authority may ask for. */
  static final Duration LONGEST_REST = Duration.ofSeconds(30);

  private final int most;
  private final RouteClock clock;
  private final ResolverListener listener;
  private volatile int limit;
  private volatile int era;
  private volatile boolean lowered;
  private volatile long restsUntilNanos;
  private int answered;

  /**
   * Starts at the most.
   *
   * @param most how many calls may run at once at best, 1 or more
   */
  Pace(int most, RouteClock clock, ResolverListener listener) {
    this.most = most;
    this.clock = clock;
    this.listener = listener;
    limit = most;
    restsUntilNanos = clock.nanos();
  }

  /** How many calls may run at once, 1 or more. */
  int limit() {
    return limit;
  }

  /** In which era a call is that is sent now. */
  int era() {
    return era;
  }

  /** Whether a call was refused, and it is not yet as fast again as it may be. */
  boolean isLowered() {
    return lowered || restNanos() > 0;
  }

  /** How long nothing may be sent; 0 if it may. */
  long restNanos() {
    return Math.max(0, restsUntilNanos - clock.nanos());
  }

  /** A call was answered that was sent in that era. */
  synchronized void answered(int sentIn) {
    if (!lowered || sentIn != era) {
      return;
    }
    answered++;
    if (answered < limit) {
      return;
    }
    answered = 0;
    lowered = limit + 1 < most;
    if (limit < most) {
      change(limit + 1);
    }
  }

  /** A call was refused, because there are too many, that was sent in that era. */
  synchronized void throttled(int sentIn, AuthorityThrottledException refusal) {
    refusal.retryAfter().ifPresent(this::rest);
    if (sentIn != era) {
      return;
    }
    era++;
    answered = 0;
    lowered = true;
    if (limit > 1) {
      change(limit / 2);
    } else {
      rest(ALONE_REST);
    }
  }

  /** What a failure says of too many calls; null if it is of another kind. */
  static @Nullable AuthorityThrottledException refusalIn(@Nullable Throwable failure) {
    return bare(failure) instanceof AuthorityThrottledException refusal ? refusal : null;
  }

  /** Whether a failure concerns one key only, and says nothing of the authority. */
  static boolean concernsOneKey(@Nullable Throwable failure) {
    return bare(failure) instanceof FailureOfOneKey one && one.concernsOneKey();
  }

  private static @Nullable Throwable bare(@Nullable Throwable failure) {
    Throwable bare = failure;
    while (bare instanceof CompletionException && bare.getCause() != null) {
      bare = bare.getCause();
    }
    return bare;
  }

  private void rest(Duration wanted) {
    Duration rest = wanted.compareTo(LONGEST_REST) < 0 ? wanted : LONGEST_REST;
    long until = clock.nanos() + rest.toNanos();
    if (until - restsUntilNanos > 0) {
      restsUntilNanos = until;
    }
  }

  /** Tells the listener in order; nobody who holds the gate's lock waits for that. */
  private void change(int next) {
    limit = next;
    listener.onAuthorityLimit(next);
  }
}
