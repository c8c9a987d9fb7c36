// SPDX-License-Identifier: Apache-2.0
package io.turnout.servlet;

import io.turnout.spi.RouteClock;
import java.util.concurrent.atomic.AtomicInteger;

/** A clock that stands still when it is first asked, and leaps by an hour after the second time. */
final class LeapingClock implements RouteClock {

  private static final long HOUR_NANOS = 3_600_000_000_000L;

  private final AtomicInteger asked = new AtomicInteger();

  @Override
  public long wallMillis() {
    return 0;
  }

  @Override
  public long nanos() {
    return asked.incrementAndGet() <= 2 ? 0 : HOUR_NANOS;
  }
}
