// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Finds where a run of bytes of one kind ends, eight bytes at a step. */
final class ByteRuns {

  private static final VarHandle WORD =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long ONES = 0x0101010101010101L;
  private static final long HIGHS = 0x8080808080808080L;
  private static final long SPACES = ' ' * ONES;

  private ByteRuns() {}

  static long word(byte[] bytes, int at) {
    return (long) WORD.get(bytes, at);
  }

  /**
   * The first of [from, to) that is a quote, a backslash, a control or not ASCII; else {@code to}.
   */
  static int plain(byte[] bytes, int from, int to) {
    int i = from;
    for (; i <= to - 8; i += 8) {
      long word = word(bytes, i);
      long special =
          ((word - ' ' * ONES)
                  | ((word ^ ('"' * ONES)) - ONES)
                  | ((word ^ ('\\' * ONES)) - ONES)
                  | word)
              & HIGHS;
      if (special != 0) {
        return i + (Long.numberOfTrailingZeros(special) >>> 3);
      }
    }
    while (i < to && isPlain(bytes[i])) {
      i++;
    }
    return i;
  }

  private static boolean isPlain(byte b) {
    return b >= ' ' && b != '"' && b != '\\';
  }

  /** The first of [from, to) that is no decimal digit; else {@code to}. */
  static int digits(byte[] bytes, int from, int to) {
    int i = from;
    for (; i <= to - 8; i += 8) {
      long word = word(bytes, i) ^ ('0' * ONES);
      long special = (word | (word + 0x76 * ONES)) & HIGHS;
      if (special != 0) {
        return i + (Long.numberOfTrailingZeros(special) >>> 3);
      }
    }
    while (i < to && bytes[i] >= '0' && bytes[i] <= '9') {
      i++;
    }
    return i;
  }

  /** The first of [from, to) that is no white space of JSON; else {@code to}. */
  static int blanks(byte[] bytes, int from, int to) {
    int i = from;
    while (i < to) {
      byte b = bytes[i];
      if (b == ' ' && i <= to - 8 && word(bytes, i) == SPACES) {
        i += 8;
      } else if (b == ' ' || b == '\n' || b == '\r' || b == '\t') {
        i++;
      } else {
        return i;
      }
    }
    return i;
  }

  /** The first of [from, to) that is {@code wanted}; else {@code to}. */
  static int until(byte wanted, byte[] bytes, int from, int to) {
    int i = from;
    for (; i <= to - 8; i += 8) {
      long differs = word(bytes, i) ^ (wanted * ONES);
      long equal = (differs - ONES) & ~differs & HIGHS;
      if (equal != 0) {
        return i + (Long.numberOfTrailingZeros(equal) >>> 3);
      }
    }
    while (i < to && bytes[i] != wanted) {
      i++;
    }
    return i;
  }
}
