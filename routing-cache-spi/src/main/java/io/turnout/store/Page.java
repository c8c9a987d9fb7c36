// SPDX-License-Identifier: Apache-2.0
package io.turnout.store;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * One page of a list. It may hold fewer than were asked for, none even, and not be the last.
 *
 * @param items what is on it
 * @param next where the next page begins, a text of the store's own; empty for the last page
 * @param <T> what is listed
 */
public record Page<T>(List<T> items, Optional<String> next) {

  /** Copies the list. */
  public Page {
    items = List.copyOf(items);
    Objects.requireNonNull(next, "next");
  }
}
