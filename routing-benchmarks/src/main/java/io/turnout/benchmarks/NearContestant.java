// SPDX-License-Identifier: Apache-2.0
package io.turnout.benchmarks;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import io.turnout.resolve.CellResolver;
import io.turnout.resolve.Resolution;
import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteKey;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.cache2k.Cache2kBuilder;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * What holds an entry under each key: the alternatives a {@link RouteEntry}, which has what fresh,
 * stale and expired are told by and nothing else. The names of the cells are the same few objects
 * for all. Only the one that is measured is filled, so that none stands in another's way. Keys are
 * looked up by objects that are equal to those held, not identical.
 */
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init") // filled in before anything is measured
public abstract class NearContestant {

  /** Which keys are asked for. */
  @Param({"HOT", "ZIPF", "UNIFORM"})
  public NearKeys keys;

  /** The keys in the order in which they are asked for; a power of two of them. */
  RouteKey[] lookups;

  /** Fills it, and asserts that it answers as it must. */
  @Setup
  public void setUp() {
    hold(keys.held());
    lookups = keys.lookups();
  }

  /** Holds so many keys, with room for as many again, and asserts that all are found. */
  final void hold(int entries) {
    open(Math.max(Resolvers.CACHE_ENTRIES, 2 * entries));
    for (int i = 0; i < entries; i++) {
      put(Resolvers.entry(i));
    }
    for (int i = 0; i < entries; i++) {
      RouteKey key = Resolvers.key(i);
      Agreement.require(
          getClass().getSimpleName(), key.text(), Resolvers.cell(i), cell(key).orElse("nothing"));
    }
  }

  /** Makes room for so many entries. */
  abstract void open(int mostEntries);

  abstract void put(RouteEntry entry);

  /** The cell that it has for a key. */
  abstract Optional<String> cell(RouteKey key);

  /** Ends what it started. */
  @TearDown
  public void close() {}

  private static Optional<String> cellOf(@Nullable RouteEntry found) {
    return found == null ? Optional.empty() : found.cell();
  }

  /** The near cache, with the verdict that the entry is fresh. */
  public static class Turnout extends NearContestant {
    CellResolver resolver;

    @Override
    void open(int mostEntries) {
      resolver = Resolvers.empty(mostEntries);
    }

    @Override
    void put(RouteEntry entry) {
      resolver.learn(entry);
    }

    @Override
    Optional<String> cell(RouteKey key) {
      Resolution found = resolver.resolveNow(key);
      Agreement.require("Turnout", key.text(), Resolution.Kind.FRESH, found.kind());
      return found.cell();
    }

    @Override
    public void close() {
      resolver.close();
    }
  }

  /** A bare map: nothing is ever stale, nor dropped. */
  public static class HashMap extends NearContestant {
    ConcurrentMap<RouteKey, RouteEntry> map;

    @Override
    void open(int mostEntries) {
      map = new ConcurrentHashMap<>();
    }

    @Override
    void put(RouteEntry entry) {
      map.put(entry.key(), entry);
    }

    @Override
    Optional<String> cell(RouteKey key) {
      return cellOf(map.get(key));
    }
  }

  /** A bare cache of bounded size: nothing is ever stale. */
  public static class BareCaffeine extends NearContestant {
    Cache<RouteKey, RouteEntry> cache;

    @Override
    void open(int mostEntries) {
      cache = Caffeine.newBuilder().maximumSize(mostEntries).build();
    }

    @Override
    void put(RouteEntry entry) {
      cache.put(entry.key(), entry);
    }

    @Override
    Optional<String> cell(RouteKey key) {
      return cellOf(cache.getIfPresent(key));
    }
  }

  /** A cache of bounded size that refreshes and expires. */
  public static class RefreshingCaffeine extends NearContestant {
    LoadingCache<RouteKey, RouteEntry> cache;

    @Override
    void open(int mostEntries) {
      cache =
          Caffeine.newBuilder()
              .maximumSize(mostEntries)
              .refreshAfterWrite(Resolvers.FRESH_FOR)
              .expireAfterWrite(Resolvers.EXPIRE_AFTER)
              .build(Resolvers::notFound);
    }

    @Override
    void put(RouteEntry entry) {
      cache.put(entry.key(), entry);
    }

    @Override
    Optional<String> cell(RouteKey key) {
      return cellOf(cache.get(key));
    }
  }

  /** A bare cache2k of bounded size: nothing is ever stale. */
  public static class BareCache2k extends NearContestant {
    org.cache2k.Cache<RouteKey, RouteEntry> cache;

    @Override
    void open(int mostEntries) {
      cache =
          Cache2kBuilder.of(RouteKey.class, RouteEntry.class)
              .entryCapacity(mostEntries)
              .eternal(true)
              .build();
    }

    @Override
    void put(RouteEntry entry) {
      cache.put(entry.key(), entry);
    }

    @Override
    Optional<String> cell(RouteKey key) {
      return cellOf(cache.peek(key));
    }

    @Override
    public void close() {
      cache.close();
    }
  }
}
