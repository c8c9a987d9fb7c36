// SPDX-License-Identifier: Apache-2.0
package io.turnout.store;

import io.turnout.spi.RouteLife;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * The durations that a route sets for itself; for what it leaves out, the defaults count.
 *
 * @param freshFor how long an answer is fresh, not negative; empty for the default
 * @param expireAfter how long an answer may be used at all, not negative; empty for the default
 */
public record LifeSetting(Optional<Duration> freshFor, Optional<Duration> expireAfter) {

  /** Sets nothing. */
  public static final LifeSetting DEFAULT = new LifeSetting(Optional.empty(), Optional.empty());

  /**
   * Checks both durations.
   *
   * @throws IllegalArgumentException if one is negative
   */
  public LifeSetting {
    Objects.requireNonNull(freshFor, "freshFor");
    Objects.requireNonNull(expireAfter, "expireAfter");
    if (freshFor.filter(Duration::isNegative).isPresent()
        || expireAfter.filter(Duration::isNegative).isPresent()) {
      throw new IllegalArgumentException(
          "fresh-for " + freshFor + " and expire-after " + expireAfter + " must not be negative");
    }
  }

  /** Sets both. */
  public static LifeSetting of(RouteLife life) {
    return new LifeSetting(Optional.of(life.freshFor()), Optional.of(life.expireAfter()));
  }

  /** The life that counts where {@code standard} is the default. */
  public RouteLife or(RouteLife standard) {
    return new RouteLife(
        freshFor.orElse(standard.freshFor()), expireAfter.orElse(standard.expireAfter()));
  }
}
