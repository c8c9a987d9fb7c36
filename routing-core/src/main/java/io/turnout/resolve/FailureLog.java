// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import io.turnout.spi.RouteClock;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs failed look-ups, the first at once and then one line per interval that counts them. It names
 * the kind of a failure, never its text, which might hold a key. Thread-safe.
 */
final class FailureLog {

  static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Logger logger;
  private final RouteClock clock;
  private final AtomicLong unlogged = new AtomicLong();
  private final AtomicLong nextNanos;

  FailureLog(RouteClock clock) {
    this(clock, LoggerFactory.getLogger(CellResolver.class));
  }

  FailureLog(RouteClock clock, Logger logger) {
    this.clock = clock;
    this.logger = logger;
    nextNanos = new AtomicLong(clock.nanos());
  }

  void failed(String kind) {
    unlogged.incrementAndGet();
    long now = clock.nanos();
    long next = nextNanos.get();
    if (now - next >= 0 && nextNanos.compareAndSet(next, now + INTERVAL_NANOS)) {
      logger.warn(
          "the authority failed {} look-ups since the last such line; the latest: {}",
          unlogged.getAndSet(0),
          kind);
    }
  }
}
