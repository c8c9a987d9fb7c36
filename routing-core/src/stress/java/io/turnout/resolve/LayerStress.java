// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.spi.RouteCache;
import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteKey;
import io.turnout.spi.VirtualTime;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * More reads of a layer than may run, which are answered, fail and take too long while others wait
 * for their places: each reader hears once, and afterwards no place, timer or permit is missing.
 */
final class LayerStress implements StressScene {

  private static final Duration TIMEOUT = Duration.ofMillis(20);
  private static final int STEPS = 200;
  private static final int KEYS = 300;

  private final VirtualTime time = new VirtualTime(0);
  private final Queue<AtomicInteger> readers = new ConcurrentLinkedQueue<>();
  private final Queue<Runnable> pending = new ConcurrentLinkedQueue<>();
  private volatile boolean broken;
  private volatile boolean slow = true;
  private LayerGuard guard = newGuard();

  /** A layer that holds nothing, at its leisure. */
  private final class Leisurely implements RouteCache {

    @Override
    public String name() {
      return "leisurely";
    }

    @Override
    public CompletionStage<Optional<RouteEntry>> get(RouteKey key) {
      return later(Optional.empty());
    }

    @Override
    public CompletionStage<Map<RouteKey, RouteEntry>> getAll(Collection<RouteKey> keys) {
      return later(Map.of());
    }

    @Override
    public CompletionStage<Void> put(RouteEntry entry) {
      return CompletableFuture.completedStage(null);
    }

    @Override
    public CompletionStage<Void> remove(RouteKey key, long belowVersion) {
      return CompletableFuture.completedStage(null);
    }

    private <T> CompletionStage<T> later(T value) {
      if (!slow) {
        return CompletableFuture.completedStage(value);
      }
      CompletableFuture<T> stage = new CompletableFuture<>();
      boolean fails = broken;
      pending.add(
          () -> {
            if (fails) {
              stage.completeExceptionally(new IllegalStateException("down"));
            } else {
              stage.complete(value);
            }
          });
      return stage;
    }
  }

  private LayerGuard newGuard() {
    ResolverOptions options =
        StressOptions.of((key, atLeast) -> new CompletableFuture<>(), TIMEOUT, 1, 1);
    return new LayerGuard(
        new Leisurely(),
        TIMEOUT,
        new Lives(options),
        new ResolverOutside(time, time, new ResolverListener() {}));
  }

  @Override
  public void begin(SplittableRandom random) {
    readers.clear();
    pending.clear();
    broken = random.nextInt(4) == 0;
    slow = true;
    guard = newGuard();
    for (int i = 0; i < LayerGuard.MOST_READS + STEPS; i++) {
      read(random);
    }
  }

  @Override
  public void act(int thread, SplittableRandom random) {
    if (thread == 0) {
      for (int passed = 0; passed < 2 * TIMEOUT.toMillis(); passed++) {
        time.advance(Duration.ofMillis(1));
      }
      return;
    }
    for (int i = 0; i < STEPS; i++) {
      if (random.nextInt(3) == 0) {
        read(random);
      } else {
        settleOne();
      }
    }
  }

  private void read(SplittableRandom random) {
    AtomicInteger heard = new AtomicInteger();
    readers.add(heard);
    guard.read(
        RouteKey.parse("business:" + random.nextInt(KEYS)), candidate -> heard.incrementAndGet());
  }

  private boolean settleOne() {
    Runnable one = pending.poll();
    if (one != null) {
      one.run();
    }
    return one != null;
  }

  private void settleAll() {
    while (settleOne()) {
      time.settle();
    }
  }

  @Override
  public void end() {
    broken = false;
    settleAll();
    time.advance(TIMEOUT);
    settleAll();
    assertThat(readers).allSatisfy(heard -> assertThat(heard).as("heard").hasValue(1));
    assertThat(guard.running()).as("running").isZero();
    assertThat(time.waiting()).as("timers").isZero();
    slow = false;
    assertThat(isReadAgain()).as("it is read again").isTrue();
  }

  /** Whether the breaker, which may be open, closes within a few of its periods. */
  private boolean isReadAgain() {
    for (int i = 0; i < 2 * Breaker.PROBES; i++) {
      time.advance(Breaker.OPEN_FOR);
      guard.read(RouteKey.parse("business:1"), candidate -> {});
    }
    slow = true;
    guard.read(RouteKey.parse("business:1"), candidate -> {});
    return settleOne();
  }
}
