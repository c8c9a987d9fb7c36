// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import io.turnout.spi.RouteClock;
import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteKey;

/**
 * What is offered to the near cache.
 *
 * @param raw the entry as it came, for the layers
 * @param rawLife its times on the monotonic clock
 * @param entry the entry, its times capped and spread
 * @param life the same times on the monotonic clock
 * @param order the look-up's place among all look-ups and removals, or {@link #UNORDERED}
 * @param insistedOn the version that the authority was asked for a second time, so that a lower
 *     answer is final; 0 if it was not
 */
record Candidate(
    RouteEntry raw, Life rawLife, RouteEntry entry, Life life, long order, long insistedOn) {

  /** The order of what no look-up of this resolver brought. */
  static final long UNORDERED = -1;

  /**
   * The entry as it came, for a layer. What it has left is told by the wall clock of now, so that a
   * jump of that clock since it was loaded lengthens nothing.
   */
  RouteEntry copy(RouteClock clock) {
    long now = clock.nanos();
    long wall = clock.wallMillis();
    return new RouteEntry(
        raw.key(),
        raw.cell(),
        raw.version(),
        raw.loadedAt(),
        wall + Math.floorDiv(rawLife.fresh() - now, 1_000_000L),
        wall + Math.floorDiv(rawLife.expires() - now, 1_000_000L));
  }

  RouteKey key() {
    return entry.key();
  }

  long version() {
    return entry.version();
  }

  /** Whether it may be kept at all. */
  boolean isCacheable() {
    return life.expires() != life.loaded();
  }
}
