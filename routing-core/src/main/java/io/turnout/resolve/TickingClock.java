// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import io.turnout.spi.RouteClock;
import io.turnout.spi.RouteScheduler;
import java.time.Duration;
import java.util.function.LongConsumer;

/**
 * A clock whose coarse reading is a field, moved on by a timer every {@link #TICK} and by each
 * exact reading.
 *
 * <p>Where the timer stands still longer than {@link Judge#MARGIN_NANOS}, lives can no longer be
 * told exactly; that is reported. Thread-safe.
 */
final class TickingClock implements RouteClock {

  static final Duration TICK = Duration.ofMillis(10);

  private static final long TICK_NANOS = TICK.toNanos();

  private final RouteClock exact;
  private final RouteScheduler scheduler;
  private final LongConsumer paused;
  private final Runnable tick = this::tick;
  private volatile long coarse;
  private volatile boolean closed;
  private long lastTick;

  private TickingClock(RouteClock exact, RouteScheduler scheduler, LongConsumer paused) {
    this.exact = exact;
    this.scheduler = scheduler;
    this.paused = paused;
    lastTick = exact.nanos();
    coarse = lastTick;
  }

  /**
   * Wraps {@code exact}, and starts to tick.
   *
   * @param paused told, in nanoseconds, how long a pause was that is longer than the margin
   */
  static TickingClock start(RouteClock exact, RouteScheduler scheduler, LongConsumer paused) {
    TickingClock clock = new TickingClock(exact, scheduler, paused);
    scheduler.schedule(clock.tick, TICK);
    return clock;
  }

  @Override
  public long wallMillis() {
    return exact.wallMillis();
  }

  @Override
  public long nanos() {
    long now = exact.nanos();
    if (now - coarse >= TICK_NANOS) {
      coarse = now;
    }
    return now;
  }

  @Override
  public long coarseNanos() {
    return coarse;
  }

  /** Stops ticking. */
  void close() {
    closed = true;
  }

  private void tick() {
    long now = exact.nanos();
    coarse = now;
    long gap = now - lastTick;
    lastTick = now;
    if (closed) {
      return;
    }
    scheduler.schedule(tick, TICK);
    if (gap > Judge.MARGIN_NANOS) {
      paused.accept(gap);
    }
  }
}
