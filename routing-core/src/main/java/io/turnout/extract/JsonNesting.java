// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

/** The open brackets of a document, one bit each, up to a limit. */
final class JsonNesting {

  private final long[] objects;
  private final int maxDepth;
  private int depth;
  private boolean inObject;

  JsonNesting(int maxDepth) {
    this.maxDepth = maxDepth;
    objects = new long[(maxDepth >>> 6) + 1];
  }

  /** The number of open brackets. */
  int depth() {
    return depth;
  }

  /** Whether the bracket opened last is an object's. */
  boolean inObject() {
    return inObject;
  }

  /** Opens one more; false if that is too deep. */
  boolean open(boolean object) {
    if (depth == maxDepth) {
      return false;
    }
    depth++;
    inObject = object;
    long bit = 1L << depth;
    if (object) {
      objects[depth >>> 6] |= bit;
    } else {
      objects[depth >>> 6] &= ~bit;
    }
    return true;
  }

  /** Closes the one opened last. */
  void close() {
    depth--;
    inObject = (objects[depth >>> 6] & 1L << depth) != 0;
  }
}
