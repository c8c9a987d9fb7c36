// SPDX-License-Identifier: Apache-2.0
package io.turnout.redis;

import io.turnout.spi.RouteClock;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** A log that writes a line at most once in ten seconds. */
final class IntervalLog {

  private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Logger logger;
  private final RouteClock clock;
  private final AtomicLong next;

  IntervalLog(Logger logger, RouteClock clock) {
    this.logger = logger;
    this.clock = clock;
    this.next = new AtomicLong(clock.nanos());
  }

  /** Writes a warning, or nothing if one was written lately. */
  void warn(String text) {
    long now = clock.nanos();
    long due = next.get();
    if (now - due >= 0 && next.compareAndSet(due, now + INTERVAL_NANOS)) {
      logger.log(Level.WARNING, text);
    }
  }
}
