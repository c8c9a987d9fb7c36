// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.spi.AuthorityAnswer;
import io.turnout.spi.RouteAuthority;
import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.api.Test;

/** Real threads, the real clock and the resolver's own scheduler. */
class CellResolverStressTest {

  private static final int THREADS = 4;
  private static final int KEYS = 40;
  private static final int STEPS = 100_000;
  private static final Duration LONG = Duration.ofHours(1);

  private final RouteKey[] keys = new RouteKey[KEYS];
  private final AtomicLongArray truth = new AtomicLongArray(KEYS);
  private final AtomicInteger running = new AtomicInteger();
  private final AtomicInteger mostRunning = new AtomicInteger();

  private AuthorityAnswer answer(RouteKey key) {
    long version = truth.get(Integer.parseInt(key.value()));
    Duration life = version % 7 == 0 ? Duration.ZERO : LONG;
    return version % 5 == 0
        ? new AuthorityAnswer.Unknown(key, version, life, life)
        : new AuthorityAnswer.Known(key, "cell-" + version, version, life, life);
  }

  private static <T> void onAllThreads(ExecutorService pool, List<Callable<T>> work)
      throws Exception {
    List<Future<T>> all = new ArrayList<>();
    for (Callable<T> one : work) {
      all.add(pool.submit(one));
    }
    for (Future<T> one : all) {
      one.get(30, TimeUnit.SECONDS);
    }
  }

  private static Optional<RouteEntry> entry(Resolution resolution) {
    return switch (resolution.kind()) {
      case FRESH -> Optional.of(((Resolution.Fresh) resolution).entry());
      case STALE -> Optional.of(((Resolution.Stale) resolution).entry());
      case UNKNOWN -> Optional.of(((Resolution.Unknown) resolution).entry());
      case EXPIRED, UNAVAILABLE, MISS -> Optional.empty();
    };
  }

  /** One thread's random walk; what it sees of a key never goes backwards. */
  private boolean walk(CellResolver resolver, long seed) throws Exception {
    SplittableRandom random = new SplittableRandom(seed);
    long[] seen = new long[KEYS];
    for (int i = 0; i < STEPS; i++) {
      int number = random.nextInt(KEYS);
      RouteKey key = keys[number];
      switch (random.nextInt(40)) {
        case 0 -> truth.incrementAndGet(number);
        case 1 -> resolver.forget(key, truth.get(number) + random.nextInt(2));
        case 2 -> learn(resolver, number);
        case 3 -> resolver.invalidate(Instant.now());
        case 4 -> resolver.resolve(key).toCompletableFuture().cancel(true);
        default -> {
          long before = seen[number];
          Resolution resolution =
              random.nextBoolean()
                  ? resolver.resolveNow(key)
                  : resolver.resolve(key).toCompletableFuture().get(10, TimeUnit.SECONDS);
          entry(resolution)
              .ifPresent(
                  entry -> {
                    assertThat(entry.key()).isEqualTo(key);
                    assertThat(entry.version()).as("seed %d", seed).isGreaterThanOrEqualTo(before);
                    seen[number] = entry.version();
                  });
        }
      }
    }
    return true;
  }

  private void learn(CellResolver resolver, int number) {
    AuthorityAnswer answer = answer(keys[number]);
    if (answer instanceof AuthorityAnswer.Known known && !known.expireAfter().isZero()) {
      long now = System.currentTimeMillis();
      long end = now + 3_600_000;
      resolver.learn(
          new RouteEntry(known.key(), Optional.of(known.cell()), known.version(), now, end, end));
    }
  }

  private CompletionStage<AuthorityAnswer> asynchronously(ExecutorService pool, RouteKey key) {
    mostRunning.accumulateAndGet(running.incrementAndGet(), Math::max);
    return CompletableFuture.supplyAsync(
        () -> {
          AuthorityAnswer answer = answer(key);
          running.decrementAndGet();
          return answer;
        },
        pool);
  }

  @Test
  void manyThreads_seeNoKeyGoBackwards_andLeaveNothingBehind() throws Exception {
    for (int i = 0; i < KEYS; i++) {
      keys[i] = RouteKey.parse("business:" + i);
      truth.set(i, 1);
    }
    ExecutorService askers = Executors.newFixedThreadPool(THREADS);
    ExecutorService answerers = Executors.newFixedThreadPool(2);
    try (CellResolver resolver =
        CellResolver.builder((key, atLeast) -> asynchronously(answerers, key))
            .nearCache(10_000)
            .authorityConcurrency(3)
            .authorityTimeout(Duration.ofSeconds(10))
            .build()) {
      List<Callable<Boolean>> walks = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        long seed = 77 + i;
        walks.add(() -> walk(resolver, seed));
      }
      onAllThreads(askers, walks);
      answerers.shutdown();
      assertThat(answerers.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
      assertThat(resolver.underWay()).isZero();
    } finally {
      askers.shutdownNow();
      answerers.shutdownNow();
    }
    assertThat(mostRunning.get()).isBetween(1, 3);
  }

  @Test
  void threadsThatMissOneKeyAtOnce_causeOneCall() throws Exception {
    int rounds = 2_000;
    AtomicIntegerArray calls = new AtomicIntegerArray(rounds);
    RouteAuthority counting =
        (key, atLeast) -> {
          calls.incrementAndGet(Integer.parseInt(key.value()));
          return CompletableFuture.completedFuture(
              new AuthorityAnswer.Known(key, "us-1", 1, LONG, LONG));
        };
    ExecutorService pool = Executors.newFixedThreadPool(THREADS);
    CyclicBarrier start = new CyclicBarrier(THREADS);
    try (CellResolver resolver = CellResolver.builder(counting).build()) {
      Callable<Boolean> asker =
          () -> {
            for (int i = 0; i < rounds; i++) {
              RouteKey key = RouteKey.parse("business:" + i);
              start.await(10, TimeUnit.SECONDS);
              Resolution got =
                  resolver.resolve(key).toCompletableFuture().get(10, TimeUnit.SECONDS);
              assertThat(got.cell()).contains("us-1");
            }
            return true;
          };
      onAllThreads(pool, List.of(asker, asker, asker, asker));
    } finally {
      pool.shutdownNow();
    }
    for (int i = 0; i < rounds; i++) {
      assertThat(calls.get(i)).as("calls for key %d", i).isOne();
    }
  }
}
