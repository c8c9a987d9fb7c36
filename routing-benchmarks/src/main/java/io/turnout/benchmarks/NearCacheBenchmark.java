// SPDX-License-Identifier: Apache-2.0
package io.turnout.benchmarks;

import io.turnout.benchmarks.NearContestant.BareCache2k;
import io.turnout.benchmarks.NearContestant.BareCaffeine;
import io.turnout.benchmarks.NearContestant.HashMap;
import io.turnout.benchmarks.NearContestant.RefreshingCaffeine;
import io.turnout.benchmarks.NearContestant.Turnout;
import io.turnout.resolve.Resolution;
import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteKey;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * A fresh hit of the near cache, with its verdict; beside it a bare map, two bare caches, and one
 * that refreshes. Where two threads ask, the time is that of one of them.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class NearCacheBenchmark {

  /** How far a thread is. */
  @State(Scope.Thread)
  public static class Cursor {
    private static final int APART = 100_003;
    private int at;

    /** Lets threads begin at different keys. */
    @Setup
    public void setUp(ThreadParams thread) {
      at = thread.getThreadIndex() * APART;
    }

    RouteKey next(NearContestant contestant) {
      RouteKey[] lookups = contestant.lookups;
      return lookups[at++ & (lookups.length - 1)];
    }
  }

  /** The near cache. */
  @Benchmark
  public Resolution turnout(Turnout held, Cursor cursor) {
    return held.resolver.resolveNow(cursor.next(held));
  }

  /** The near cache, asked by two threads. */
  @Benchmark
  @Threads(2)
  public Resolution turnoutOfTwo(Turnout held, Cursor cursor) {
    return held.resolver.resolveNow(cursor.next(held));
  }

  /** The map. */
  @Benchmark
  public @Nullable RouteEntry concurrentHashMap(HashMap held, Cursor cursor) {
    return held.map.get(cursor.next(held));
  }

  /** The map, asked by two threads. */
  @Benchmark
  @Threads(2)
  public @Nullable RouteEntry concurrentHashMapOfTwo(HashMap held, Cursor cursor) {
    return held.map.get(cursor.next(held));
  }

  /** Caffeine. */
  @Benchmark
  public @Nullable RouteEntry caffeine(BareCaffeine held, Cursor cursor) {
    return held.cache.getIfPresent(cursor.next(held));
  }

  /** Caffeine that refreshes. */
  @Benchmark
  public RouteEntry caffeineRefresh(RefreshingCaffeine held, Cursor cursor) {
    return held.cache.get(cursor.next(held));
  }

  /** Caffeine that refreshes, asked by two threads. */
  @Benchmark
  @Threads(2)
  public RouteEntry caffeineRefreshOfTwo(RefreshingCaffeine held, Cursor cursor) {
    return held.cache.get(cursor.next(held));
  }

  /** Another cache. */
  @Benchmark
  public @Nullable RouteEntry cache2k(BareCache2k held, Cursor cursor) {
    return held.cache.peek(cursor.next(held));
  }
}
