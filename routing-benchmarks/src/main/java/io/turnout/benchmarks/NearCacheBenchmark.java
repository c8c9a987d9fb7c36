// SPDX-License-Identifier: Apache-2.0
package io.turnout.benchmarks;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import io.turnout.resolve.CellResolver;
import io.turnout.resolve.Resolution;
import io.turnout.spi.RouteKey;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * A fresh hit of the near cache, with its verdict; beside it a bare map, a bare Caffeine cache, and
 * one that refreshes. Keys are looked up by objects that are equal to those held, not identical.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@SuppressWarnings("NullAway.Init") // filled in before anything is measured
public class NearCacheBenchmark {

  private static final int LOOKUPS = 1 << 18;

  /** Which keys are asked for. */
  @Param({"HOT", "ZIPF"})
  public Keys keys;

  /** Which keys are asked for, and how many are held. */
  public enum Keys {
    /** 64 keys, evenly. */
    HOT(64, 0),
    /** 50,000 keys by Zipf's law with exponent 0.99. */
    ZIPF(50_000, 0.99);

    final int held;
    final double exponent;

    Keys(int held, double exponent) {
      this.held = held;
      this.exponent = exponent;
    }
  }

  private RouteKey[] lookups;
  private CellResolver resolver;
  private ConcurrentMap<RouteKey, Resolution> map;
  private Cache<RouteKey, Resolution> cache;
  private LoadingCache<RouteKey, Resolution> refreshing;
  private int at;

  /** Fills all four, and asserts that they give the same answers. */
  @Setup
  public void setUp() {
    resolver = Resolvers.holding(keys.held);
    map = new ConcurrentHashMap<>();
    cache = Caffeine.newBuilder().maximumSize(Resolvers.CACHE_ENTRIES).build();
    refreshing =
        Caffeine.newBuilder()
            .maximumSize(Resolvers.CACHE_ENTRIES)
            .refreshAfterWrite(Resolvers.FRESH_FOR)
            .expireAfterWrite(Resolvers.EXPIRE_AFTER)
            .build(resolver::resolveNow);
    RouteKey[] distinct = new RouteKey[keys.held];
    for (int i = 0; i < keys.held; i++) {
      RouteKey held = Resolvers.key(i);
      Resolution resolution = resolver.resolveNow(held);
      map.put(held, resolution);
      cache.put(held, resolution);
      refreshing.put(held, resolution);
      distinct[i] = Resolvers.key(i);
    }
    cache.cleanUp();
    refreshing.cleanUp();
    int[] drawn = Zipf.draw(LOOKUPS, keys.held, keys.exponent, RouteTable.SEED);
    lookups = new RouteKey[LOOKUPS];
    for (int i = 0; i < LOOKUPS; i++) {
      lookups[i] = distinct[drawn[i]];
    }
    for (int i = 0; i < keys.held; i++) {
      requireAgreement(Resolvers.key(i), Resolvers.cell(i));
    }
  }

  private void requireAgreement(RouteKey key, String cell) {
    Agreement.require(
        "Turnout", key.text(), Resolution.Kind.FRESH, resolver.resolveNow(key).kind());
    requireCell("Turnout", key, cell, resolver.resolveNow(key));
    requireCell("the map", key, cell, map.get(key));
    requireCell("Caffeine", key, cell, cache.getIfPresent(key));
    requireCell("Caffeine with refresh", key, cell, refreshing.get(key));
  }

  private static void requireCell(
      String contestant, RouteKey key, String cell, @Nullable Resolution found) {
    Agreement.require(
        contestant, key.text(), cell, found == null ? "nothing" : found.cell().orElse(""));
  }

  /** Ends the resolver's thread. */
  @TearDown
  public void tearDown() {
    resolver.close();
  }

  /** The near cache, with the verdict that the entry is fresh. */
  @Benchmark
  public Resolution turnout() {
    return resolver.resolveNow(next());
  }

  /** A bare map: nothing is ever stale, nor dropped. */
  @Benchmark
  public @Nullable Resolution concurrentHashMap() {
    return map.get(next());
  }

  /** A bare cache of bounded size: nothing is ever stale. */
  @Benchmark
  public @Nullable Resolution caffeine() {
    return cache.getIfPresent(next());
  }

  /** A cache of bounded size that refreshes and expires. */
  @Benchmark
  public Resolution caffeineRefresh() {
    return refreshing.get(next());
  }

  private RouteKey next() {
    return lookups[at++ & (LOOKUPS - 1)];
  }
}
