// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

/** The hexadecimal digits in ASCII. */
final class Hex {

  private static final byte[] VALUES = values();

  private Hex() {}

  private static byte[] values() {
    byte[] values = new byte[256];
    for (int b = 0; b < values.length; b++) {
      values[b] = (byte) (b < 128 ? Character.digit(b, 16) : -1);
    }
    return values;
  }

  /** The value of a digit in either case, or -1. */
  static int digit(byte b) {
    return VALUES[b & 0xff];
  }

  /** Whether the four bytes from {@code at} are digits. */
  static boolean areDigits(byte[] bytes, int at) {
    return (digit(bytes[at]) | digit(bytes[at + 1]) | digit(bytes[at + 2]) | digit(bytes[at + 3]))
        >= 0;
  }
}
