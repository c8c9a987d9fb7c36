// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

/**
 * Passes over JSON that lies on no pointer's way, as long as it is plain.
 *
 * <p>It stops in front of whatever takes more care, or inside a string that does, and says in which
 * state: near the end of the piece, at an escape, a byte outside ASCII, a name that is looked for,
 * an element or a closing bracket of the watched level, a mistake. So nothing is decided here but
 * that all is well so far.
 */
final class JsonSkipper {

  /** How many bytes there are at least where a token begins, so that they can be read unasked. */
  private static final int SLACK = 40;

  private static final int TRUE = 't' | 'r' << 8 | 'u' << 16 | 'e' << 24;
  private static final int NULL = 'n' | 'u' << 8 | 'l' << 16 | 'l' << 24;
  private static final int FALSE_TAIL = 'a' | 'l' << 8 | 's' << 16 | 'e' << 24;
  private static final long OPEN_ARRAYS = ByteRuns.eight('[');
  private static final long CLOSE_ARRAYS = ByteRuns.eight(']');
  private static final long CLOSE_OBJECTS = ByteRuns.eight('}');

  private final JsonTracks tracks;
  private final JsonNesting nesting;
  private final JsonString string;
  private JsonState state = JsonState.VALUE;

  JsonSkipper(JsonTracks tracks, JsonNesting nesting, JsonString string) {
    this.tracks = tracks;
    this.nesting = nesting;
    this.string = string;
  }

  /** What is expected where the last {@link #skip} stopped. */
  JsonState state() {
    return state;
  }

  /**
   * Skips on from a name or a value; stays where anything else is expected.
   *
   * @return where it stopped
   */
  int skip(byte[] bytes, int from, int to, JsonState expected) {
    state = expected;
    int safe = to - SLACK;
    int floor = tracks.watchedLevel();
    boolean named = expected == JsonState.NAME;
    int i = from;
    if (expected == JsonState.AFTER) {
      i = close(bytes, from, safe, floor);
      named = nesting.inObject();
      i = i < 0 ? i : i + 1;
    } else if (!named && expected != JsonState.VALUE) {
      return from;
    }
    while (i >= 0) {
      if (i >= safe) {
        return stopped(named ? JsonState.NAME : JsonState.VALUE, i);
      }
      if (named) {
        i = name(bytes, i, safe, floor);
        if (i < 0) {
          break;
        }
      }
      if (bytes[i] <= ' ') {
        i = ByteRuns.blanks(bytes, i, safe);
      }
      byte first = bytes[i];
      if (first == '{') {
        i = openObject(bytes, i, to);
        named = true;
      } else if (first == '[') {
        i = openArray(bytes, i, safe);
        named = false;
      } else {
        i = scalar(bytes, i, to);
        if (i >= 0 && bytes[i] != ',') {
          i = close(bytes, i, safe, floor);
        }
        named = nesting.inObject();
        i = i < 0 ? i : i + 1;
      }
    }
    return ~i;
  }

  private int stopped(JsonState expected, int i) {
    state = expected;
    return i;
  }

  private int stop(JsonState expected, int i) {
    state = expected;
    return ~i;
  }

  /** Behind the name, its colon and blanks, with room for a token. */
  private int name(byte[] bytes, int from, int safe, int floor) {
    int i = from;
    if (bytes[i] <= ' ') {
      i = ByteRuns.blanks(bytes, i, safe);
    }
    if (i >= safe || bytes[i] != '"') {
      return stop(JsonState.NAME, i);
    }
    int end = i + 1 + ByteRuns.plainSixteen(bytes, i + 1);
    if (bytes[end] != '"') {
      end = ByteRuns.plain(bytes, end, safe);
      if (bytes[end] != '"') {
        return stop(JsonState.NAME, i);
      }
    }
    if (nesting.depth() == floor) {
      tracks.member(bytes, i + 1, end);
      if (tracks.isOnTheWay()) {
        return stop(JsonState.COLON, end + 1);
      }
    }
    i = end + 1;
    if (bytes[i] != ':') {
      return stop(JsonState.COLON, i);
    }
    i++;
    if (bytes[i] <= ' ') {
      i = ByteRuns.blanks(bytes, i, safe);
    }
    return i < safe ? i : stop(JsonState.VALUE, i);
  }

  /** In front of the first name of an object. */
  private int openObject(byte[] bytes, int from, int to) {
    if (!nesting.open(true)) {
      return stop(JsonState.VALUE, from);
    }
    int i = from + 1;
    if (bytes[i] <= ' ') {
      i = ByteRuns.blanks(bytes, i, to);
    }
    return i < to && bytes[i] == '"' ? i : stop(JsonState.FIRST_NAME, i);
  }

  /** In front of the first element of an array, which may be the first of that one. */
  private int openArray(byte[] bytes, int from, int safe) {
    int i = from;
    while (i < safe && ByteRuns.word(bytes, i) == OPEN_ARRAYS && nesting.openEight()) {
      i += 8;
    }
    if (i == from) {
      if (!nesting.open(false)) {
        return stop(JsonState.VALUE, i);
      }
      i++;
    }
    return bytes[i] > ' ' && bytes[i] != ']' ? i : stop(JsonState.FIRST_ELEMENT, i);
  }

  /** Behind a string, a number or a word, where there is another byte. */
  private int scalar(byte[] bytes, int i, int to) {
    byte first = bytes[i];
    if (first == '"') {
      return string(bytes, i, to);
    }
    if (first == '-' || first >= '0' && first <= '9') {
      return number(bytes, i, to);
    }
    int length =
        switch (first) {
          case 't' -> (int) ByteRuns.word(bytes, i) == TRUE ? 4 : 0;
          case 'n' -> (int) ByteRuns.word(bytes, i) == NULL ? 4 : 0;
          case 'f' -> (int) ByteRuns.word(bytes, i + 1) == FALSE_TAIL ? 5 : 0;
          default -> 0;
        };
    return length > 0 ? i + length : stop(JsonState.VALUE, i);
  }

  private int string(byte[] bytes, int i, int to) {
    int end = i + 1 + ByteRuns.plainSixteen(bytes, i + 1);
    if (bytes[end] != '"') {
      end = ByteRuns.plain(bytes, end, to);
      if (end == to || bytes[end] != '"') {
        string.begin();
        return stop(JsonState.IN_STRING, end);
      }
    }
    return end + 1 < to ? end + 1 : stop(JsonState.AFTER, end + 1);
  }

  private int number(byte[] bytes, int from, int to) {
    int i = bytes[from] == '-' ? from + 1 : from;
    if (bytes[i] == '0') {
      i++;
    } else {
      int start = i;
      i = digits(bytes, i, to);
      if (i == start) {
        return stop(JsonState.VALUE, from);
      }
    }
    if (i < to && bytes[i] == '.') {
      int point = i;
      i = digits(bytes, i + 1, to);
      if (i == point + 1) {
        return stop(JsonState.VALUE, from);
      }
    }
    return i < to && (bytes[i] == ',' || bytes[i] == '}' || bytes[i] == ']')
        ? i
        : stop(JsonState.VALUE, from);
  }

  private static int digits(byte[] bytes, int from, int to) {
    int few = Math.min(from + 8, to);
    int i = from;
    while (i < few && bytes[i] >= '0' && bytes[i] <= '9') {
      i++;
    }
    return i < few ? i : ByteRuns.digits(bytes, i, to);
  }

  /** At the comma behind a value, and behind the brackets that it closes. */
  private int close(byte[] bytes, int from, int safe, int floor) {
    int i = from;
    while (i < safe) {
      byte next = bytes[i];
      boolean object = nesting.inObject();
      if (next == ',') {
        return i;
      }
      if (next <= ' ') {
        int behind = ByteRuns.blanks(bytes, i, safe);
        if (behind == i) {
          break;
        }
        i = behind;
      } else if (nesting.depth() == floor || next != (object ? '}' : ']')) {
        break;
      } else if (ByteRuns.word(bytes, i) == (object ? CLOSE_OBJECTS : CLOSE_ARRAYS)
          && nesting.closeEight(object, floor)) {
        i += 8;
      } else {
        nesting.close();
        i++;
        if (nesting.depth() == floor && !nesting.inObject()) {
          break;
        }
      }
    }
    return stop(JsonState.AFTER, i);
  }
}
