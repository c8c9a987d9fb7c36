// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.spi.AuthorityAnswer;
import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteKey;
import io.turnout.spi.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Everything is invalidated while a layer's copy, or an answer of the authority, is on its way into
 * the near cache: who asks afterwards is told neither.
 */
final class InvalidationStress implements StressScene {

  private static final RouteKey KEY = RouteKey.parse("business:1");
  private static final long OLD = 1;
  private static final long NEW = 2;
  private static final int STEPS = 4;

  private final VirtualTime time = new VirtualTime(1_000_000_000_000L);
  private final Queue<CompletableFuture<Resolution>> afterwards = new ConcurrentLinkedQueue<>();
  private final Queue<CompletableFuture<Resolution>> before = new ConcurrentLinkedQueue<>();
  private volatile RouteEntry copy = entry(OLD);
  private volatile boolean invalidated;
  private CellResolver resolver = newResolver();

  private RouteEntry entry(long version) {
    long loadedAt = time.wallMillis() - 10_000;
    long end = time.wallMillis() + 3_600_000;
    return new RouteEntry(KEY, Optional.of("cell-" + version), version, loadedAt, end, end);
  }

  private CellResolver newResolver() {
    return CellResolver.builder((key, atLeast) -> CompletableFuture.completedStage(answer()))
        .clock(time)
        .scheduler(time)
        .layer(new OneCopy(copy))
        .nearCache(100)
        .build();
  }

  private static AuthorityAnswer answer() {
    Duration life = Duration.ofHours(1);
    return new AuthorityAnswer.Known(KEY, "cell-" + NEW, NEW, life, life);
  }

  @Override
  public void begin(SplittableRandom random) {
    afterwards.clear();
    before.clear();
    invalidated = false;
    copy = entry(OLD);
    resolver = newResolver();
    if (random.nextInt(3) == 0) {
      resolver.learn(copy);
    }
  }

  @Override
  public void act(int thread, SplittableRandom random) {
    if (thread == 0) {
      for (int spins = random.nextInt(200); spins > 0; spins--) {
        Thread.onSpinWait();
      }
      resolver.invalidate(Instant.ofEpochMilli(time.wallMillis()));
      invalidated = true;
    }
    for (int i = 0; i < STEPS; i++) {
      boolean after = invalidated;
      Resolution now = resolver.resolveNow(KEY);
      if (after && now.kind() == Resolution.Kind.FRESH) {
        assertThat(((Resolution.Fresh) now).entry().version()).isEqualTo(NEW);
      }
      (after ? afterwards : before).add(resolver.resolve(KEY).toCompletableFuture());
    }
  }

  @Override
  public void end() {
    time.settle();
    for (CompletableFuture<Resolution> asked : before) {
      assertThat(asked).isCompleted();
    }
    for (CompletableFuture<Resolution> asked : afterwards) {
      assertThat(asked).isCompleted();
      assertThat(asked.join()).isInstanceOf(Resolution.Fresh.class);
      assertThat(((Resolution.Fresh) asked.join()).entry().version()).isEqualTo(NEW);
    }
    assertThat(resolver.underWay()).isZero();
    resolver.close();
    time.advance(NearCache.MAINTENANCE_DELAY);
    assertThat(time.waiting()).as("tasks").isZero();
  }
}
