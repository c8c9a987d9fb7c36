// SPDX-License-Identifier: Apache-2.0
package io.turnout.plan;

import io.turnout.spi.RouteClock;
import java.util.Objects;

/**
 * What a tier brings to the rules that it runs.
 *
 * @param bodyLimitBytes the most that it reads of a body, 0 or more
 * @param handingOn whether it has an authority tier behind it
 * @param clock what the times in tokens are held against
 * @param verifiedTokens the most tokens that it remembers as verified, 0 or more; 0 verifies each
 *     token each time
 */
public record TierTraits(
    int bodyLimitBytes, HandingOn handingOn, RouteClock clock, int verifiedTokens) {

  /** How many verified tokens a tier remembers unless it is told otherwise. */
  public static final int DEFAULT_VERIFIED_TOKENS = 10_000;

  /** Whether a tier can hand a request to an authority tier. */
  public enum HandingOn {
    /** It can, so the action {@code authority} can be taken. */
    POSSIBLE,
    /** It cannot, so the action {@code authority} is passed over. */
    IMPOSSIBLE
  }

  /**
   * Checks the parts.
   *
   * @throws IllegalArgumentException if a number is negative
   */
  public TierTraits {
    Objects.requireNonNull(handingOn, "handingOn");
    Objects.requireNonNull(clock, "clock");
    if (bodyLimitBytes < 0 || verifiedTokens < 0) {
      throw new IllegalArgumentException(
          "bodyLimitBytes "
              + bodyLimitBytes
              + " and verifiedTokens "
              + verifiedTokens
              + " must be 0 or more");
    }
  }

  /** A tier that reads any body, and remembers as many tokens as usual. */
  public static TierTraits of(HandingOn handingOn, RouteClock clock) {
    return new TierTraits(Integer.MAX_VALUE, handingOn, clock, DEFAULT_VERIFIED_TOKENS);
  }

  /** The same tier with another limit of bodies, in bytes. */
  public TierTraits withBodyLimitBytes(int bodyLimitBytes) {
    return new TierTraits(bodyLimitBytes, handingOn, clock, verifiedTokens);
  }

  /** Whether it can hand a request to an authority tier. */
  public boolean canHandOn() {
    return handingOn == HandingOn.POSSIBLE;
  }
}
