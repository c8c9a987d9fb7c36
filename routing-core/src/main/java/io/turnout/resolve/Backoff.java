// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import java.util.random.RandomGenerator;

/** How long a refresh waits after failures: twice as long each time, with jitter. Thread-safe. */
final class Backoff {

  static final long FIRST_NANOS = 100_000_000L;
  static final long LONGEST_NANOS = 30_000_000_000L;

  private final RandomGenerator random;

  Backoff(RandomGenerator random) {
    this.random = random;
  }

  /**
   * Half to all of the step.
   *
   * @param failures how many in a row, from 1
   */
  long delayNanos(int failures) {
    long step = failures > 20 ? LONGEST_NANOS : FIRST_NANOS << (failures - 1);
    long capped = Math.min(step, LONGEST_NANOS);
    return capped - (long) (random.nextDouble() * (capped / 2.0));
  }
}
