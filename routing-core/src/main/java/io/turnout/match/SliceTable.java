// SPDX-License-Identifier: Apache-2.0
package io.turnout.match;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A hash table whose keys are compared with slices of a text, so that no slice becomes a string of
 * its own. Immutable; at least half of its slots are free.
 *
 * <p>The keys come from the rule file, so nobody who sends requests can make them collide.
 */
final class SliceTable<V> {

  /** The hash of no text; {@link #hash} goes on from it, character by character. */
  static final int NO_TEXT = 0;

  private final @Nullable String[] keys;
  private final int[] hashes;
  private final V[] values;

  SliceTable(Map<String, V> entries) {
    int slots = Integer.highestOneBit(entries.size() + 1) * 4;
    this.keys = new String[slots];
    this.hashes = new int[slots];
    this.values = newArray(slots);
    entries.forEach(
        (key, value) -> {
          int hash = hash(NO_TEXT, key, 0, key.length());
          int slot = slot(hash);
          while (keys[slot] != null) {
            slot = (slot + 1) & (slots - 1);
          }
          keys[slot] = key;
          hashes[slot] = hash;
          values[slot] = value;
        });
  }

  /** The hash of a slice that follows the text of an earlier hash. */
  static int hash(int before, String text, int from, int to) {
    int hash = before;
    for (int i = from; i < to; i++) {
      hash = hash(hash, text.charAt(i));
    }
    return hash;
  }

  /** The hash of a character that follows the text of an earlier hash. */
  static int hash(int before, char c) {
    return 31 * before + c;
  }

  /** The value of the key that is a slice of a text with this hash. */
  @Nullable V find(int hash, String text, int from, int to) {
    int slot = slot(hash);
    String key;
    while ((key = keys[slot]) != null) {
      if (hashes[slot] == hash && key.length() == to - from && text.startsWith(key, from)) {
        return values[slot];
      }
      slot = (slot + 1) & (hashes.length - 1);
    }
    return null;
  }

  /** The value of the key that is the beginning and the end of a slice, both of given lengths. */
  @Nullable V findAround(String text, int from, int to, int prefix, int suffix) {
    int hash = hash(hash(NO_TEXT, text, from, from + prefix), text, to - suffix, to);
    int slot = slot(hash);
    String key;
    while ((key = keys[slot]) != null) {
      if (hashes[slot] == hash
          && key.length() == prefix + suffix
          && text.regionMatches(from, key, 0, prefix)
          && text.regionMatches(to - suffix, key, prefix, suffix)) {
        return values[slot];
      }
      slot = (slot + 1) & (hashes.length - 1);
    }
    return null;
  }

  private int slot(int hash) {
    return (hash ^ hash >>> 16) & (hashes.length - 1);
  }

  @SuppressWarnings("unchecked") // only values of this type are put in, and only they come out
  private static <V> V[] newArray(int length) {
    return (V[]) new Object[length];
  }
}
