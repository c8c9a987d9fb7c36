// SPDX-License-Identifier: Apache-2.0
package io.turnout.analyze;

import org.jspecify.annotations.Nullable;

/**
 * How much may still be done for one question, and whether what was done is exact. For one thread.
 */
final class Effort {

  /** Thrown where no steps are left. */
  static final class Exhausted extends RuntimeException {
    private static final long serialVersionUID = 1;

    Exhausted() {
      super("no steps left", null, false, false);
    }
  }

  private final @Nullable Effort whole;
  private long stepsLeft;
  private boolean exact = true;

  private Effort(@Nullable Effort whole, long steps) {
    this.whole = whole;
    this.stepsLeft = steps;
  }

  /** So many steps, for all questions together. */
  static Effort of(long steps) {
    return new Effort(null, steps);
  }

  /** At most so many of these steps, for one question. */
  Effort part(long steps) {
    return new Effort(this, steps);
  }

  /** Takes steps. */
  void spend(int steps) {
    if (whole != null) {
      whole.spend(steps);
    }
    stepsLeft -= steps;
    if (stepsLeft < 0) {
      throw new Exhausted();
    }
  }

  /** Notes that something was left out that a test which cannot be reasoned about might allow. */
  void leftOut() {
    exact = false;
  }

  /** Whether nothing was left out. */
  boolean isExact() {
    return exact;
  }
}
