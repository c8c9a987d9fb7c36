// SPDX-License-Identifier: Apache-2.0
package io.turnout.promise;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.Seeds;
import io.turnout.resolve.CellResolver;
import io.turnout.resolve.Resolution;
import io.turnout.spi.AuthorityAnswer;
import io.turnout.spi.RouteAuthority;
import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteKey;
import io.turnout.spi.VirtualTime;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/**
 * No request is routed by an entry that is expired on the router's clock, and while a router
 * remembers a key it never goes back to an older version of it.
 */
class Promise3NeverBeyondExpiryTest {

  private static final RouteKey KEY = RouteKey.parse("business:1");
  private static final int SEEDS = 500;
  private static final int STEPS = 60;

  @Test
  void entriesInAnyOrder_neverServeBeyondExpiryOrBackwards() {
    for (long seed : Seeds.of(SEEDS)) {
      Random random = new Random(seed);
      VirtualTime time = new VirtualTime(1_000_000);
      RouteAuthority away =
          (key, atLeast) -> CompletableFuture.failedFuture(new IllegalStateException("away"));
      try (CellResolver resolver = resolver(away, time)) {
        long highest = 0;
        for (int step = 0; step < STEPS; step++) {
          long now = time.wallMillis();
          long fresh = now + random.nextInt(2_000) - 500;
          long version = random.nextInt(20);
          resolver.learn(
              new RouteEntry(
                  KEY,
                  Optional.of("cell-" + version),
                  version,
                  now - random.nextInt(500),
                  fresh,
                  fresh + random.nextInt(3_000)));
          time.advance(Duration.ofMillis(random.nextInt(700)));
          Resolution resolution = resolver.resolveNow(KEY);
          if (resolution.cell().isPresent()) {
            RouteEntry served = entry(resolution);
            assertThat(served.expiresAt()).as("seed %d", seed).isGreaterThan(time.wallMillis());
            assertThat(served.version()).as("seed %d", seed).isGreaterThanOrEqualTo(highest);
            highest = served.version();
          }
        }
      }
    }
  }

  @Test
  void authorityThatHangs_doesNotStretchALife() {
    VirtualTime time = new VirtualTime(0);
    AtomicLong calls = new AtomicLong();
    RouteAuthority onceThenSilent =
        (key, atLeast) ->
            calls.getAndIncrement() == 0
                ? CompletableFuture.completedFuture(
                    new AuthorityAnswer.Known(
                        key, "us-1", 1, Duration.ofSeconds(10), Duration.ofSeconds(20)))
                : new CompletableFuture<>();
    try (CellResolver resolver = resolver(onceThenSilent, time)) {
      resolver.resolve(KEY);
      time.settle();
      time.advance(Duration.ofMillis(19_999));
      assertThat(resolver.resolveNow(KEY).kind()).isEqualTo(Resolution.Kind.STALE);
      time.advance(Duration.ofMillis(1));
      assertThat(resolver.resolveNow(KEY)).isEqualTo(Resolution.Miss.EXPIRED);
    }
  }

  private static RouteEntry entry(Resolution resolution) {
    return resolution instanceof Resolution.Fresh fresh
        ? fresh.entry()
        : ((Resolution.Stale) resolution).entry();
  }

  private static CellResolver resolver(RouteAuthority authority, VirtualTime time) {
    return CellResolver.builder(authority)
        .nearCache(100)
        .clock(time)
        .scheduler(time)
        .freshnessSpread(0)
        .build();
  }
}
