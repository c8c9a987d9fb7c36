// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

/** A number that is being read, cut anywhere: its grammar and, if it is wanted, its digits. */
final class JsonNumber {

  private static final int START = 0;
  private static final int MINUS = 1;
  private static final int ZERO = 2;
  private static final int INTEGER = 3;
  private static final int POINT = 4;
  private static final int FRACTION = 5;
  private static final int EXPONENT_MARK = 6;
  private static final int EXPONENT_SIGN = 7;
  private static final int EXPONENT = 8;
  private static final int ENDED = 9;
  private static final int BROKEN = 10;

  private final Candidate text = new Candidate();
  private int state;
  private boolean kept;
  private boolean integer;

  /** Starts before the first byte; the digits are not kept. */
  void begin() {
    begin(0);
    kept = false;
  }

  /** Starts before the first byte; the digits are kept up to a limit. */
  void begin(int limitBytes) {
    text.start(limitBytes);
    state = START;
    kept = true;
    integer = true;
  }

  /**
   * Reads on.
   *
   * @return {@code to}, the index of the byte behind the number, or of the byte that broke it
   */
  int read(byte[] bytes, int from, int to) {
    int i = from;
    while (i < to) {
      int next = next(bytes[i]);
      if (next >= ENDED) {
        state = next;
        break;
      }
      state = next;
      i++;
      if (next == INTEGER || next == FRACTION || next == EXPONENT) {
        i = ByteRuns.digits(bytes, i, to);
      } else if (next == POINT || next == EXPONENT_MARK) {
        integer = false;
      }
    }
    if (kept && !integer) {
      drop();
    } else if (kept) {
      text.add(bytes, from, i - from);
    }
    return i;
  }

  private int next(byte b) {
    if (b >= '0' && b <= '9') {
      return switch (state) {
        case START, MINUS -> b == '0' ? ZERO : INTEGER;
        case INTEGER, FRACTION, EXPONENT -> state;
        case POINT -> FRACTION;
        case EXPONENT_MARK, EXPONENT_SIGN -> EXPONENT;
        default -> BROKEN;
      };
    }
    return switch (b) {
      case '-' -> state == START ? MINUS : state == EXPONENT_MARK ? EXPONENT_SIGN : BROKEN;
      case '+' -> state == EXPONENT_MARK ? EXPONENT_SIGN : BROKEN;
      case '.' -> state == ZERO || state == INTEGER ? POINT : BROKEN;
      case 'e', 'E' ->
          state == ZERO || state == INTEGER || state == FRACTION ? EXPONENT_MARK : BROKEN;
      case ' ', '\t', '\r', '\n', ',', ']', '}' -> mayEnd() ? ENDED : BROKEN;
      default -> BROKEN;
    };
  }

  /** Whether the number is whole if nothing follows. */
  boolean mayEnd() {
    return state == ZERO || state == INTEGER || state == FRACTION || state == EXPONENT;
  }

  /** Whether a byte behind the number has been seen. */
  boolean isEnded() {
    return state == ENDED;
  }

  boolean isBroken() {
    return state == BROKEN;
  }

  /** What was kept. */
  Candidate text() {
    return text;
  }

  /** Whether the number is an integer whose digits were kept. */
  boolean isText() {
    return kept && integer && !text.isTooLong();
  }

  /** Stops keeping the digits, and gives back what they took. */
  void drop() {
    kept = false;
    text.release();
  }
}
