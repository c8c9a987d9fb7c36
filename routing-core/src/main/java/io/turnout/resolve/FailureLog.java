// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import io.turnout.spi.RouteClock;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs failed calls, the first at once and then one line per interval that counts them. It names
 * the kind of a failure, never its text, which might hold a key. Thread-safe.
 */
final class FailureLog {

  static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final String what;
  private final Logger logger;
  private final RouteClock clock;
  private final AtomicLong unlogged = new AtomicLong();
  private final AtomicLong nextNanos;

  /**
   * Starts a log.
   *
   * @param what what fails, such as {@code the authority}
   */
  FailureLog(RouteClock clock, String what) {
    this(clock, what, LoggerFactory.getLogger(CellResolver.class));
  }

  FailureLog(RouteClock clock, String what, Logger logger) {
    this.clock = clock;
    this.what = what;
    this.logger = logger;
    nextNanos = new AtomicLong(clock.nanos());
  }

  /** The kind of a failure: the class of what was thrown, never its text. */
  static String kindOf(@Nullable Throwable error) {
    if (error == null) {
      return "no answer";
    }
    Throwable cause = error.getCause() == null ? error : error.getCause();
    return cause.getClass().getName();
  }

  void failed(String kind) {
    unlogged.incrementAndGet();
    long now = clock.nanos();
    long next = nextNanos.get();
    if (now - next >= 0 && nextNanos.compareAndSet(next, now + INTERVAL_NANOS)) {
      logger.warn(
          "{} failed {} times since the last such line; the latest: {}",
          what,
          unlogged.getAndSet(0),
          kind);
    }
  }
}
