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

  /** The word of eight times the same byte of ASCII. */
  static long eight(char c) {
    return c * ONES;
  }

  static long word(byte[] bytes, int at) {
    return (long) WORD.get(bytes, at);
  }

  /**
   * The first of [from, to) that is a quote, a backslash, a control or not ASCII; else {@code to}.
   */
  static int plain(byte[] bytes, int from, int to) {
    int i = from;
    for (; i <= to - 16; i += 16) {
      int length = plainSixteen(bytes, i);
      if (length < 16) {
        return i + length;
      }
    }
    while (i < to && isPlain(bytes[i])) {
      i++;
    }
    return i;
  }

  /** The number of plain bytes at {@code at}, 16 if there are more; as many can be read there. */
  static int plainSixteen(byte[] bytes, int at) {
    int first = plain(word(bytes, at));
    return first < 8 ? guessed(first) : 8 + guessed(plain(word(bytes, at + 8)));
  }

  /**
   * The same number, from 0 to 8, but by a branch: the processor guesses where the next token
   * begins instead of waiting for the word to be read and counted, and the lengths of names repeat.
   */
  private static int guessed(int length) {
    return switch (length) {
      case 0 -> 0;
      case 1 -> 1;
      case 2 -> 2;
      case 3 -> 3;
      case 4 -> 4;
      case 5 -> 5;
      case 6 -> 6;
      case 7 -> 7;
      default -> 8;
    };
  }

  /** The number of plain bytes before the first that is not, 8 if there is none. */
  private static int plain(long word) {
    long special =
        ((word - ' ' * ONES)
                | ((word ^ ('"' * ONES)) - ONES)
                | ((word ^ ('\\' * ONES)) - ONES)
                | word)
            & HIGHS;
    return Long.numberOfTrailingZeros(special) >>> 3;
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

  /** The first of [from, to) that is {@code wanted}, of ASCII; else {@code to}. */
  static int until(char wanted, byte[] bytes, int from, int to) {
    int i = from;
    for (; i <= to - 8; i += 8) {
      long differs = word(bytes, i) ^ eight(wanted);
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
