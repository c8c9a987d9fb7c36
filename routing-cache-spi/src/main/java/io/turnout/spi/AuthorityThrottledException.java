// SPDX-License-Identifier: Apache-2.0
package io.turnout.spi;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Says that the store of a {@link RouteAuthority} refused a call because it gets too many, and not
 * because it is broken. A look-up that fails with it slows its resolver down; one that fails with
 * anything else counts as a breakdown, after enough of which the authority is left alone.
 *
 * <p>Its message is always the same but for the time, so it holds no key. Immutable.
 */
public final class AuthorityThrottledException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final @Nullable Duration retryAfter;

  /** The store does not say when it will take calls again. */
  public AuthorityThrottledException() {
    super("the store refuses the call because it gets too many");
    retryAfter = null;
  }

  /**
   * The store says when it will take calls again.
   *
   * @param retryAfter from now on, zero or more; a resolver may wait less if it is very long
   * @throws IllegalArgumentException if it is negative
   */
  public AuthorityThrottledException(Duration retryAfter) {
    super("the store refuses the call because it gets too many, and wants none for " + retryAfter);
    Objects.requireNonNull(retryAfter, "retryAfter");
    if (retryAfter.isNegative()) {
      throw new IllegalArgumentException("retryAfter must be zero or more, and not " + retryAfter);
    }
    this.retryAfter = retryAfter;
  }

  /** How long the store wants no calls; empty if it does not say. */
  public Optional<Duration> retryAfter() {
    return Optional.ofNullable(retryAfter);
  }
}
