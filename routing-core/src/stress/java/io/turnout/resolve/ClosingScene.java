// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import io.turnout.spi.AuthorityAnswer;
import io.turnout.spi.RouteCache;
import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Does everything with a resolver whose layer and authority answer only sometimes. */
final class ClosingScene {

  private static final int KEYS = 3;
  private static final int STEPS = 12;
  private static final Duration LIFE = Duration.ofHours(1);

  private final Queue<CompletableFuture<Resolution>> asked = new ConcurrentLinkedQueue<>();
  private final Queue<Runnable> pending = new ConcurrentLinkedQueue<>();

  /** A layer that never answers before it is told to. */
  private final class Hanging implements RouteCache {

    @Override
    public String name() {
      return "hanging";
    }

    @Override
    public CompletionStage<Optional<RouteEntry>> get(RouteKey key) {
      return later(Optional.empty());
    }

    @Override
    public CompletionStage<Void> put(RouteEntry entry) {
      return CompletableFuture.completedStage(null);
    }

    @Override
    public CompletionStage<Void> remove(RouteKey key, long belowVersion) {
      return CompletableFuture.completedStage(null);
    }
  }

  /** A resolver of this kind, with or without the layer. */
  CellResolver.Builder resolver(boolean layered) {
    CellResolver.Builder builder =
        CellResolver.builder(
                (key, atLeast) -> later(new AuthorityAnswer.Known(key, "us-1", 1, LIFE, LIFE)))
            .authorityConcurrency(2)
            .nearCache(100);
    return layered ? builder.layer(new Hanging()) : builder;
  }

  private <T> CompletionStage<T> later(T value) {
    CompletableFuture<T> stage = new CompletableFuture<>();
    pending.add(() -> stage.complete(value));
    return stage;
  }

  /** Uses the resolver in every way; closes it in between if told so. */
  void use(CellResolver resolver, boolean closes, SplittableRandom random) {
    int closing = closes ? random.nextInt(STEPS) : STEPS;
    for (int i = 0; i < STEPS; i++) {
      if (i == closing) {
        resolver.close();
      }
      RouteKey key = RouteKey.parse("business:" + random.nextInt(KEYS));
      switch (random.nextInt(8)) {
        case 0 -> resolver.forget(key, random.nextInt(4));
        case 1 -> learn(resolver, key, random);
        case 2 -> resolver.invalidate(Instant.now());
        case 3, 4 -> answerOne();
        default -> asked.add(resolver.resolve(key).toCompletableFuture());
      }
    }
  }

  private static void learn(CellResolver resolver, RouteKey key, SplittableRandom random) {
    long now = System.currentTimeMillis() - 1_000;
    long fresh = now + random.nextInt(2_000);
    resolver.learn(
        new RouteEntry(
            key, Optional.of("us-2"), random.nextInt(4), now, fresh, now + LIFE.toMillis()));
  }

  private void answerOne() {
    Runnable one = pending.poll();
    if (one != null) {
      one.run();
    }
  }

  /** Everything that was asked for, to be found complete. */
  Queue<CompletableFuture<Resolution>> asked() {
    return asked;
  }

  /** Forgets the round. */
  void clear() {
    asked.clear();
    pending.clear();
  }
}
