// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.resolve.Resolution.Unavailable.Cause;
import io.turnout.spi.AuthorityAnswer;
import io.turnout.spi.AuthorityThrottledException;
import io.turnout.spi.RouteAuthority;
import io.turnout.spi.RouteKey;
import io.turnout.spi.VirtualTime;
import java.time.Duration;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Calls that are answered, fail, are throttled, take too long, wait, are refused and hurried, all
 * at once: each ends once, no more run than may, and afterwards no place, timer or permit is
 * missing.
 */
final class GateStress implements StressScene {

  private static final Duration TIMEOUT = Duration.ofMillis(100);
  private static final int MOST_RUNNING = 3;
  private static final int MOST_WAITING = 6;
  private static final int STEPS = 24;
  private static final int CLOCK_STEPS = 20 * STEPS;
  private static final int KEYS = 5;
  private static final int MOODS = 10;

  /** What the authority does with a call. */
  private enum Mood {
    ANSWERS,
    FAILS,
    THROWS,
    TAKES_TIME
  }

  private record Pending(RouteKey key, CompletableFuture<AuthorityAnswer> stage) {}

  /** Counts how a call ended. */
  private static final class Ends implements AuthorityCall.Receiver {
    private final AtomicInteger ends = new AtomicInteger();
    private final AtomicInteger answers = new AtomicInteger();

    @Override
    public long sent() {
      return 0;
    }

    @Override
    public void answered(AuthorityCall call, AuthorityAnswer answer) {
      ends.incrementAndGet();
      answers.incrementAndGet();
    }

    @Override
    public void failed(AuthorityCall call, Cause cause) {
      ends.incrementAndGet();
    }

    @Override
    public void late(AuthorityCall call, AuthorityAnswer answer) {
      assertThat(ends).as("ends before a late answer").hasValueGreaterThan(0);
    }
  }

  private final VirtualTime time = new VirtualTime(0);
  private final Queue<Ends> receivers = new ConcurrentLinkedQueue<>();
  private final Queue<Pending> pending = new ConcurrentLinkedQueue<>();
  private final AtomicInteger moods = new AtomicInteger();
  private int failing;
  private AuthorityGate gate = newGate(1);

  private AuthorityGate newGate(int mostAtOnce) {
    RouteAuthority authority =
        new RouteAuthority() {
          @Override
          public CompletionStage<AuthorityAnswer> lookup(RouteKey key, long atLeastVersion) {
            return called(key);
          }

          @Override
          public int mostAtOnce() {
            return mostAtOnce;
          }
        };
    return new AuthorityGate(
        StressOptions.of(authority, TIMEOUT, MOST_RUNNING, MOST_WAITING),
        new ResolverOutside(time, time, new ResolverListener() {}));
  }

  private CompletionStage<AuthorityAnswer> called(RouteKey key) {
    int chance = Math.floorMod(moods.getAndIncrement() * 7, MOODS);
    Mood mood =
        chance < failing
            ? (chance % 2 == 0 ? Mood.FAILS : Mood.THROWS)
            : failing >= 0 && chance % 2 == 0 ? Mood.TAKES_TIME : Mood.ANSWERS;
    return switch (mood) {
      case ANSWERS -> CompletableFuture.completedStage(answer(key));
      case FAILS -> CompletableFuture.failedStage(new IllegalStateException("down"));
      case THROWS -> throw new IllegalStateException("down");
      case TAKES_TIME -> {
        Pending one = new Pending(key, new CompletableFuture<>());
        pending.add(one);
        yield one.stage();
      }
    };
  }

  /** That it is down, or gets too many calls and perhaps wants none for a moment. */
  private RuntimeException failure() {
    return switch (Math.floorMod(moods.getAndIncrement(), 3)) {
      case 0 -> new IllegalStateException("down");
      case 1 -> new AuthorityThrottledException();
      default -> new AuthorityThrottledException(TIMEOUT.dividedBy(2));
    };
  }

  private static AuthorityAnswer answer(RouteKey key) {
    return new AuthorityAnswer.Known(key, "us-1", 1, Duration.ofHours(1), Duration.ofHours(1));
  }

  @Override
  public void begin(SplittableRandom random) {
    receivers.clear();
    pending.clear();
    moods.set(random.nextInt(MOODS));
    gate = newGate(random.nextBoolean() ? 1 : 4);
    if (random.nextBoolean()) {
      openBreaker(random);
    }
    failing = 3 * random.nextInt(4);
  }

  @Override
  public void act(int thread, SplittableRandom random) {
    if (thread == 0) {
      for (int i = 0; i < CLOCK_STEPS; i++) {
        time.advance(Duration.ofMillis(random.nextInt(10)));
      }
      return;
    }
    AuthorityCall last = submit(random);
    for (int i = 0; i < STEPS; i++) {
      switch (random.nextInt(4)) {
        case 0 -> gate.promote(last);
        case 1, 2 -> last = submit(random);
        default -> settleOne(random.nextInt(4) == 0);
      }
      assertThat(gate.running()).as("running").isBetween(0, MOST_RUNNING);
    }
  }

  /** Lets calls fail until it opens, and time pass until it lets a few through. */
  private void openBreaker(SplittableRandom random) {
    failing = MOODS;
    for (int i = 0; i < Breaker.FEWEST_CALLS; i++) {
      submit(random);
    }
    time.advance(Breaker.OPEN_FOR);
  }

  private AuthorityCall submit(SplittableRandom random) {
    Ends ends = new Ends();
    receivers.add(ends);
    AuthorityCall call =
        new AuthorityCall(RouteKey.parse("business:" + random.nextInt(KEYS)), 0, ends);
    if (random.nextBoolean()) {
      call.hurry();
    }
    gate.submit(call);
    return call;
  }

  private boolean settleOne(boolean fails) {
    Pending one = pending.poll();
    if (one == null) {
      return false;
    }
    if (fails) {
      one.stage().completeExceptionally(failure());
    } else {
      one.stage().complete(answer(one.key()));
    }
    return true;
  }

  @Override
  public void end() {
    while (settleOne(false)) {
      time.settle();
    }
    time.advance(TIMEOUT.multipliedBy(AuthorityGate.ABANDON_AFTER_TIMEOUTS));
    while (settleOne(false)) {
      time.settle();
    }
    assertThat(receivers).allSatisfy(one -> assertThat(one.ends).as("ends").hasValue(1));
    assertThat(gate.running()).as("running").isZero();
    assertThat(time.waiting()).as("timers").isZero();
    failing = -1;
    assertThat(answersAgain()).as("it is asked again").isTrue();
  }

  /** Whether the breaker, which may be open, lets calls through within a few of its periods. */
  private boolean answersAgain() {
    for (int i = 0; i < 3 * Breaker.PROBES; i++) {
      time.advance(Breaker.OPEN_FOR);
      Ends ends = new Ends();
      gate.submit(new AuthorityCall(RouteKey.parse("business:1"), 0, ends));
      if (i >= 2 * Breaker.PROBES && ends.answers.get() == 0) {
        return false;
      }
    }
    return true;
  }
}
