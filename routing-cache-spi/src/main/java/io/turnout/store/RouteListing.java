// SPDX-License-Identifier: Apache-2.0
package io.turnout.store;

import java.util.Objects;
import java.util.Optional;

/**
 * Which routes to list, and from where on.
 *
 * @param prefix what the text form of a key begins with; empty for all
 * @param cell the cell that they lead to by themselves, not through an alias; empty for any
 * @param deleted whether records of deleted keys are listed, too
 * @param limit the most that come on one page, 1 to {@value #MAX_LIMIT}
 * @param after where the page before ended, as {@link Page#next} said; empty for the first
 */
public record RouteListing(
    String prefix, Optional<String> cell, boolean deleted, int limit, Optional<String> after) {

  /** The most routes on one page. */
  public static final int MAX_LIMIT = 1000;

  /** The first page of all routes that are not deleted. */
  public static final RouteListing ALL =
      new RouteListing("", Optional.empty(), false, MAX_LIMIT, Optional.empty());

  /**
   * Checks the limit.
   *
   * @throws IllegalArgumentException if it is out of range
   */
  public RouteListing {
    Objects.requireNonNull(prefix, "prefix");
    Objects.requireNonNull(cell, "cell");
    Objects.requireNonNull(after, "after");
    requireLimit(limit);
  }

  /**
   * Checks how many a page may hold.
   *
   * @throws IllegalArgumentException if it is not 1 to {@value #MAX_LIMIT}
   */
  public static void requireLimit(int limit) {
    if (limit < 1 || limit > MAX_LIMIT) {
      throw new IllegalArgumentException("limit " + limit + " must lie in 1 to " + MAX_LIMIT);
    }
  }

  /** The page that follows one. */
  public RouteListing from(String next) {
    return new RouteListing(prefix, cell, deleted, limit, Optional.of(next));
  }
}
