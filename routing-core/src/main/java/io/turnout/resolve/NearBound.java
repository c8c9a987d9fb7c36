// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

/**
 * How much the near cache may hold.
 *
 * @param unit what is counted
 * @param most how many of it
 */
record NearBound(Unit unit, long most) {

  /** What a bound counts. */
  enum Unit {
    /** Keys, whatever they weigh. */
    KEYS,
    /** Bytes of the heap, as {@link NearBound#bytes} estimates them. */
    BYTES
  }

  /**
   * What each key costs beside its texts, in bytes: its place in the cache and in the tables, its
   * {@link NearEntry} and {@code RouteKey}.
   */
  private static final int KEY_BYTES = 192;

  /** The same for what an entry adds to a remembered version: its answer. */
  private static final int ENTRY_BYTES = 16;

  /** The same for a removal that is remembered: a {@link Removal} and an {@link Upkeep}. */
  private static final int REMOVAL_BYTES = 80;

  /** A text's object and the head of its characters. */
  private static final int TEXT_BYTES = 40;

  private static final int ALIGNMENT_BYTES = 8;

  int weigh(NearEntry held) {
    return unit == Unit.BYTES ? bytes(held) : 1;
  }

  /** About how many keys that makes. */
  long aboutKeys() {
    return unit == Unit.BYTES
        ? Math.max(1, most / (KEY_BYTES + ENTRY_BYTES + 2 * TEXT_BYTES))
        : most;
  }

  /**
   * What a key takes of the heap, on a virtual machine with compressed references. Its texts are
   * not taken to be shared, the name of its cell is.
   */
  static int bytes(NearEntry held) {
    int bytes = KEY_BYTES + bytes(held.key.namespace()) + bytes(held.key.value());
    return bytes
        + (held.isTombstone() ? 0 : ENTRY_BYTES)
        + (held.removal() == null ? 0 : REMOVAL_BYTES);
  }

  private static int bytes(String text) {
    int length = text.length();
    int wide = text.chars().anyMatch(c -> c > 0xff) ? 2 * length : length;
    return TEXT_BYTES + (wide + ALIGNMENT_BYTES - 1) / ALIGNMENT_BYTES * ALIGNMENT_BYTES;
  }
}
