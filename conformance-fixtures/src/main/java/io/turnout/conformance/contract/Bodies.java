// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance.contract;

/** Compares bodies that may be too long to be shown. */
final class Bodies {

  private Bodies() {}

  /** Fails where two bodies differ, and says where. */
  static void assertSame(String what, String expected, String actual) {
    if (expected.equals(actual)) {
      return;
    }
    int common = 0;
    int shorter = Math.min(expected.length(), actual.length());
    while (common < shorter && expected.charAt(common) == actual.charAt(common)) {
      common++;
    }
    throw new AssertionError(
        what
            + " has "
            + actual.length()
            + " bytes of "
            + expected.length()
            + ", and differs from byte "
            + common
            + " on");
  }
}
