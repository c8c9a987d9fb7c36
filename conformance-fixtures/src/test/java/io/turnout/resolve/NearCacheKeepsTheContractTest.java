// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import io.turnout.conformance.contract.RouteCacheContract;
import io.turnout.spi.RouteCache;
import io.turnout.spi.RouteClock;
import io.turnout.spi.VirtualTime;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

class NearCacheKeepsTheContractTest extends RouteCacheContract {

  /**
   * The near cache by the way that a layer's copies take into it. It differs in two things, which
   * the resolver around it makes up for. What must not be kept takes the place of an older copy
   * there, so that an expired entry is never promoted. And a removal leaves the removed version
   * behind, below which only an authority is believed that was asked a second time.
   */
  @Override
  protected RouteCache create(RouteClock clock) {
    return new NearCacheAsLayer(
        (VirtualTime) clock,
        new ResolverOptions(
            (key, atLeastVersion) -> new CompletableFuture<>(),
            List.of(),
            Duration.ofMillis(20),
            Optional.of(10_000L),
            Optional.empty(),
            Optional.empty(),
            Duration.ofMillis(250),
            32,
            1_000,
            ResolverOptions.LONGEST_LIFE,
            ResolverOptions.LONGEST_LIFE,
            ResolverOptions.LONGEST_LIFE,
            Duration.ZERO,
            0,
            () -> 0));
  }

  /** Lives are capped, and count from when an entry was loaded. */
  @Override
  protected Duration oldest() {
    return ResolverOptions.LONGEST_LIFE.minusHours(1);
  }
}
