// SPDX-License-Identifier: Apache-2.0
package io.turnout.match;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A hash table whose keys are compared with slices of a text, so that no slice becomes a string of
 * its own. Immutable.
 *
 * <p>The keys come from the rule file, so nobody who sends requests can make them collide.
 */
final class SliceTable<V> {

  private static final int SEARCHED_IN_ORDER = 4;

  private final String[] keys;
  private final List<V> values;
  private final int[] slots;

  SliceTable(Map<String, V> entries) {
    this.keys = entries.keySet().toArray(String[]::new);
    this.values = new ArrayList<>(entries.values());
    this.slots = new int[Integer.highestOneBit(keys.length + 1) * 4];
    Arrays.fill(slots, -1);
    for (int i = 0; i < keys.length; i++) {
      int slot = slot(hash(0, keys[i], 0, keys[i].length()));
      while (slots[slot] >= 0) {
        slot = (slot + 1) & (slots.length - 1);
      }
      slots[slot] = i;
    }
  }

  /** The value of the key that is one slice of a text. */
  @Nullable V find(String text, int from, int to) {
    return find(text, from, to, to, to);
  }

  /** The value of the key that is one slice of a text and then another. */
  @Nullable V find(String text, int from, int to, int thenFrom, int thenTo) {
    if (keys.length <= SEARCHED_IN_ORDER) {
      for (int i = 0; i < keys.length; i++) {
        if (isKey(i, text, from, to, thenFrom, thenTo)) {
          return values.get(i);
        }
      }
      return null;
    }
    int slot = slot(hash(hash(0, text, from, to), text, thenFrom, thenTo));
    while (slots[slot] >= 0) {
      if (isKey(slots[slot], text, from, to, thenFrom, thenTo)) {
        return values.get(slots[slot]);
      }
      slot = (slot + 1) & (slots.length - 1);
    }
    return null;
  }

  private boolean isKey(int i, String text, int from, int to, int thenFrom, int thenTo) {
    String key = keys[i];
    int first = to - from;
    int second = thenTo - thenFrom;
    return key.length() == first + second
        && text.regionMatches(from, key, 0, first)
        && text.regionMatches(thenFrom, key, first, second);
  }

  private int slot(int hash) {
    return (hash ^ hash >>> 16) & (slots.length - 1);
  }

  private static int hash(int start, String text, int from, int to) {
    int hash = start;
    for (int i = from; i < to; i++) {
      hash = 31 * hash + text.charAt(i);
    }
    return hash;
  }
}
