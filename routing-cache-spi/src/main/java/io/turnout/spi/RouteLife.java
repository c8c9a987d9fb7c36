// SPDX-License-Identifier: Apache-2.0
package io.turnout.spi;

import java.time.Duration;
import java.util.Objects;

/**
 * How long an answer of an authority may be used, counted from the instant at which the look-up was
 * sent.
 *
 * @param freshFor how long it is fresh; what goes beyond {@code expireAfter} is cut off
 * @param expireAfter how long it may be used at all; zero if it must not be kept
 */
public record RouteLife(Duration freshFor, Duration expireAfter) {

  /** Of a known key, unless something else is said: 5 minutes and 24 hours. */
  public static final RouteLife KNOWN = new RouteLife(Duration.ofMinutes(5), Duration.ofHours(24));

  /** Of an unknown key, unless something else is said: 30 seconds and 1 minute. */
  public static final RouteLife UNKNOWN =
      new RouteLife(Duration.ofSeconds(30), Duration.ofMinutes(1));

  /**
   * Checks both durations.
   *
   * @throws IllegalArgumentException if one is negative
   */
  public RouteLife {
    Objects.requireNonNull(freshFor, "freshFor");
    Objects.requireNonNull(expireAfter, "expireAfter");
    if (freshFor.isNegative() || expireAfter.isNegative()) {
      throw new IllegalArgumentException(
          "fresh-for " + freshFor + " and expire-after " + expireAfter + " must not be negative");
    }
    if (freshFor.compareTo(expireAfter) > 0) {
      freshFor = expireAfter;
    }
  }
}
