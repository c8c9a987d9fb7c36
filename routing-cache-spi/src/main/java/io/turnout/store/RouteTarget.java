// SPDX-License-Identifier: Apache-2.0
package io.turnout.store;

import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteKey;
import io.turnout.spi.RoutingName;
import java.util.Objects;

/** Where a stored route leads. */
public sealed interface RouteTarget {

  /**
   * To a cell.
   *
   * @param cell a {@linkplain RoutingName routing name}
   */
  record InCell(String cell) implements RouteTarget {

    /**
     * Checks the name.
     *
     * @throws IllegalArgumentException if it is no routing name
     */
    public InCell {
      RoutingName.require(cell, "cell");
    }
  }

  /**
   * To wherever another key leads.
   *
   * @param key the other key
   * @param offset what is added to the other key's version to make the alias's own, 0 to {@link
   *     RouteEntry#MAX_VERSION}
   */
  record AliasOf(RouteKey key, long offset) implements RouteTarget {

    /**
     * Checks both parts.
     *
     * @throws IllegalArgumentException if the offset is out of range
     */
    public AliasOf {
      Objects.requireNonNull(key, "key");
      StoredRoute.requireVersion(offset, "offset");
    }
  }

  /** Nowhere: the key was deleted, and its record keeps the version. */
  record Deleted() implements RouteTarget {}
}
