// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.function.Consumer;

/** The clock of one exchange: one wait at a time, and what happens when it is over. One thread. */
final class Watch {

  private static final long NO_TIMER = -1;

  private final Vertx vertx;
  private final Consumer<Wait> overdue;
  private Wait wait = Wait.DECISION;
  private long limitNanos;
  private long since;
  private long timer = NO_TIMER;
  private long timerDue;

  Watch(Vertx vertx, Consumer<Wait> overdue) {
    this.vertx = vertx;
    this.overdue = overdue;
  }

  /** Waits for {@code what} from now on, instead of whatever it waited for. */
  void await(Wait what, Duration limit) {
    wait = what;
    limitNanos = limit.toNanos();
    since = System.nanoTime();
    if (timer == NO_TIMER || since + limitNanos - timerDue < 0) {
      stop();
      start(limitNanos);
    }
  }

  /** What it waits for. */
  Wait awaited() {
    return wait;
  }

  /** Starts the wait anew: something moved. */
  void moved() {
    since = System.nanoTime();
  }

  /** Waits for nothing any more. */
  void stop() {
    if (timer != NO_TIMER) {
      vertx.cancelTimer(timer);
      timer = NO_TIMER;
    }
  }

  private void start(long nanos) {
    timerDue = System.nanoTime() + nanos;
    timer = vertx.setTimer(Math.max(1, (nanos + 999_999) / 1_000_000), id -> ring());
  }

  private void ring() {
    timer = NO_TIMER;
    long left = since + limitNanos - System.nanoTime();
    if (left > 0) {
      start(left);
    } else {
      overdue.accept(wait);
    }
  }
}
