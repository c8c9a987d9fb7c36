// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

import java.nio.charset.StandardCharsets;

/**
 * Reads one JSON document (RFC 8259) piece by piece and tells {@link JsonTracks} what lies on their
 * way.
 *
 * <p>The grammar, the UTF-8 and the depth of everything up to the last settling position are
 * checked; nothing behind it is looked at. Between two pieces there remain one state, one bit per
 * open bracket, and the name or value that was cut.
 */
final class JsonScanner {

  private static final byte[] TRUE = "true".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] FALSE = "false".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] NULL = "null".getBytes(StandardCharsets.US_ASCII);

  private final JsonTracks tracks;
  private final JsonNesting nesting;
  private final JsonString string = new JsonString();
  private final JsonNumber number = new JsonNumber();
  private final JsonSkipper skipper;
  private JsonState state = JsonState.START;
  private boolean watching = true;
  private byte[] word = NULL;
  private int wordLength;
  private long shift;
  private long brokenAt;

  JsonScanner(JsonTracks tracks, int maxDepth) {
    this.tracks = tracks;
    nesting = new JsonNesting(maxDepth);
    skipper = new JsonSkipper(tracks, nesting, string);
  }

  /**
   * Reads [from, to) of {@code bytes}.
   *
   * @param offset the number of bytes read before
   */
  void scan(byte[] bytes, int from, int to, long offset) {
    shift = offset - from;
    int i = from;
    while (i < to && state.compareTo(JsonState.DONE) < 0) {
      i =
          switch (state) {
            case START -> start(bytes, i);
            case MARK_2 -> mark(bytes, i, (byte) 0xbb, JsonState.MARK_3);
            case MARK_3 -> mark(bytes, i, (byte) 0xbf, JsonState.VALUE);
            case IN_NAME, IN_STRING -> string(bytes, i, to);
            case IN_NUMBER -> number(bytes, i, to);
            case IN_WORD -> word(bytes, i, to);
            default -> advance(bytes, i, to);
          };
    }
  }

  /** The document ends here; false if it is not whole. */
  boolean end(long total) {
    if (nesting.depth() == 0) {
      if (state == JsonState.IN_NUMBER && number.mayEnd()) {
        Candidate digits = number.text();
        settleNumber(digits.bytes(), 0, digits.length(), total);
      } else if (state == JsonState.IN_WORD && wordLength == word.length) {
        settleWord(total);
      }
    }
    return state == JsonState.DONE || state == JsonState.AFTER && nesting.depth() == 0;
  }

  /** Whether the bytes so far can be the start of no document. */
  boolean isBroken() {
    return state == JsonState.BROKEN;
  }

  /** The bytes up to and including the one that broke the document. */
  long brokenAt() {
    return brokenAt;
  }

  /** What is followed has changed from outside. */
  void tracksChanged() {
    if (tracks.isEmpty()) {
      state = JsonState.DONE;
    } else if (!tracks.wantsText() && state != JsonState.IN_NAME) {
      string.drop();
      number.drop();
    }
    watch();
  }

  private int start(byte[] bytes, int i) {
    boolean mark = bytes[i] == (byte) 0xef;
    state = mark ? JsonState.MARK_2 : JsonState.VALUE;
    return mark ? i + 1 : i;
  }

  private int mark(byte[] bytes, int i, byte expected, JsonState next) {
    if (bytes[i] != expected) {
      return broken(i);
    }
    state = next;
    return i + 1;
  }

  /** Passes over what lies on no track's way, as far as that is quickly done; else one token. */
  private int advance(byte[] bytes, int from, int to) {
    if (tracks.isOnTheWay() || watching && !nesting.inObject()) {
      return token(bytes, from, to);
    }
    int i = skipper.skip(bytes, from, to, state);
    state = skipper.state();
    watching = nesting.depth() == tracks.watchedLevel();
    boolean stuck = i == from && state.compareTo(JsonState.AFTER) <= 0;
    return stuck ? token(bytes, i, to) : i;
  }

  private int token(byte[] bytes, int i, int to) {
    return switch (bytes[i]) {
      case ' ', '\n', '\r', '\t' -> ByteRuns.blanks(bytes, i + 1, to);
      case '"' -> quote(bytes, i, to);
      case ':' -> colon(i);
      case ',' -> comma(i);
      case '{' -> open(true, i);
      case '[' -> open(false, i);
      case '}' -> close(true, i);
      case ']' -> close(false, i);
      case 't' -> beginWord(TRUE, bytes, i, to);
      case 'f' -> beginWord(FALSE, bytes, i, to);
      case 'n' -> beginWord(NULL, bytes, i, to);
      case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> beginNumber(i);
      default -> broken(i);
    };
  }

  private int colon(int i) {
    if (state != JsonState.COLON) {
      return broken(i);
    }
    state = JsonState.VALUE;
    return i + 1;
  }

  private int comma(int i) {
    if (state != JsonState.AFTER || nesting.depth() == 0) {
      return broken(i);
    }
    state = nesting.inObject() ? JsonState.NAME : JsonState.VALUE;
    return i + 1;
  }

  private int open(boolean object, int i) {
    if (!beginValue() || !nesting.open(object)) {
      return broken(i);
    }
    state = object ? JsonState.FIRST_NAME : JsonState.FIRST_ELEMENT;
    if (watching) {
      if (tracks.isOnTheWay()) {
        tracks.open(object, shift + i + 1);
      }
      watch();
    }
    return i + 1;
  }

  private int close(boolean object, int i) {
    boolean mayClose =
        state == JsonState.AFTER
            || state == (object ? JsonState.FIRST_NAME : JsonState.FIRST_ELEMENT);
    if (!mayClose || nesting.depth() == 0 || nesting.inObject() != object) {
      return broken(i);
    }
    state = JsonState.AFTER;
    nesting.close();
    if (watching) {
      tracks.close(shift + i + 1);
    }
    watch();
    return i + 1;
  }

  /** Whether a value may begin here; if its place is watched, the tracks know of it then. */
  private boolean beginValue() {
    if (state != JsonState.VALUE && state != JsonState.FIRST_ELEMENT) {
      return false;
    }
    if (watching && nesting.depth() > 0 && !nesting.inObject()) {
      tracks.element();
    }
    return true;
  }

  /** Whether the value that begins here is to be kept. */
  private boolean isWanted() {
    return watching && tracks.isOnTheWay() && tracks.wantsText();
  }

  private int quote(byte[] bytes, int i, int to) {
    boolean name = state == JsonState.NAME || state == JsonState.FIRST_NAME;
    if (!name && !beginValue()) {
      return broken(i);
    }
    int end = ByteRuns.plain(bytes, i + 1, to);
    if (end < to && bytes[end] == '"') {
      if (name) {
        settleName(true, bytes, i + 1, end);
      } else {
        settleString(true, bytes, i + 1, end, end);
      }
      return end + 1;
    }
    if (name) {
      state = JsonState.IN_NAME;
      if (watching) {
        string.begin(tracks.longestNameBytes());
      } else {
        string.begin();
      }
    } else {
      state = JsonState.IN_STRING;
      if (isWanted()) {
        string.begin(Integer.MAX_VALUE);
      } else {
        string.begin();
      }
    }
    return i + 1;
  }

  private int string(byte[] bytes, int from, int to) {
    int i = string.read(bytes, from, to);
    if (string.isBroken()) {
      return broken(i);
    }
    if (string.isClosed()) {
      Candidate text = string.text();
      if (state == JsonState.IN_NAME) {
        settleName(string.isText(), text.bytes(), 0, text.length());
      } else {
        settleString(string.isText(), text.bytes(), 0, text.length(), i - 1);
        string.drop();
      }
    }
    return i;
  }

  private void settleName(boolean isText, byte[] name, int from, int to) {
    state = JsonState.COLON;
    if (watching && isText) {
      tracks.member(name, from, to);
    }
  }

  private void settleString(boolean isText, byte[] text, int from, int to, int quote) {
    state = JsonState.AFTER;
    settle(isText, text, from, to, shift + quote + 1);
  }

  private int beginNumber(int i) {
    if (!beginValue()) {
      return broken(i);
    }
    state = JsonState.IN_NUMBER;
    if (isWanted()) {
      number.begin(Integer.MAX_VALUE);
    } else {
      number.begin();
    }
    return i;
  }

  private int number(byte[] bytes, int from, int to) {
    int i = number.read(bytes, from, to);
    if (number.isBroken()) {
      return broken(i);
    }
    if (number.isEnded()) {
      Candidate digits = number.text();
      settleNumber(digits.bytes(), 0, digits.length(), shift + i + 1);
    }
    return i;
  }

  private void settleNumber(byte[] digits, int from, int to, long position) {
    state = JsonState.AFTER;
    settle(number.isText(), digits, from, to, position);
    number.drop();
  }

  private int beginWord(byte[] expected, byte[] bytes, int i, int to) {
    if (!beginValue()) {
      return broken(i);
    }
    word = expected;
    wordLength = 0;
    state = JsonState.IN_WORD;
    return word(bytes, i, to);
  }

  private int word(byte[] bytes, int from, int to) {
    int i = from;
    for (; i < to && wordLength < word.length; i++, wordLength++) {
      if (bytes[i] != word[wordLength]) {
        return broken(i);
      }
    }
    if (i < to) {
      if (!mayFollow(bytes[i])) {
        return broken(i);
      }
      settleWord(shift + i + 1);
    }
    return i;
  }

  private static boolean mayFollow(byte b) {
    return switch (b) {
      case ' ', '\n', '\r', '\t', ',', ']', '}' -> true;
      default -> false;
    };
  }

  private void settleWord(long position) {
    state = JsonState.AFTER;
    settle(false, word, 0, 0, position);
  }

  private void settle(boolean isText, byte[] text, int from, int to, long position) {
    if (!watching || !tracks.isOnTheWay()) {
      return;
    }
    if (isText) {
      tracks.text(text, from, to, position);
    } else {
      tracks.pass(position);
    }
    watch();
  }

  private void watch() {
    watching = nesting.depth() == tracks.watchedLevel();
    if (tracks.isEmpty()) {
      state = JsonState.DONE;
    }
  }

  private int broken(int i) {
    state = JsonState.BROKEN;
    brokenAt = shift + i + 1;
    return i;
  }
}
