// SPDX-License-Identifier: Apache-2.0
package io.turnout.spi;

import java.time.Duration;
import java.util.Objects;

/**
 * What the authority says of one key. That it could not be asked is no answer: then the stage
 * fails.
 *
 * <p>Durations count from the instant at which the look-up was sent. An answer whose {@code
 * expireAfter} is zero is uncacheable: it serves the requests that asked for it and no other.
 */
public sealed interface AuthorityAnswer {

  /** The key that was asked for. */
  RouteKey key();

  /** The version of the mapping, 0 to {@link RouteEntry#MAX_VERSION}. */
  long version();

  /** How long the answer is fresh; not negative. */
  Duration freshFor();

  /** How long the answer may be used at all; not negative, and zero if it must not be kept. */
  Duration expireAfter();

  /**
   * The key lives in a cell.
   *
   * @param cell the cell, a {@linkplain RoutingName routing name}
   */
  record Known(RouteKey key, String cell, long version, Duration freshFor, Duration expireAfter)
      implements AuthorityAnswer {

    /**
     * Checks every part.
     *
     * @throws IllegalArgumentException if one is outside its bounds
     */
    public Known {
      RoutingName.require(cell, "cell");
      check(key, version, freshFor, expireAfter);
    }
  }

  /** The authority knows no such key. */
  record Unknown(RouteKey key, long version, Duration freshFor, Duration expireAfter)
      implements AuthorityAnswer {

    /**
     * Checks every part.
     *
     * @throws IllegalArgumentException if one is outside its bounds
     */
    public Unknown {
      check(key, version, freshFor, expireAfter);
    }
  }

  private static void check(RouteKey key, long version, Duration freshFor, Duration expireAfter) {
    Objects.requireNonNull(key, "key");
    RouteEntry.requireVersion(version);
    Objects.requireNonNull(freshFor, "freshFor");
    Objects.requireNonNull(expireAfter, "expireAfter");
    if (freshFor.isNegative() || expireAfter.isNegative()) {
      throw new IllegalArgumentException(
          "fresh-for " + freshFor + " and expire-after " + expireAfter + " must not be negative");
    }
  }
}
