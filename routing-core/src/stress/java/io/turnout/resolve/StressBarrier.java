// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Lets threads go on in the same moment: who waits spins and dozes, so that nobody has to be woken.
 */
final class StressBarrier {

  private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);
  private static final int SPINS = 500;
  private static final long PAUSE_NANOS = 1_000;

  private final int parties;
  private final AtomicInteger arrived = new AtomicInteger();
  private volatile int passed;

  StressBarrier(int parties) {
    this.parties = parties;
  }

  /**
   * Waits until all have arrived.
   *
   * @throws AssertionError if one does not within a minute
   */
  void await() {
    int passing = passed;
    if (arrived.incrementAndGet() == parties) {
      arrived.set(0);
      passed = passing + 1;
      return;
    }
    long start = System.nanoTime();
    for (int spins = 0; passed == passing; spins++) {
      if (spins < SPINS) {
        Thread.onSpinWait();
      } else if (System.nanoTime() - start < LONGEST_WAIT.toNanos()) {
        LockSupport.parkNanos(PAUSE_NANOS);
      } else {
        throw new AssertionError("a thread did not come back within " + LONGEST_WAIT);
      }
    }
  }
}
