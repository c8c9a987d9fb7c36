// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Base64 (RFC 4648) without padding; bits left over at the end are ignored. */
final class Base64Chars {

  private static final int[] STANDARD = values("+/");
  private static final int[] URL = values("-_");

  private Base64Chars() {}

  private static int[] values(String lastTwo) {
    String alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789" + lastTwo;
    int[] values = new int[128];
    Arrays.fill(values, -1);
    for (int i = 0; i < alphabet.length(); i++) {
      values[alphabet.charAt(i)] = i;
    }
    return values;
  }

  /** Whether [from, to) holds nothing but characters of the URL alphabet. */
  static boolean isUrl(String text, int from, int to) {
    for (int i = from; i < to; i++) {
      if (value(URL, text.charAt(i)) < 0) {
        return false;
      }
    }
    return true;
  }

  /** Decodes [from, to) by the URL alphabet; null if it is none. */
  static byte @Nullable [] decodeUrl(String text, int from, int to) {
    return decode(URL, text, from, to);
  }

  /** Decodes [from, to) by either alphabet, but not by both at once; null if it is none. */
  static byte @Nullable [] decodeEither(String text, int from, int to) {
    byte[] decoded = decode(STANDARD, text, from, to);
    return decoded != null ? decoded : decode(URL, text, from, to);
  }

  private static byte @Nullable [] decode(int[] values, String text, int from, int to) {
    int length = to - from;
    if ((length & 3) == 1) {
      return null;
    }
    byte[] decoded = new byte[(int) (length * 3L >> 2)];
    int out = 0;
    int i = from;
    for (; i <= to - 4; i += 4) {
      int bits =
          value(values, text.charAt(i)) << 18
              | value(values, text.charAt(i + 1)) << 12
              | value(values, text.charAt(i + 2)) << 6
              | value(values, text.charAt(i + 3));
      if (bits < 0) {
        return null;
      }
      decoded[out++] = (byte) (bits >> 16);
      decoded[out++] = (byte) (bits >> 8);
      decoded[out++] = (byte) bits;
    }
    return i == to || decodeRest(values, text.substring(i, to), decoded, out) ? decoded : null;
  }

  private static boolean decodeRest(int[] values, String rest, byte[] decoded, int out) {
    int bits = 0;
    for (int i = 0; i < 4; i++) {
      int value = i < rest.length() ? value(values, rest.charAt(i)) : 0;
      if (value < 0) {
        return false;
      }
      bits = bits << 6 | value;
    }
    decoded[out] = (byte) (bits >> 16);
    if (rest.length() == 3) {
      decoded[out + 1] = (byte) (bits >> 8);
    }
    return true;
  }

  private static int value(int[] values, char c) {
    return c < 128 ? values[c] : -1;
  }
}
