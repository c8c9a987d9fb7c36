// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

/** The hexadecimal digits in ASCII. */
final class Hex {

  private Hex() {}

  /** The value of a digit in either case, or -1. */
  static int digit(byte b) {
    if (b >= '0' && b <= '9') {
      return b - '0';
    }
    int letter = b | 0x20;
    return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
  }
}
