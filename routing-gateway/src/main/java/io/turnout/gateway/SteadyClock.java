// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.turnout.spi.RouteClock;
import java.util.concurrent.TimeUnit;

/**
 * A wall clock that is read once and then counted on by the monotonic one, so that what remains of
 * a life is right whatever becomes of the wall clock. Thread-safe.
 */
final class SteadyClock implements RouteClock {

  private final RouteClock clock;
  private final long startMillis;
  private final long startNanos;

  SteadyClock(RouteClock clock) {
    this.clock = clock;
    startMillis = clock.wallMillis();
    startNanos = clock.nanos();
  }

  @Override
  public long wallMillis() {
    return startMillis + TimeUnit.NANOSECONDS.toMillis(clock.nanos() - startNanos);
  }

  @Override
  public long nanos() {
    return clock.nanos();
  }
}
