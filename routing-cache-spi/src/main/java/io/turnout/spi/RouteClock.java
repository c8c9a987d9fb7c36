// SPDX-License-Identifier: Apache-2.0
package io.turnout.spi;

/**
 * The time: a wall clock for instants that others see, a monotonic one for lives in this process.
 * Thread-safe.
 */
public interface RouteClock {

  /** Milliseconds since 1970-01-01T00:00:00Z; may jump in either direction. */
  long wallMillis();

  /** Nanoseconds since some fixed instant; never goes back. */
  long nanos();

  /**
   * A cheap reading of {@link #nanos} that may lag behind it, usually by a few milliseconds; never
   * ahead of it.
   */
  default long coarseNanos() {
    return nanos();
  }

  /** The clocks of the system. */
  static RouteClock system() {
    return SystemClock.INSTANCE;
  }
}
