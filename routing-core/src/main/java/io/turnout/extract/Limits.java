// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

/** Checks the bounds that a rule file sets. */
final class Limits {

  private Limits() {}

  /** Returns a number of bytes that is not negative, or refuses it. */
  static int requireBytes(int limitBytes) {
    if (limitBytes < 0) {
      throw new IllegalArgumentException(
          "the limit is " + limitBytes + " bytes; it must be 0 or more");
    }
    return limitBytes;
  }
}
