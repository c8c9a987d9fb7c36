// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import io.turnout.spi.RouteClock;
import java.util.concurrent.TimeUnit;

/**
 * One reading of both clocks, by which instants are translated from one to the other.
 *
 * @param wallMillis the wall clock
 * @param nanos the monotonic clock
 */
record Instants(long wallMillis, long nanos) {

  static Instants now(RouteClock clock) {
    return new Instants(clock.wallMillis(), clock.nanos());
  }

  /** The last whole millisecond of the wall clock that is not after the instant. */
  long wallBefore(long instantNanos) {
    return wallMillis + Math.floorDiv(instantNanos - nanos, 1_000_000L);
  }

  /** The first whole millisecond of the wall clock that is not before the instant. */
  long wallAfter(long instantNanos) {
    return wallMillis - Math.floorDiv(nanos - instantNanos, 1_000_000L);
  }

  /**
   * A past instant of the wall clock on the monotonic one, at most a longest life ago; one in the
   * future is now.
   */
  long nanosAt(long instantMillis) {
    long millis = Math.min(0, Lives.between(wallMillis, instantMillis));
    return nanos + TimeUnit.MILLISECONDS.toNanos(millis);
  }
}
