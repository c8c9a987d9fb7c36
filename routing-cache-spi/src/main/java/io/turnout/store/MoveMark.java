// SPDX-License-Identifier: Apache-2.0
package io.turnout.store;

import io.turnout.spi.RoutingName;
import java.util.Objects;

/**
 * That a key is being moved, and how far the move has come. While a route bears one, no answer
 * about it may be kept.
 *
 * @param id names the move among all moves
 * @param from the cell that it leaves
 * @param to the cell that it goes to
 * @param phase how far it has come
 * @param due when its next step may be taken, in milliseconds of the wall clock of whoever took the
 *     last one; {@link #NOT_KNOWN_YET} from the mark until the wait has been reckoned
 */
public record MoveMark(String id, String from, String to, Phase phase, long due) {

  /**
   * What {@link #due} is as long as nobody has reckoned how long to wait: an instant never reached.
   */
  public static final long NOT_KNOWN_YET = Long.MAX_VALUE;

  /** How far a move has come. */
  public enum Phase {
    /** The key still leads to the old cell, and copies of it run out. It can be undone. */
    MARKED,
    /** The key leads to the new cell. It cannot be undone, only moved back. */
    FLIPPED
  }

  /**
   * Checks every part.
   *
   * @throws IllegalArgumentException if the id is empty or a cell is no routing name
   */
  public MoveMark {
    Objects.requireNonNull(phase, "phase");
    if (Objects.requireNonNull(id, "id").isEmpty()) {
      throw new IllegalArgumentException("a move must have an id");
    }
    RoutingName.require(from, "from");
    RoutingName.require(to, "to");
  }
}
