// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

import java.util.Arrays;

/** A string that is being read, cut anywhere: escapes, UTF-8 and, if it is wanted, its text. */
final class JsonString {

  private static final int PLAIN = 0;
  private static final int ESCAPE = 1;
  private static final int HEX = 2;
  private static final int SEQUENCE = 3;

  private static final byte[] UNESCAPED = unescaped();

  private final Candidate text = new Candidate();
  private final Utf8 utf8 = new Utf8();
  private int state;
  private boolean kept;
  private boolean closed;
  private boolean broken;
  private int hexLeft;
  private int unit;
  private int highSurrogate;
  private boolean hasLoneSurrogate;

  /** Starts behind the opening quote; the text is not kept. */
  void begin() {
    begin(0);
    kept = false;
  }

  /** Starts behind the opening quote; the text is kept up to a limit. */
  void begin(int limitBytes) {
    text.start(limitBytes);
    utf8.reset();
    state = PLAIN;
    kept = true;
    closed = false;
    broken = false;
    highSurrogate = 0;
    hasLoneSurrogate = false;
  }

  /**
   * Reads on.
   *
   * @return {@code to}, the index behind the closing quote, or the index of the byte that broke it
   */
  int read(byte[] bytes, int from, int to) {
    int i = from;
    while (i < to && !closed && !broken) {
      i =
          switch (state) {
            case PLAIN -> plain(bytes, i, to);
            case ESCAPE -> escape(bytes, i);
            case HEX -> hex(bytes, i);
            default -> sequence(bytes, i);
          };
    }
    return i;
  }

  boolean isClosed() {
    return closed;
  }

  boolean isBroken() {
    return broken;
  }

  /** What was kept. */
  Candidate text() {
    return text;
  }

  /** Whether the text is whole and can be told in UTF-8. */
  boolean isText() {
    return kept && !hasLoneSurrogate && !text.isTooLong();
  }

  /** Stops keeping the text, and gives back what it took. */
  void drop() {
    kept = false;
    text.release();
  }

  private int plain(byte[] bytes, int from, int to) {
    int i = from;
    for (; ; ) {
      i = ByteRuns.plain(bytes, i, to);
      if (i == to) {
        break;
      }
      int next = bytes[i] < 0 ? sequences(bytes, i, to) : kept ? i : escapes(bytes, i, to);
      if (next == i) {
        break;
      }
      i = next;
    }
    if (kept && i > from) {
      endPair();
      text.add(bytes, from, i - from);
    }
    return i < to ? special(bytes, i) : i;
  }

  /** Behind the whole sequences of UTF-8 outside ASCII that begin here. */
  private static int sequences(byte[] bytes, int from, int to) {
    int i = from;
    while (i < to && bytes[i] < 0) {
      int length = Utf8.sequence(bytes, i, to);
      if (length == 0) {
        break;
      }
      i += length;
    }
    return i;
  }

  /** Behind the whole escapes that begin here. */
  private static int escapes(byte[] bytes, int from, int to) {
    int i = from;
    while (i <= to - 6 && bytes[i] == '\\') {
      if (bytes[i + 1] != 'u') {
        if (unescaped(bytes[i + 1]) < 0) {
          break;
        }
        i += 2;
      } else if (Hex.areDigits(bytes, i + 2)) {
        i += 6;
      } else {
        break;
      }
    }
    return i;
  }

  private int special(byte[] bytes, int i) {
    byte b = bytes[i];
    if (b == '"') {
      endPair();
      closed = true;
      return i + 1;
    }
    if (b == '\\') {
      state = ESCAPE;
      return i + 1;
    }
    if (b < 0) {
      endPair();
      state = SEQUENCE;
    } else {
      broken = true;
    }
    return i;
  }

  private int sequence(byte[] bytes, int i) {
    if (!utf8.accept(bytes[i])) {
      broken = true;
      return i;
    }
    if (kept) {
      text.add(bytes[i]);
    }
    if (utf8.isComplete()) {
      state = PLAIN;
    }
    return i + 1;
  }

  private int escape(byte[] bytes, int i) {
    if (bytes[i] == 'u') {
      state = HEX;
      hexLeft = 4;
      unit = 0;
      return i + 1;
    }
    int c = unescaped(bytes[i]);
    if (c < 0) {
      broken = true;
      return i;
    }
    state = PLAIN;
    endPair();
    keep(c);
    return i + 1;
  }

  /** What a backslash and this byte stand for; -1 for none, and for {@code u}. */
  private static int unescaped(byte b) {
    return b < 0 ? -1 : UNESCAPED[b];
  }

  private static byte[] unescaped() {
    byte[] table = new byte[128];
    Arrays.fill(table, (byte) -1);
    String escaped = "\"\\/bfnrt";
    String meant = "\"\\/\b\f\n\r\t";
    for (int i = 0; i < escaped.length(); i++) {
      table[escaped.charAt(i)] = (byte) meant.charAt(i);
    }
    return table;
  }

  private int hex(byte[] bytes, int i) {
    int digit = Hex.digit(bytes[i]);
    if (digit < 0) {
      broken = true;
      return i;
    }
    unit = unit << 4 | digit;
    if (--hexLeft == 0) {
      state = PLAIN;
      unit((char) unit);
    }
    return i + 1;
  }

  private void unit(char c) {
    if (highSurrogate != 0 && Character.isLowSurrogate(c)) {
      keep(Character.toCodePoint((char) highSurrogate, c));
      highSurrogate = 0;
      return;
    }
    endPair();
    if (Character.isHighSurrogate(c)) {
      highSurrogate = c;
    } else if (Character.isLowSurrogate(c)) {
      hasLoneSurrogate = true;
    } else {
      keep(c);
    }
  }

  private void keep(int codePoint) {
    if (kept) {
      text.addCodePoint(codePoint);
    }
  }

  /** Whatever comes now is no second half of a pair. */
  private void endPair() {
    if (highSurrogate != 0) {
      hasLoneSurrogate = true;
      highSurrogate = 0;
    }
  }
}
