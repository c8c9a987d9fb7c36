// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import io.turnout.spi.RouteAuthority;
import io.turnout.spi.RouteCache;
import io.turnout.spi.RoutingName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/** The options of a resolver, as its builder collected them. */
record ResolverOptions(
    RouteAuthority authority,
    List<RouteCache> layers,
    Duration layerTimeout,
    Optional<Long> nearCache,
    Optional<Long> nearCacheBytes,
    Optional<SnapshotPlan> snapshot,
    Duration authorityTimeout,
    int authorityConcurrency,
    int authorityQueue,
    Duration maxFresh,
    Duration maxExpire,
    Duration maxStale,
    Duration serveExpiredFor,
    int spreadPercent,
    RandomGenerator random) {

  static final long USUAL_ENTRIES = 100_000;
  static final long MOST_ENTRIES = 100_000_000;
  static final long FEWEST_BYTES = 1 << 16;
  static final long MOST_BYTES = 1L << 40;
  static final Duration SHORTEST_SNAPSHOT_INTERVAL = Duration.ofSeconds(1);
  static final Duration LONGEST_SNAPSHOT_INTERVAL = Duration.ofDays(1);
  static final Duration LONGEST_TIMEOUT = Duration.ofMinutes(1);
  static final int MOST_LAYERS = 8;
  static final int MOST_CALLS = 10_000;
  static final int LONGEST_QUEUE = 1_000_000;
  static final int WIDEST_SPREAD_PERCENT = 10;
  static final Duration LONGEST_LIFE = Duration.ofMillis(Lives.LONGEST_MILLIS);

  /**
   * Returns these options.
   *
   * @throws IllegalArgumentException if any is out of bounds; the text names each
   */
  ResolverOptions checked() {
    List<String> mistakes = new ArrayList<>();
    layerNames(mistakes);
    within(mistakes, "layerTimeout", layerTimeout, Duration.ofMillis(1), LONGEST_TIMEOUT);
    nearCache.ifPresent(most -> within(mistakes, "nearCache", most, 1L, MOST_ENTRIES));
    nearCacheBytes.ifPresent(
        most -> within(mistakes, "nearCacheBytes", most, FEWEST_BYTES, MOST_BYTES));
    if (nearCache.isPresent() && nearCacheBytes.isPresent()) {
      mistakes.add(
          ("nearCache " + nearCache.get() + " and nearCacheBytes " + nearCacheBytes.get())
              + " must not both be given");
    }
    snapshot.ifPresent(plan -> snapshotInterval(mistakes, plan.interval()));
    within(mistakes, "authorityTimeout", authorityTimeout, Duration.ofMillis(1), LONGEST_TIMEOUT);
    within(mistakes, "authorityConcurrency", authorityConcurrency, 1, MOST_CALLS);
    within(mistakes, "authorityQueue", authorityQueue, 0, LONGEST_QUEUE);
    within(mistakes, "maxFresh", maxFresh, Duration.ZERO, LONGEST_LIFE);
    within(mistakes, "maxExpire", maxExpire, Duration.ZERO, LONGEST_LIFE);
    within(mistakes, "maxStale", maxStale, Duration.ZERO, LONGEST_LIFE);
    within(mistakes, "serveExpiredFor", serveExpiredFor, Duration.ZERO, LONGEST_LIFE);
    within(mistakes, "freshnessSpread", spreadPercent, 0, WIDEST_SPREAD_PERCENT);
    if (!mistakes.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", mistakes));
    }
    return this;
  }

  /** What bounds the near cache. */
  NearBound nearBound() {
    return nearCacheBytes
        .map(most -> new NearBound(NearBound.Unit.BYTES, most))
        .orElseGet(() -> new NearBound(NearBound.Unit.KEYS, nearCache.orElse(USUAL_ENTRIES)));
  }

  private static void snapshotInterval(List<String> mistakes, Duration interval) {
    within(
        mistakes,
        "the interval of snapshot",
        interval,
        SHORTEST_SNAPSHOT_INTERVAL,
        LONGEST_SNAPSHOT_INTERVAL);
  }

  /** Layers are told apart by their names, in decisions too. */
  private void layerNames(List<String> mistakes) {
    if (layers.size() > MOST_LAYERS) {
      mistakes.add("layers " + layers.size() + " must lie in 0 to " + MOST_LAYERS);
    }
    Set<String> names = new HashSet<>(Set.of(Resolution.NEAR, Resolution.AUTHORITY));
    for (RouteCache layer : layers) {
      String name = layer.name();
      if (!RoutingName.isValid(name)) {
        mistakes.add("the name of a layer, \"" + name + "\", must match [a-z0-9][a-z0-9-]{0,62}");
      } else if (!names.add(name)) {
        mistakes.add("the name of a layer, \"" + name + "\", must differ from those of all others");
      }
    }
  }

  private static <T extends Comparable<T>> void within(
      List<String> mistakes, String option, T value, T least, T most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      mistakes.add(option + " " + value + " must lie in " + least + " to " + most);
    }
  }
}
