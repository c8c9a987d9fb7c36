// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The members of a JSON object that is held whole, each value as it stands in the text. Of a name
 * that comes several times the last counts.
 */
final class JsonMembers {

  /** Followed only so that the text is read to its end. */
  private static final JsonPointer ANY_CLAIM = JsonPointer.inClaims("sub");

  private final Map<String, Value> members = new HashMap<>();

  /**
   * A value as it stands in a text that is known to be JSON.
   *
   * @param from where it begins
   * @param to behind its last character
   */
  @SuppressWarnings("ArrayRecordComponent") // compared with nothing
  record Value(byte[] text, int from, int to) {

    /** The text that it is; null if it is none, or cannot be told in UTF-8. */
    @Nullable String string() {
      if (text[from] != '"') {
        return null;
      }
      JsonString string = new JsonString();
      string.begin(to - from);
      string.read(text, from + 1, to);
      return string.isText()
          ? new String(string.text().bytes(), 0, string.text().length(), StandardCharsets.UTF_8)
          : null;
    }

    /** The number that it is, as it was written; null if it is none. */
    @Nullable String number() {
      boolean isNumber = text[from] == '-' || text[from] >= '0' && text[from] <= '9';
      return isNumber ? new String(text, from, to - from, StandardCharsets.US_ASCII) : null;
    }

    /** Whether it is this text, or a list that holds it. */
    boolean isOrHolds(String wanted) {
      if (text[from] != '[') {
        return wanted.equals(string());
      }
      int i = ByteRuns.blanks(text, from + 1, to);
      while (text[i] != ']') {
        int end = end(text, i);
        if (wanted.equals(new Value(text, i, end).string())) {
          return true;
        }
        i = ByteRuns.blanks(text, end, to);
        i = text[i] == ',' ? ByteRuns.blanks(text, i + 1, to) : i;
      }
      return false;
    }
  }

  private JsonMembers() {}

  /** The object in the first {@code length} bytes; null if these are not one object in UTF-8. */
  static @Nullable JsonMembers of(byte[] text, int length) {
    if (!TokenReader.follow(new JsonTrack(ANY_CLAIM), text, length)) {
      return null;
    }
    JsonMembers members = new JsonMembers();
    int i = ByteRuns.blanks(text, ByteRuns.blanks(text, 0, length) + 1, length);
    while (text[i] != '}') {
      int nameEnd = end(text, i);
      String name = new Value(text, i, nameEnd).string();
      int colon = ByteRuns.blanks(text, nameEnd, length);
      int from = ByteRuns.blanks(text, colon + 1, length);
      int to = end(text, from);
      if (name != null) {
        members.members.put(name, new Value(text, from, to));
      }
      i = ByteRuns.blanks(text, to, length);
      i = text[i] == ',' ? ByteRuns.blanks(text, i + 1, length) : i;
    }
    return members;
  }

  /** A member's value, or null if there is no such member. */
  @Nullable Value get(String name) {
    return members.get(name);
  }

  boolean has(String name) {
    return members.containsKey(name);
  }

  /** Behind the value that begins at {@code from}. */
  private static int end(byte[] text, int from) {
    int i = from;
    int depth = 0;
    do {
      switch (text[i]) {
        case '"' -> i = stringEnd(text, i);
        case '{', '[' -> {
          depth++;
          i++;
        }
        case '}', ']' -> {
          depth--;
          i++;
        }
        default -> i = depth == 0 ? wordEnd(text, i) : i + 1;
      }
    } while (depth > 0);
    return i;
  }

  private static int stringEnd(byte[] text, int from) {
    int i = from + 1;
    while (text[i] != '"') {
      i += text[i] == '\\' ? 2 : 1;
    }
    return i + 1;
  }

  /** Behind a number, {@code true}, {@code false} or {@code null}. */
  private static int wordEnd(byte[] text, int from) {
    int i = from;
    while (text[i] > ' ' && text[i] != ',' && text[i] != ']' && text[i] != '}') {
      i++;
    }
    return i;
  }
}
