// SPDX-License-Identifier: Apache-2.0
package io.turnout.store;

import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteKey;
import java.util.Objects;
import java.util.Optional;

/**
 * What the source of truth holds of one key.
 *
 * @param key the route key
 * @param target where it leads
 * @param life the durations that it sets for itself
 * @param longestLifeUntil until when copies may be about whose life was longer than the present
 *     one, in milliseconds of the wall clock; 0 if there never were any
 * @param move the move that it is in; empty if it is in none
 * @param stamp the write that made it
 */
public record StoredRoute(
    RouteKey key,
    RouteTarget target,
    LifeSetting life,
    long longestLifeUntil,
    Optional<MoveMark> move,
    WriteStamp stamp) {

  /**
   * Checks that the parts fit together.
   *
   * @throws IllegalArgumentException if {@code longestLifeUntil} is negative, something that is in
   *     no cell is being moved, or a route in a move is not in the cell that the move says
   */
  public StoredRoute {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(target, "target");
    Objects.requireNonNull(life, "life");
    Objects.requireNonNull(move, "move");
    Objects.requireNonNull(stamp, "stamp");
    if (longestLifeUntil < 0) {
      throw new IllegalArgumentException(
          "longestLifeUntil " + longestLifeUntil + " must not be negative");
    }
    if (move.isPresent() && !target.equals(new RouteTarget.InCell(cellIn(move.get())))) {
      throw new IllegalArgumentException(
          "a route in a move that is "
              + move.get().phase()
              + " must lead to the cell "
              + cellIn(move.get()));
    }
  }

  /** The record's own version. */
  public long version() {
    return stamp.version();
  }

  private static String cellIn(MoveMark move) {
    return move.phase() == MoveMark.Phase.MARKED ? move.from() : move.to();
  }

  static void requireVersion(long version, String what) {
    if (version < 0 || version > RouteEntry.MAX_VERSION) {
      throw new IllegalArgumentException(
          what + " " + version + " must lie in 0 to " + RouteEntry.MAX_VERSION);
    }
  }
}
