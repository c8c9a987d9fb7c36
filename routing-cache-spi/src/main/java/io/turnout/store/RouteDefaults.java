// SPDX-License-Identifier: Apache-2.0
package io.turnout.store;

import io.turnout.spi.RouteLife;
import java.util.Objects;

/**
 * The durations that count where a route sets none, as the source of truth keeps them.
 *
 * @param known of a key that leads to a cell
 * @param unknown of a key that does not
 * @param longestLifeUntil until when copies may be about that were given out under longer defaults,
 *     in milliseconds of the wall clock; 0 if there never were any
 * @param stamp the write that made it; version 0 if none did
 */
public record RouteDefaults(
    RouteLife known, RouteLife unknown, long longestLifeUntil, WriteStamp stamp) {

  /** What counts where nothing was ever written. */
  public static final RouteDefaults INITIAL =
      new RouteDefaults(RouteLife.KNOWN, RouteLife.UNKNOWN, 0, new WriteStamp(0, "initial"));

  /**
   * Checks every part.
   *
   * @throws IllegalArgumentException if {@code longestLifeUntil} is negative
   */
  public RouteDefaults {
    Objects.requireNonNull(known, "known");
    Objects.requireNonNull(unknown, "unknown");
    Objects.requireNonNull(stamp, "stamp");
    if (longestLifeUntil < 0) {
      throw new IllegalArgumentException(
          "longestLifeUntil " + longestLifeUntil + " must not be negative");
    }
  }

  /** The version of this record. */
  public long version() {
    return stamp.version();
  }
}
