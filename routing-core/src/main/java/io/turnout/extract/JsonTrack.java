// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * How far one pointer has been followed in one document.
 *
 * <p>Its {@code level} is the number of brackets opened on the pointer's way; the segment looked
 * for is the one of that number, and the members or elements of the bracket opened last are tried
 * against it. A value that leads nowhere sends the track back to where another value may still
 * count; if there is no such place, the track is done.
 */
final class JsonTrack {

  private final JsonPointer pointer;
  private final int[] questions;
  private int level;
  private boolean entered = true;
  private boolean done;
  private boolean ambiguous;
  private byte @Nullable [] value;

  JsonTrack(JsonPointer pointer, int... questions) {
    this.pointer = pointer;
    this.questions = questions.clone();
  }

  /** The questions that this track answers; not to be changed. */
  int[] questions() {
    return questions;
  }

  JsonPointer pointer() {
    return pointer;
  }

  int level() {
    return level;
  }

  /** Whether the value that comes next, or is being read, is on the pointer's way. */
  boolean isEntered() {
    return entered;
  }

  /** Whether the value on the way is where the pointer ends. */
  boolean isAtEnd() {
    return entered && level == pointer.length();
  }

  /** Whether nothing that follows can change the answer. */
  boolean isDone() {
    return done;
  }

  boolean isAmbiguous() {
    return ambiguous;
  }

  /** The value found so far, or null. */
  @Nullable String value() {
    return value == null ? null : new String(value, StandardCharsets.UTF_8);
  }

  /** A member of the object of this track's level has this name. */
  boolean tryName(byte[] name, int from, int to) {
    if (!pointer.fitsName(level - 1, name, from, to)) {
      return false;
    }
    if (pointer.lastCounts()) {
      value = null;
    }
    entered = true;
    return true;
  }

  /** The array of this track's level has this element. */
  boolean tryElement(long element) {
    entered = pointer.fitsElement(level - 1, element);
    return entered;
  }

  /** The value on the way is an object or an array. */
  void open(boolean object) {
    boolean leads =
        level < pointer.length() && (object ? pointer.isName(level) : pointer.isElement(level));
    if (leads) {
      level++;
      entered = false;
    } else {
      goBack(level);
    }
  }

  /** The value on the way was neither, and no key either. */
  void pass() {
    goBack(level);
  }

  /** The value on the way was text that can be a value. */
  void text(byte[] bytes, int from, int to) {
    if (level < pointer.length() || from == to) {
      goBack(level);
    } else if (value == null) {
      value = Arrays.copyOfRange(bytes, from, to);
      goBack(level);
    } else if (Arrays.equals(value, 0, value.length, bytes, from, to)) {
      goBack(level);
    } else {
      ambiguous = true;
      done = true;
    }
  }

  /** The bracket of this track's level has closed. */
  void close() {
    goBack(level - 1);
  }

  private void goBack(int from) {
    entered = false;
    level = pointer.lastCounts() ? from : pointer.starBefore(from);
    done = level == 0 && !pointer.lastCounts();
  }
}
