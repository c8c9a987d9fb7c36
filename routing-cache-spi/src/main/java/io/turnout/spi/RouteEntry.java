// SPDX-License-Identifier: Apache-2.0
package io.turnout.spi;

import java.util.Objects;
import java.util.Optional;

/**
 * A cached answer: where a key lives, or that the authority knows no such key.
 *
 * @param key the route key
 * @param cell its cell; empty if the authority knows no such key
 * @param version 0 to {@value #MAX_VERSION}; grows with every change of the key's mapping at the
 *     source of truth
 * @param loadedAt when the look-up that brought it was sent, in milliseconds of the holder's wall
 *     clock
 * @param freshUntil from when it is stale, in milliseconds of the holder's wall clock; at most
 *     {@code expiresAt}
 * @param expiresAt from when it is expired, in milliseconds of the holder's wall clock
 */
public record RouteEntry(
    RouteKey key,
    Optional<String> cell,
    long version,
    long loadedAt,
    long freshUntil,
    long expiresAt) {

  /** The highest version; it fits a structured-field integer. */
  public static final long MAX_VERSION = 999_999_999_999_999L;

  /**
   * Checks every part.
   *
   * @throws IllegalArgumentException if the cell is no routing name, the version is out of range or
   *     {@code freshUntil} lies beyond {@code expiresAt}
   */
  public RouteEntry {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(cell, "cell");
    cell.ifPresent(name -> RoutingName.require(name, "cell"));
    requireVersion(version);
    if (freshUntil > expiresAt) {
      throw new IllegalArgumentException(
          "freshUntil " + freshUntil + " must not lie beyond expiresAt " + expiresAt);
    }
  }

  /** The freshness at {@code nowMillis} of the holder's wall clock. */
  public Freshness freshness(long nowMillis) {
    return Freshness.at(nowMillis, freshUntil, expiresAt);
  }

  static void requireVersion(long version) {
    if (version < 0 || version > MAX_VERSION) {
      throw new IllegalArgumentException("version " + version + " must lie in 0 to " + MAX_VERSION);
    }
  }
}
