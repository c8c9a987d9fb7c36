// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.spi.AuthorityAnswer;
import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteKey;
import io.turnout.spi.VirtualTime;
import java.time.Duration;
import java.util.Optional;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Requests for one key while its truth changes: together they cause one call, who asks after a
 * removal is not told what was looked up before, and who asks for what must not be kept is told
 * what was true when it asked.
 */
final class FlightStress implements StressScene {

  private static final RouteKey KEY = RouteKey.parse("business:1");
  private static final Duration LIFE = Duration.ofHours(1);
  private static final long FIRST = 1;
  private static final int STEPS = 8;
  private static final int MOST_MOVES = 2;

  /** What a round is about. */
  private enum Kind {
    TOGETHER,
    REMOVALS,
    UNCACHEABLE
  }

  private record Asked(CompletableFuture<Resolution> stage, long atLeast) {}

  private record Call(CompletableFuture<AuthorityAnswer> stage, long version) {}

  private final VirtualTime time = new VirtualTime(1_000_000_000_000L);
  private final Queue<Asked> asked = new ConcurrentLinkedQueue<>();
  private final Queue<Call> calls = new ConcurrentLinkedQueue<>();
  private final AtomicInteger called = new AtomicInteger();
  private final AtomicLong truth = new AtomicLong();
  private final AtomicLong removedBelow = new AtomicLong();
  private Kind kind = Kind.TOGETHER;
  private CellResolver resolver = newResolver(false);

  private CellResolver newResolver(boolean layered) {
    CellResolver.Builder builder =
        CellResolver.builder((key, atLeast) -> lookup()).clock(time).scheduler(time).nearCache(100);
    return (layered ? builder.layer(new OneCopy(copy())) : builder).build();
  }

  /** What a layer holds all the time: the first truth. */
  private RouteEntry copy() {
    long now = time.wallMillis();
    long end = now + LIFE.toMillis();
    return new RouteEntry(KEY, Optional.of("us-1"), FIRST, now - 10_000, end, end);
  }

  private CompletionStage<AuthorityAnswer> lookup() {
    called.incrementAndGet();
    Call call = new Call(new CompletableFuture<>(), truth.get());
    calls.add(call);
    return call.stage();
  }

  @Override
  public void begin(SplittableRandom random) {
    asked.clear();
    calls.clear();
    called.set(0);
    truth.set(FIRST);
    removedBelow.set(0);
    kind = Kind.values()[random.nextInt(Kind.values().length)];
    resolver = newResolver(kind == Kind.REMOVALS && random.nextBoolean());
  }

  @Override
  public void act(int thread, SplittableRandom random) {
    int moves = 0;
    for (int i = 0; i < STEPS; i++) {
      int chance = kind == Kind.TOGETHER ? 0 : random.nextInt(6);
      if (chance == 4) {
        answer();
      } else if (chance == 5 && moves++ < MOST_MOVES) {
        move();
      } else {
        ask();
      }
    }
  }

  private void ask() {
    long atLeast = kind == Kind.UNCACHEABLE ? truth.get() : removedBelow.get();
    asked.add(new Asked(resolver.resolve(KEY).toCompletableFuture(), atLeast));
  }

  private void move() {
    long version = truth.incrementAndGet();
    if (kind == Kind.REMOVALS) {
      resolver.forget(KEY, version);
      removedBelow.accumulateAndGet(version, Math::max);
    }
  }

  private boolean answer() {
    Call call = calls.poll();
    if (call == null) {
      return false;
    }
    Duration life = kind == Kind.UNCACHEABLE ? Duration.ZERO : LIFE;
    call.stage().complete(new AuthorityAnswer.Known(KEY, "us-1", call.version(), life, life));
    return true;
  }

  @Override
  public void end() {
    if (kind == Kind.TOGETHER) {
      assertThat(called).as("calls for one key").hasValue(1);
    }
    while (answer()) {
      time.settle();
    }
    for (Asked one : asked) {
      assertThat(one.stage()).isCompleted();
      Resolution got = one.stage().join();
      assertThat(got).as("at least version %d", one.atLeast()).isInstanceOf(Resolution.Fresh.class);
      assertThat(((Resolution.Fresh) got).entry().version())
          .as("%s", kind)
          .isGreaterThanOrEqualTo(one.atLeast());
    }
    assertThat(resolver.underWay()).isZero();
    resolver.close();
    time.advance(NearCache.MAINTENANCE_DELAY);
    assertThat(time.waiting()).as("tasks").isZero();
  }
}
