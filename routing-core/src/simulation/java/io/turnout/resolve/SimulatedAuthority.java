// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import io.turnout.spi.AuthorityAnswer;
import io.turnout.spi.AuthorityThrottledException;
import io.turnout.spi.RouteAuthority;
import io.turnout.spi.RouteKey;
import io.turnout.spi.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * One host's way to the truth, which lags, fails and hangs by chance, and counts what it is asked.
 *
 * <p>Read without a version it may answer what was true before the last change; read for at least a
 * version it answers the truth.
 */
final class SimulatedAuthority implements RouteAuthority {

  /** What all look-ups of one call share. */
  private static final class Place {
    private final int refusals;

    Place(int refusals) {
      this.refusals = refusals;
    }
  }

  private static final class Call {
    private final RouteKey key;
    private final Place place;
    private final long sentNanos;
    private boolean over;
    private boolean detached;

    Call(RouteKey key, Place place, long sentNanos) {
      this.key = key;
      this.place = place;
      this.sentNanos = sentNanos;
    }
  }

  private final SplittableRandom random;
  private final SimulatedTruth truth;
  private final VirtualTime time;
  private final SimulationOptions options;
  private final List<Call> calls = new ArrayList<>();
  private final Map<RouteKey, Long> floors;
  private final List<String> violations = new ArrayList<>();
  private boolean down;
  private boolean throttling;
  private int mostRunning;
  private int refusals;
  private long restsUntilNanos;
  private boolean reliable;

  /**
   * Starts.
   *
   * @param floors the versions below which no key may go, kept up to date
   */
  SimulatedAuthority(
      SplittableRandom random,
      SimulatedTruth truth,
      SimulationOptions options,
      Map<RouteKey, Long> floors) {
    this.floors = floors;
    this.random = random;
    this.truth = truth;
    this.time = truth.time();
    this.options = options;
    reliable = options.reliable();
    mostRunning = options.concurrency();
    restsUntilNanos = time.nanos();
  }

  @Override
  public CompletionStage<AuthorityAnswer> lookup(RouteKey key, long atLeastVersion) {
    checkPlaces();
    return lookup(key, atLeastVersion, new Place(refusals));
  }

  @Override
  public List<CompletionStage<AuthorityAnswer>> lookupAll(List<Lookup> lookups) {
    checkPlaces();
    if (lookups.size() < 2 || lookups.size() > options.mostAtOnce()) {
      violations.add(lookups.size() + " look-ups in one call");
    }
    Place place = new Place(refusals);
    List<CompletionStage<AuthorityAnswer>> stages = new ArrayList<>();
    lookups.forEach(one -> stages.add(lookup(one.key(), one.atLeastVersion(), place)));
    return stages;
  }

  @Override
  public int mostAtOnce() {
    return options.mostAtOnce();
  }

  private CompletionStage<AuthorityAnswer> lookup(RouteKey key, long atLeastVersion, Place place) {
    Call call = new Call(key, place, time.nanos());
    checkFlights(call);
    calls.add(call);
    CompletableFuture<AuthorityAnswer> stage = new CompletableFuture<>();
    if (throttling && random.nextInt(4) > 0) {
      refuse(call, stage);
    } else if (down && random.nextInt(3) > 0) {
      if (random.nextBoolean()) {
        call.over = true;
        return CompletableFuture.failedStage(new IllegalStateException("down"));
      }
      later(call, () -> stage.completeExceptionally(new IllegalStateException("down")));
    } else if (reliable || random.nextInt(40) > 0) {
      boolean readEarly = random.nextBoolean();
      SimulatedTruth.State early = truth.read(key, atLeastVersion > 0);
      later(
          call,
          () -> {
            SimulatedTruth.State state = readEarly ? early : truth.read(key, atLeastVersion > 0);
            answer(call, state, atLeastVersion, stage);
          });
    }
    return stage;
  }

  private void answer(
      Call call,
      SimulatedTruth.State state,
      long atLeastVersion,
      CompletableFuture<AuthorityAnswer> stage) {
    if (atLeastVersion > 0) {
      floors.computeIfPresent(call.key, (k, floor) -> Math.min(floor, state.version()));
    }
    AuthorityAnswer answer = truth.answer(call.key, state, call.sentNanos);
    mostRunning = Math.min(options.concurrency(), mostRunning + 1);
    stage.complete(answer);
  }

  /** Refuses a call, at once or in time, because there are too many. */
  private void refuse(Call call, CompletableFuture<AuthorityAnswer> stage) {
    Runnable refusal =
        () -> {
          call.over = true;
          stage.completeExceptionally(slowDown(call.place));
        };
    if (random.nextBoolean()) {
      refusal.run();
    } else {
      time.schedule(refusal, Duration.ofMillis(random.nextInt(40)));
    }
  }

  /**
   * From now on fewer calls may run, unless it was sent before the last refusal. This is no less
   * than the resolver may do: each answer counts as if it allowed one call more.
   */
  private AuthorityThrottledException slowDown(Place place) {
    if (place.refusals == refusals) {
      refusals++;
      if (mostRunning == 1) {
        restAtLeast(Pace.ALONE_REST.toMillis());
      }
      mostRunning = Math.max(1, mostRunning / 2);
    }
    if (random.nextInt(4) > 0) {
      return new AuthorityThrottledException();
    }
    long millis = random.nextInt(600);
    restAtLeast(millis);
    return new AuthorityThrottledException(Duration.ofMillis(millis));
  }

  private void restAtLeast(long millis) {
    restsUntilNanos = Math.max(restsUntilNanos, time.nanos() + millis * 1_000_000);
  }

  private void later(Call call, Runnable end) {
    Runnable whole =
        () -> {
          call.over = true;
          end.run();
        };
    int kind = random.nextInt(10);
    if (kind == 0) {
      whole.run();
    } else {
      int most = reliable ? 40 : kind == 1 ? 1_500 : 60;
      time.schedule(whole, Duration.ofMillis(random.nextInt(most)));
    }
  }

  /** No more calls than may run, and none where none is wanted. */
  private void checkPlaces() {
    long abandoned = 4 * options.timeoutMillis() * 1_000_000;
    calls.removeIf(call -> call.over || time.nanos() - call.sentNanos >= abandoned);
    long running = calls.stream().map(call -> call.place).distinct().count();
    if (running >= mostRunning) {
      violations.add(running + " calls ran already");
    }
    if (time.nanos() < restsUntilNanos) {
      violations.add("a call where none was wanted");
    }
  }

  /** One flight per key. */
  private void checkFlights(Call next) {
    for (Call call : calls) {
      boolean same = call.key.equals(next.key) && !call.detached && !call.over;
      if (same && time.nanos() - call.sentNanos < options.timeoutMillis() * 1_000_000) {
        violations.add("a second flight of " + next.key.text() + " at " + time.nanos());
      }
    }
  }

  /** It begins or ceases to fail or to throttle, as far as it does that at all. */
  void changeMood() {
    if (options.throttles() && random.nextBoolean()) {
      throttling = !throttling;
    } else {
      down = !down && !reliable;
    }
  }

  /**
   * What it was asked that it should not have been; the resolver would take a throw for a failure.
   */
  List<String> violations() {
    return violations;
  }

  /** From now on it always answers in time. */
  void recover() {
    down = false;
    throttling = false;
    reliable = true;
  }

  /** From now on these keys may be asked for beside what runs. */
  void detach(List<RouteKey> keys) {
    calls.stream().filter(call -> keys.contains(call.key)).forEach(call -> call.detached = true);
  }

  /** The version below which the resolver must not answer any more. */
  long floor(RouteKey key) {
    return floors.getOrDefault(key, 0L);
  }

  void seen(RouteKey key, long version) {
    floors.merge(key, version, Math::max);
  }
}
