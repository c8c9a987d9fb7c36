// SPDX-License-Identifier: Apache-2.0
package io.turnout.request;

import io.turnout.request.TextDecoder.Form;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Names and values in the order in which they came, found by name.
 *
 * <p>A pair is four positions in a text. Names that are asked for are found through a hash table,
 * so that many questions about many pairs stay cheap; values are decoded when they are asked for,
 * once. The table is built with the first question, after which no pair is added.
 */
final class Pairs {

  private static final int FIRST_CAPACITY = 8;
  private static final int NONE = -1;
  private static final String[] NO_TEXTS = {};
  private static final int[] NO_NUMBERS = {};

  private final Form form;
  private int count;
  private String[] texts = NO_TEXTS;
  private int[] bounds = NO_NUMBERS;
  private int @Nullable [] heads;
  private int[] following = NO_NUMBERS;
  private @Nullable String[] values = NO_TEXTS;

  /** Pairs whose values are written in a form; names are added as they are compared. */
  Pairs(Form form) {
    this.form = form;
  }

  void add(String text, int nameFrom, int nameTo, int valueFrom, int valueTo) {
    if (count == texts.length) {
      int capacity = Math.max(FIRST_CAPACITY, count * 2);
      texts = Arrays.copyOf(texts, capacity);
      bounds = Arrays.copyOf(bounds, capacity * 4);
    }
    texts[count] = text;
    bounds[count * 4] = nameFrom;
    bounds[count * 4 + 1] = nameTo;
    bounds[count * 4 + 2] = valueFrom;
    bounds[count * 4 + 3] = valueTo;
    count++;
  }

  /** The first pair of a name, or -1. */
  int first(String name) {
    if (count == 0) {
      return NONE;
    }
    int[] table = heads;
    if (table == null) {
      table = index();
    }
    return matching(table[name.hashCode() & (table.length - 1)], name);
  }

  /** The pair of a name that comes after another of it, or -1. */
  int next(int pair, String name) {
    return matching(following[pair], name);
  }

  /** The value of a pair; null if it is no text. */
  @Nullable String value(int pair) {
    String known = values[pair];
    if (known != null) {
      return known;
    }
    String text = texts[pair];
    int from = bounds[pair * 4 + 2];
    int to = bounds[pair * 4 + 3];
    String value =
        isPlain(text, from, to)
            ? text.substring(from, to)
            : TextDecoder.decode(text, from, to, form);
    values[pair] = value;
    return value;
  }

  private int matching(int pair, String name) {
    int i = pair;
    while (i >= 0 && !isNamed(i, name)) {
      i = following[i];
    }
    return i;
  }

  private boolean isNamed(int pair, String name) {
    int from = bounds[pair * 4];
    int length = bounds[pair * 4 + 1] - from;
    return length == name.length() && texts[pair].startsWith(name, from);
  }

  private int[] index() {
    int[] table = new int[Math.max(FIRST_CAPACITY, Integer.highestOneBit(count) << 1)];
    Arrays.fill(table, NONE);
    following = new int[count];
    values = new String[count];
    for (int i = count - 1; i >= 0; i--) {
      int slot = nameHash(i) & (table.length - 1);
      following[i] = table[slot];
      table[slot] = i;
    }
    heads = table;
    return table;
  }

  /** The hash that {@link String#hashCode} gives for the name. */
  private int nameHash(int pair) {
    int hash = 0;
    for (int i = bounds[pair * 4]; i < bounds[pair * 4 + 1]; i++) {
      hash = 31 * hash + texts[pair].charAt(i);
    }
    return hash;
  }

  private boolean isPlain(String text, int from, int to) {
    if (form == Form.PLAIN) {
      return true;
    }
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      if (c == '%' || c == '+' || c >= 0x80) {
        return false;
      }
    }
    return true;
  }
}
