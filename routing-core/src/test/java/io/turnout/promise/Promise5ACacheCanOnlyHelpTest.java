// SPDX-License-Identifier: Apache-2.0
package io.turnout.promise;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.Seeds;
import io.turnout.resolve.CellResolver;
import io.turnout.resolve.Resolution;
import io.turnout.spi.AuthorityAnswer;
import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteKey;
import io.turnout.spi.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/**
 * A cache can only help: whatever the near cache holds, was told, lost or had to give up never
 * fails a request that the authority can answer.
 */
class Promise5ACacheCanOnlyHelpTest {

  private static final int SEEDS = 2_000;
  private static final int STEPS = 60;
  private static final int KEYS = 6;

  private final VirtualTime time = new VirtualTime(1_000_000);
  private long version = 1;
  private int asked;

  private CompletableFuture<AuthorityAnswer> answer(RouteKey key) {
    asked++;
    return CompletableFuture.completedFuture(
        new AuthorityAnswer.Known(
            key, "us-1", version, Duration.ofMillis(20), Duration.ofMillis(40)));
  }

  private static long version(Random random) {
    return random.nextBoolean() ? RouteEntry.MAX_VERSION - random.nextInt(3) : random.nextInt(9);
  }

  /** An entry that lies about its version, its times, or both. */
  private RouteEntry lie(RouteKey key, Random random) {
    long loadedAt = time.wallMillis() - random.nextInt(60) + 10;
    long freshUntil = loadedAt + random.nextInt(50) - 10;
    Optional<String> cell = random.nextInt(4) == 0 ? Optional.empty() : Optional.of("eu-1");
    return new RouteEntry(
        key, cell, version(random), loadedAt, freshUntil, freshUntil + random.nextInt(50));
  }

  private void step(CellResolver resolver, RouteKey key, Random random) {
    switch (random.nextInt(6)) {
      case 0 -> resolver.learn(lie(key, random));
      case 1 -> resolver.forget(key, version(random) + random.nextInt(2));
      case 2 -> resolver.invalidate(Instant.ofEpochMilli(time.wallMillis() - random.nextInt(9)));
      case 3 -> time.jumpWall(Duration.ofMillis(random.nextInt(4_000) - 2_000));
      case 4 -> version = version(random);
      default -> time.advance(Duration.ofMillis(random.nextInt(30)));
    }
  }

  @Test
  void whateverTheCacheWasTold_theAuthoritysAnswerServes() {
    for (long seed : Seeds.of(SEEDS)) {
      Random random = new Random(seed);
      try (CellResolver resolver =
          CellResolver.builder((key, atLeast) -> answer(key))
              .nearCache(3)
              .clock(time)
              .scheduler(time)
              .build()) {
        for (int i = 0; i < STEPS; i++) {
          RouteKey key = new RouteKey("business", "" + random.nextInt(KEYS));
          step(resolver, key, random);
          CompletableFuture<Resolution> answer = resolver.resolve(key).toCompletableFuture();
          time.settle();
          assertThat(answer).as("seed %d, step %d", seed, i).isCompleted();
          assertThat(answer.join().kind())
              .as("seed %d, step %d", seed, i)
              .isIn(Resolution.Kind.FRESH, Resolution.Kind.STALE, Resolution.Kind.UNKNOWN);
        }
      }
    }
    assertThat(asked).isGreaterThan(SEEDS);
  }
}
