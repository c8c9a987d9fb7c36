// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.spi.AuthorityAnswer;
import io.turnout.spi.RouteAuthority;
import io.turnout.spi.RouteKey;
import io.turnout.spi.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A source of truth that changes, lags, fails and hangs by chance, and that counts who asks it.
 *
 * <p>Read without a version it may answer from a replica that lags one change behind; read for at
 * least a version it answers the truth.
 */
final class SimulatedAuthority implements RouteAuthority {

  /** What is true of a key from some instant on. */
  private record Truth(long version, boolean known, boolean cacheable) {}

  private static final class Call {
    private final RouteKey key;
    private final long sentNanos;
    private boolean over;
    private boolean detached;

    Call(RouteKey key, long sentNanos) {
      this.key = key;
      this.sentNanos = sentNanos;
    }
  }

  private final SplittableRandom random;
  private final VirtualTime time;
  private final long timeoutNanos;
  private final int concurrency;
  private final Map<RouteKey, List<Truth>> history = new HashMap<>();
  private final List<Call> calls = new ArrayList<>();
  private final Map<RouteKey, Long> floors = new HashMap<>();
  private boolean down;

  SimulatedAuthority(
      SplittableRandom random, VirtualTime time, long timeoutNanos, int concurrency) {
    this.random = random;
    this.time = time;
    this.timeoutNanos = timeoutNanos;
    this.concurrency = concurrency;
  }

  @Override
  public CompletionStage<AuthorityAnswer> lookup(RouteKey key, long atLeastVersion) {
    Call call = new Call(key, time.nanos());
    checkBounds(call);
    calls.add(call);
    CompletableFuture<AuthorityAnswer> stage = new CompletableFuture<>();
    if (down && random.nextInt(3) > 0) {
      if (random.nextBoolean()) {
        call.over = true;
        throw new IllegalStateException("down");
      }
      later(call, () -> stage.completeExceptionally(new IllegalStateException("down")));
    } else if (random.nextInt(40) > 0) {
      boolean readEarly = random.nextBoolean();
      Truth early = read(key, atLeastVersion);
      later(
          call,
          () -> {
            Truth truth = readEarly ? early : read(key, atLeastVersion);
            if (atLeastVersion > 0) {
              floors.computeIfPresent(key, (k, floor) -> Math.min(floor, truth.version()));
            }
            stage.complete(answer(key, truth));
          });
    }
    return stage;
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
      time.schedule(whole, Duration.ofMillis(random.nextInt(kind == 1 ? 1_500 : 60)));
    }
  }

  /** One flight per key, and no more calls than may run. */
  private void checkBounds(Call next) {
    calls.removeIf(call -> call.over || time.nanos() - call.sentNanos >= 4 * timeoutNanos);
    assertThat(calls.size()).as("calls at once").isLessThan(concurrency);
    for (Call call : calls) {
      boolean same = call.key.equals(next.key) && !call.detached;
      assertThat(same && time.nanos() - call.sentNanos < timeoutNanos)
          .as("a second flight of one key")
          .isFalse();
    }
  }

  private Truth read(RouteKey key, long atLeastVersion) {
    List<Truth> truths = truths(key);
    int last = truths.size() - 1;
    boolean replica = atLeastVersion == 0 && last > 0 && random.nextInt(4) == 0;
    return truths.get(replica ? last - 1 : last);
  }

  private AuthorityAnswer answer(RouteKey key, Truth truth) {
    Duration expire = Duration.ofMillis(truth.cacheable() ? 50 + random.nextInt(3_000) : 0);
    Duration fresh = Duration.ofMillis(random.nextInt(2_000));
    return truth.known()
        ? new AuthorityAnswer.Known(key, "cell-" + truth.version(), truth.version(), fresh, expire)
        : new AuthorityAnswer.Unknown(key, truth.version(), fresh, expire);
  }

  private List<Truth> truths(RouteKey key) {
    return history.computeIfAbsent(
        key, k -> new ArrayList<>(List.of(new Truth(1, random.nextBoolean(), true))));
  }

  /** A move, a deletion, the start or end of an uncacheable phase, or rarely a restore. */
  void change(RouteKey key) {
    List<Truth> truths = truths(key);
    long version = truths.get(truths.size() - 1).version();
    boolean restored = random.nextInt(20) == 0;
    long next = restored ? Math.max(1, version - 2) : version + 1 + random.nextInt(2);
    truths.add(new Truth(next, random.nextInt(4) > 0, random.nextInt(4) > 0));
  }

  void toggleDown() {
    down = !down;
  }

  void recover() {
    down = false;
  }

  /** The version that a response would teach. */
  long currentVersion(RouteKey key) {
    List<Truth> truths = truths(key);
    return truths.get(truths.size() - 1).version();
  }

  /** From now on the key, or every key, may be asked for beside what runs. */
  void detach(List<RouteKey> keys) {
    calls.stream().filter(call -> keys.contains(call.key)).forEach(call -> call.detached = true);
  }

  /** The version below which the resolver must not answer any more. */
  long floor(RouteKey key) {
    return floors.getOrDefault(key, 0L);
  }

  void seen(RouteKey key, long version) {
    floors.put(key, version);
  }
}
