// SPDX-License-Identifier: Apache-2.0
package io.turnout.spi;

/** The clocks of the system. */
enum SystemClock implements RouteClock {
  INSTANCE;

  @Override
  public long wallMillis() {
    return System.currentTimeMillis();
  }

  @Override
  public long nanos() {
    return System.nanoTime();
  }
}
