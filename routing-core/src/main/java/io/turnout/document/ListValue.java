// SPDX-License-Identifier: Apache-2.0
package io.turnout.document;

import java.util.List;

/**
 * A sequence of values.
 *
 * @param items the values, in order
 * @param at its bracket, or its first dash
 */
public record ListValue(List<Value> items, Position at) implements Value {

  /** Keeps a copy of the list. */
  public ListValue {
    items = List.copyOf(items);
  }

  @Override
  public String description() {
    return "a list";
  }
}
