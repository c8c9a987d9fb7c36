// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

/**
 * The open brackets of a document, one bit each, up to a limit.
 *
 * <p>The innermost 64 are the bits of one word, the innermost the lowest; every 64 more are put
 * aside.
 */
final class JsonNesting {

  private final int maxDepth;
  private final long[] aside;
  private int depth;
  private long objects;

  JsonNesting(int maxDepth) {
    this.maxDepth = maxDepth;
    aside = new long[maxDepth / Long.SIZE];
  }

  /** The number of open brackets. */
  int depth() {
    return depth;
  }

  /** Whether the bracket opened last is an object's. */
  boolean inObject() {
    return (objects & 1) != 0;
  }

  /** Opens one more; false if that is too deep. */
  boolean open(boolean object) {
    if (depth == maxDepth) {
      return false;
    }
    if (depth > 0 && depth % Long.SIZE == 0) {
      aside[depth / Long.SIZE - 1] = objects;
    }
    objects = objects << 1 | (object ? 1 : 0);
    depth++;
    return true;
  }

  /** Closes the one opened last. */
  void close() {
    depth--;
    objects >>>= 1;
    if (depth > 0 && depth % Long.SIZE == 0) {
      objects = aside[depth / Long.SIZE - 1];
    }
  }

  /** Opens eight arrays if they, and those around them, fit into one word. */
  boolean openEight() {
    if (depth + 8 > Math.min(maxDepth, Long.SIZE)) {
      return false;
    }
    objects <<= 8;
    depth += 8;
    return true;
  }

  /** Closes eight of one kind if they are the innermost, and none is as shallow as a floor. */
  boolean closeEight(boolean object, int floor) {
    if (depth - 8 <= floor || depth > Long.SIZE || (objects & 0xff) != (object ? 0xff : 0)) {
      return false;
    }
    objects >>>= 8;
    depth -= 8;
    return true;
  }
}
