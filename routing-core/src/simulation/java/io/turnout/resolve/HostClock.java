// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import io.turnout.spi.RouteClock;
import io.turnout.spi.VirtualTime;

/** The clock of one host: the monotonic part is everybody's, the wall clock is off and may jump. */
final class HostClock implements RouteClock {

  private final VirtualTime time;
  private long offMillis;

  HostClock(VirtualTime time, long offMillis) {
    this.time = time;
    this.offMillis = offMillis;
  }

  @Override
  public long wallMillis() {
    return time.wallMillis() + offMillis;
  }

  @Override
  public long nanos() {
    return time.nanos();
  }

  long offMillis() {
    return offMillis;
  }

  void setOff(long millis) {
    offMillis = millis;
  }
}
