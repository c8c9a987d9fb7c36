// SPDX-License-Identifier: Apache-2.0
package io.turnout.benchmarks;

/** What all contestants have to agree on before they are measured. */
final class Agreement {

  private Agreement() {}

  /**
   * Asserts that a contestant found what is to be found.
   *
   * @throws IllegalStateException if it did not
   */
  static void require(String contestant, Object input, Object expected, Object found) {
    if (!expected.equals(found)) {
      throw new IllegalStateException(
          contestant + " found " + found + " for " + input + ", where all must find " + expected);
    }
  }
}
