// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import io.turnout.CellRouter;
import io.turnout.Tier;
import io.turnout.analyze.Explanation;
import io.turnout.resolve.CellResolver;
import io.turnout.rules.RuleSet;
import io.turnout.spi.AuthorityAnswer;
import io.turnout.spi.RouteAuthority;
import io.turnout.spi.RouteClock;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;

/**
 * Where a request is decided.
 *
 * @param tier the tier
 * @param bodyLimitBytes the most that the tier reads of a body
 * @param keys what becomes of a key
 * @param time the time that tokens are held against
 */
record Setting(Tier tier, int bodyLimitBytes, Keys keys, Instant time) {

  /** What becomes of a key. */
  enum Keys {
    /** It is looked up. */
    LOOKED_UP,
    /** It is found, and that is all. */
    FOUND_ONLY
  }

  /** An authority for those who leave it at finding keys; what it says is never shown. */
  static RouteAuthority nobody() {
    return (key, atLeastVersion) ->
        CompletableFuture.completedFuture(
            new AuthorityAnswer.Unknown(key, atLeastVersion, Duration.ZERO, Duration.ZERO));
  }

  /**
   * An authority that has every key in some cell, so that what does not depend on the cell is
   * decided as for a known key; which cell it says is never shown.
   */
  static RouteAuthority somewhere(RuleSet rules) {
    String cell = rules.cells().stream().findFirst().orElse("somewhere");
    Duration life = Duration.ofMinutes(1);
    return (key, atLeastVersion) ->
        CompletableFuture.completedFuture(
            new AuthorityAnswer.Known(key, cell, Math.max(1, atLeastVersion), life, life));
  }

  /** Decides a request, and says how. */
  Explanation explain(RuleSet rules, GivenRequest request, RouteAuthority authority) {
    try (CellResolver resolver = CellResolver.builder(authority).build()) {
      CellRouter router =
          CellRouter.builder(rules, resolver)
              .tier(tier)
              .bodyLimit(bodyLimitBytes)
              .clock(new FixedClock(time))
              .build();
      return Explanation.of(router, request, ByteBuffer.wrap(request.content()))
          .toCompletableFuture()
          .join();
    }
  }

  /** A wall clock that stands still. */
  private record FixedClock(Instant time) implements RouteClock {
    @Override
    public long wallMillis() {
      return time.toEpochMilli();
    }

    @Override
    public long nanos() {
      return System.nanoTime();
    }
  }
}
