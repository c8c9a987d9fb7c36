// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

import java.util.Arrays;

/** Base64 (RFC 4648) without padding; bits left over at the end are ignored. */
final class Base64Chars {

  /** By character, its six bits; -1 if it is not in the alphabet. */
  private static final int[] STANDARD = values("+/");

  private static final int[] URL = values("-_");

  private Base64Chars() {}

  private static int[] values(String lastTwo) {
    String alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789" + lastTwo;
    int[] values = new int[256];
    Arrays.fill(values, -1);
    for (int i = 0; i < alphabet.length(); i++) {
      values[alphabet.charAt(i)] = i;
    }
    return values;
  }

  /** Whether [from, to) holds nothing but characters of the URL alphabet. */
  static boolean isUrl(byte[] text, int from, int to) {
    int all = 0;
    for (int i = from; i < to; i++) {
      all |= URL[text[i] & 0xff];
    }
    return all >= 0;
  }

  /**
   * Decodes [from, to) by the URL alphabet to the start of {@code decoded}, which may be the same
   * array.
   *
   * @return the number of bytes decoded, or -1 if the text is none
   */
  static int decodeUrl(byte[] text, int from, int to, byte[] decoded) {
    return decode(URL, text, from, to, decoded);
  }

  /**
   * Decodes the first {@code length} bytes by either alphabet, but not by both at once.
   *
   * @return the number of bytes decoded, or -1 if the text is none
   */
  static int decodeEither(byte[] text, int length, byte[] decoded) {
    int count = decode(STANDARD, text, 0, length, decoded);
    return count >= 0 ? count : decode(URL, text, 0, length, decoded);
  }

  private static int decode(int[] values, byte[] text, int from, int to, byte[] decoded) {
    int rest = to - from & 3;
    int whole = to - rest;
    int out = 0;
    int all = rest == 1 ? -1 : 0;
    for (int i = from; i < whole; i += 4) {
      int bits =
          values[text[i] & 0xff] << 18
              | values[text[i + 1] & 0xff] << 12
              | values[text[i + 2] & 0xff] << 6
              | values[text[i + 3] & 0xff];
      all |= bits;
      decoded[out] = (byte) (bits >> 16);
      decoded[out + 1] = (byte) (bits >> 8);
      decoded[out + 2] = (byte) bits;
      out += 3;
    }
    if (rest > 1) {
      int bits = values[text[whole] & 0xff] << 18 | values[text[whole + 1] & 0xff] << 12;
      bits |= rest == 3 ? values[text[whole + 2] & 0xff] << 6 : 0;
      all |= bits;
      decoded[out++] = (byte) (bits >> 16);
      if (rest == 3) {
        decoded[out++] = (byte) (bits >> 8);
      }
    }
    return all >= 0 ? out : -1;
  }
}
