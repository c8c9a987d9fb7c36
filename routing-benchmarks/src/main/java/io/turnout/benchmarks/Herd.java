// SPDX-License-Identifier: Apache-2.0
package io.turnout.benchmarks;

import io.turnout.resolve.CellResolver;
import io.turnout.resolve.Resolution;
import io.turnout.spi.AuthorityAnswer;
import io.turnout.spi.RouteAuthority;
import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteKey;
import io.turnout.spi.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * All entries of a resolver are invalidated at once while requests go on, until the hit rate is
 * back: the resolver itself, on virtual time, so that the figures are those of its bounds and
 * queues and the same on every machine.
 */
final class Herd implements RouteAuthority {

  private static final Duration LIFE = Duration.ofHours(1);
  private static final long START_MILLIS = 1_767_225_600_000L;
  private static final int LONGEST_SECONDS = 600;

  private final HerdLoad load;
  private final Duration takes;
  private final VirtualTime time = new VirtualTime(START_MILLIS);
  private final SplittableRandom random = new SplittableRandom(RouteTable.SEED);
  private final CellResolver resolver;
  private final RouteKey[] keys;
  private final Map<RouteKey, Integer> waiting = new HashMap<>();
  private final List<Long> tookNanos = new ArrayList<>();
  private final long[] calls = new long[LONGEST_SECONDS + 2];
  private final long[] lookups = new long[LONGEST_SECONDS + 2];
  private int atAuthority;
  private int deepestQueue;
  private long lossNanos;
  private long unanswered;

  /**
   * Prepares it.
   *
   * @param takes how long the authority takes, which is said to be as long as the load says
   */
  Herd(HerdLoad load, Duration takes) {
    this.load = load;
    this.takes = takes;
    keys = new RouteKey[load.keys()];
    resolver =
        CellResolver.builder(this)
            .nearCache(2L * load.keys())
            .clock(time)
            .scheduler(time)
            .random(random::nextLong)
            .build();
    long now = time.wallMillis();
    long end = now + LIFE.toMillis();
    for (int i = 0; i < keys.length; i++) {
      keys[i] = Resolvers.key(i);
      resolver.learn(new RouteEntry(keys[i], Optional.of(Resolvers.cell(i)), 1, now, end, end));
    }
  }

  /** Lets a load have its herd. */
  static HerdFigures of(HerdLoad load) {
    return new Herd(load, load.takes()).run();
  }

  /** Loses everything, and goes on until the hit rate is back. */
  HerdFigures run() {
    int[] drawn = Zipf.draw(1 << 20, keys.length, load.exponent(), RouteTable.SEED);
    time.advance(Duration.ofMillis(1));
    resolver.invalidate(Instant.ofEpochMilli(time.wallMillis()));
    lossNanos = time.nanos();
    long requests = 0;
    double back = Double.POSITIVE_INFINITY;
    for (int second = 1; Double.isInfinite(back) && second <= LONGEST_SECONDS; second++) {
      long ofSecond = 0;
      long hits = 0;
      long end = lossNanos + second * 1_000_000_000L;
      for (long gap = gap(); time.nanos() + gap < end; gap = gap()) {
        time.advance(Duration.ofNanos(gap));
        hits += ask(keys[drawn[(int) (requests + ofSecond) & (drawn.length - 1)]]) ? 1 : 0;
        ofSecond++;
      }
      time.advance(Duration.ofNanos(end - time.nanos()));
      requests += ofSecond;
      if (hits >= HerdLoad.BACK * ofSecond) {
        back = second - 1;
      }
    }
    time.advance(HerdLoad.TIMEOUT.multipliedBy(2));
    resolver.close();
    return figures(requests, back);
  }

  /** The time to the next request, exponentially distributed. */
  private long gap() {
    return (long) (-Math.log(1 - random.nextDouble()) * 1e9 / load.perSecond());
  }

  /** One request; whether it was a hit. */
  private boolean ask(RouteKey key) {
    CompletableFuture<Resolution> asked = resolver.resolve(key).toCompletableFuture();
    if (asked.isDone() && asked.join().layer().equals(Resolution.NEAR)) {
      return true;
    }
    long start = time.nanos();
    waiting.merge(key, 1, Integer::sum);
    asked.thenAccept(resolution -> answered(key, resolution, start));
    deepestQueue = Math.max(deepestQueue, waiting.size() - atAuthority);
    return false;
  }

  private void answered(RouteKey key, Resolution resolution, long start) {
    waiting.compute(key, (k, count) -> count == null || count == 1 ? null : count - 1);
    if (resolution.cell().isPresent()) {
      tookNanos.add(time.nanos() - start);
    } else {
      unanswered++;
    }
  }

  @Override
  public CompletionStage<AuthorityAnswer> lookup(RouteKey key, long atLeastVersion) {
    return lookupAll(List.of(new Lookup(key, atLeastVersion))).get(0);
  }

  @Override
  public List<CompletionStage<AuthorityAnswer>> lookupAll(List<Lookup> asked) {
    int second = (int) ((time.nanos() - lossNanos) / 1_000_000_000L);
    calls[second]++;
    lookups[second] += asked.size();
    atAuthority += asked.size();
    List<CompletableFuture<AuthorityAnswer>> stages =
        asked.stream().map(one -> new CompletableFuture<AuthorityAnswer>()).toList();
    time.schedule(
        () -> {
          for (int i = 0; i < stages.size(); i++) {
            atAuthority--;
            stages
                .get(i)
                .complete(new AuthorityAnswer.Known(asked.get(i).key(), "us-1", 2, LIFE, LIFE));
          }
        },
        takes);
    return List.copyOf(stages);
  }

  @Override
  public int mostAtOnce() {
    return load.mostAtOnce();
  }

  private HerdFigures figures(long requests, double back) {
    long[] took = tookNanos.stream().mapToLong(Long::longValue).sorted().toArray();
    return new HerdFigures(
        Arrays.stream(calls).max().orElse(0),
        Arrays.stream(lookups).max().orElse(0),
        deepestQueue,
        1 - (double) unanswered / requests,
        millis(took, 0.5),
        millis(took, 0.99),
        millis(took, 1),
        back);
  }

  private static double millis(long[] sorted, double share) {
    int place = (int) Math.ceil(share * sorted.length) - 1;
    return sorted.length == 0 ? 0 : sorted[Math.max(0, place)] / 1e6;
  }
}
