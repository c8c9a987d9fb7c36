// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.rehearse;

import java.util.Arrays;
import java.util.SplittableRandom;

/** Which cell each key lives in, and since when it has left the ones before. For one thread. */
final class Truth {

  private static final int CELLS = 4;
  private static final long[] NEVER = {};
  private static final int FIRST = 1_024;

  private final SplittableRandom random;
  private long[][] movedAt = new long[FIRST][];

  Truth(SplittableRandom random) {
    this.random = random;
  }

  /** Moves one of so many keys, whichever, to another cell. */
  void moveOne(int keys, long nowNanos) {
    if (keys == 0) {
      return;
    }
    int key = random.nextInt(keys);
    long[] before = moves(key);
    if (key >= movedAt.length) {
      movedAt = Arrays.copyOf(movedAt, Math.max(key + 1, movedAt.length * 2));
    }
    long[] after = Arrays.copyOf(before, before.length + 1);
    after[before.length] = nowNanos;
    movedAt[key] = after;
  }

  /** The version of a key's cell, from 1. */
  long version(int key) {
    return moves(key).length + 1L;
  }

  String cell(int key) {
    return "cell-" + (key + moves(key).length) % CELLS;
  }

  /**
   * How long an answer has been wrong, in nanoseconds: since the key left the cell of that version;
   * -1 if it is right.
   */
  long wrongFor(int key, long version, long nowNanos) {
    long[] moves = moves(key);
    int behind = (int) (moves.length + 1 - version);
    return behind % CELLS == 0 ? -1 : nowNanos - moves[(int) version - 1];
  }

  private long[] moves(int key) {
    long[] moves = key < movedAt.length ? movedAt[key] : NEVER;
    return moves == null ? NEVER : moves;
  }
}
