// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteKey;
import java.util.Optional;

/**
 * What a snapshot holds of one key. Instants are on the wall clock, in milliseconds.
 *
 * @param version the version that is remembered
 * @param loaded when it was loaded, by the wall clock of the writing
 * @param removed the latest removal
 * @param entry what may be used
 */
record SnapshotKey(
    RouteKey key,
    long version,
    long loaded,
    Optional<Removed> removed,
    Optional<RouteEntry> entry) {

  /** Checks the versions; the entry's parts have checked themselves. */
  SnapshotKey {
    requireVersion(version, RouteEntry.MAX_VERSION);
  }

  /**
   * A removal.
   *
   * @param belowVersion the version below which answers are refused
   * @param at when it happened
   */
  record Removed(long belowVersion, long at) {

    /** Checks the version. */
    Removed {
      requireVersion(belowVersion, RouteEntry.MAX_VERSION + 1);
    }
  }

  private static void requireVersion(long version, long most) {
    if (version < 0 || version > most) {
      throw new IllegalArgumentException("version " + version + " must lie in 0 to " + most);
    }
  }
}
