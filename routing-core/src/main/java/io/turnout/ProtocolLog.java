// SPDX-License-Identifier: Apache-2.0
package io.turnout;

import io.turnout.protocol.FieldMistake;
import io.turnout.protocol.ProtocolListener;
import io.turnout.spi.RouteClock;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The listener of the protocol behind a wall, and a log of what is ignored: the first at once, then
 * one line in an interval that counts the others. Thread-safe.
 */
final class ProtocolLog implements ProtocolListener {

  static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final ProtocolListener listener;
  private final RouteClock clock;
  private final Logger logger;
  private final AtomicLong unlogged = new AtomicLong();
  private final AtomicLong failures = new AtomicLong();
  private final AtomicLong nextNanos;

  ProtocolLog(ProtocolListener listener, RouteClock clock) {
    this(listener, clock, LoggerFactory.getLogger(CellRouter.class));
  }

  ProtocolLog(ProtocolListener listener, RouteClock clock, Logger logger) {
    this.listener = listener;
    this.clock = clock;
    this.logger = logger;
    nextNanos = new AtomicLong(clock.nanos());
  }

  @Override
  public void onIgnored(String field, FieldMistake mistake) {
    guard(() -> listener.onIgnored(field, mistake));
    unlogged.incrementAndGet();
    long now = clock.nanos();
    long next = nextNanos.get();
    if (now - next >= 0 && nextNanos.compareAndSet(next, now + INTERVAL_NANOS)) {
      logger.warn(
          "fields of other routers that were ignored since the last such line: {}; the latest: {},"
              + " {}",
          unlogged.getAndSet(0),
          field,
          mistake.word());
    }
  }

  @Override
  public void onHandedOn(String edge, Optional<String> reason) {
    guard(() -> listener.onHandedOn(edge, reason));
  }

  @Override
  public void onKeyNotTaken(String edge) {
    guard(() -> listener.onKeyNotTaken(edge));
  }

  private void guard(Runnable call) {
    try {
      call.run();
    } catch (RuntimeException | Error thrown) {
      if (thrown instanceof VirtualMachineError fatal) {
        throw fatal;
      }
      if (Long.bitCount(failures.incrementAndGet()) == 1) {
        logger.warn(
            "the protocol's listener failed with {}; failures so far: {}",
            thrown.getClass().getName(),
            failures.get());
      }
    }
  }
}
