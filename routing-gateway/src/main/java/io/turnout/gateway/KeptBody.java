// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.vertx.core.buffer.Buffer;
import org.jspecify.annotations.Nullable;

/**
 * What has come of a body and may have to be sent, or sent again: all of it, or nothing any more.
 * What is held back for the decision has its own limit; what is kept while it streams has one here.
 * One thread.
 */
final class KeptBody {

  private final int mostBytes;
  private @Nullable Buffer kept;
  private boolean joined;
  private boolean whole = true;

  /**
   * Starts with nothing.
   *
   * @param mostBytes how much is kept of what streams, what was held before included
   */
  KeptBody(int mostBytes) {
    this.mostBytes = mostBytes;
  }

  /** Holds a piece back. */
  void hold(Buffer piece) {
    if (kept == null) {
      kept = piece;
    } else {
      append(kept, piece);
    }
  }

  /** Keeps a piece that was sent, if there is room for all. */
  void keep(Buffer piece) {
    if (!whole) {
      return;
    }
    int length = kept == null ? 0 : kept.length();
    if (length + piece.length() > mostBytes) {
      drop();
    } else {
      hold(piece);
    }
  }

  /**
   * A single piece is kept as it is; several are joined, so that tiny ones cost what they weigh.
   */
  private void append(Buffer start, Buffer piece) {
    Buffer all = start;
    if (!joined) {
      all = Buffer.buffer(start.length() + piece.length()).appendBuffer(start);
      kept = all;
      joined = true;
    }
    all.appendBuffer(piece);
  }

  /** Whether everything that has come is there. */
  boolean isWhole() {
    return whole;
  }

  /** What has come, in one piece; null if nothing has. */
  @Nullable Buffer all() {
    return kept;
  }

  /** Keeps nothing any more. */
  void drop() {
    whole = false;
    kept = null;
  }
}
