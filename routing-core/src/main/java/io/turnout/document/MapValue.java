// SPDX-License-Identifier: Apache-2.0
package io.turnout.document;

import java.util.List;
import java.util.Optional;

/**
 * A mapping of texts to values.
 *
 * @param entries its entries in the order of the file, each key once
 * @param at its brace, or the first character of its first key
 */
public record MapValue(List<Entry> entries, Position at) implements Value {

  /** Keeps a copy of the list. */
  public MapValue {
    entries = List.copyOf(entries);
  }

  /**
   * A key and its value.
   *
   * @param key the key; its text counts, whatever its kind
   * @param value the value
   */
  public record Entry(Scalar key, Value value) {}

  /** The value of a key; takes time in proportion to the number of entries. */
  public Optional<Value> get(String key) {
    for (Entry entry : entries) {
      if (entry.key().text().equals(key)) {
        return Optional.of(entry.value());
      }
    }
    return Optional.empty();
  }

  @Override
  public String description() {
    return "a mapping";
  }
}
