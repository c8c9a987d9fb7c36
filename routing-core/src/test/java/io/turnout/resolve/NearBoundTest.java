// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteKey;
import io.turnout.spi.VirtualTime;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.assertj.core.data.Percentage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearBoundTest {

  private static final int KEYS = 20_000;

  /** Collectors that compact leave a little that is dead where it is, but in every fourth time. */
  private static final int COLLECTIONS = 4;

  private static final int TRIES = 3;

  private static final Optional<String> CELL = Optional.of("cell-1");

  private final VirtualTime time = new VirtualTime(ResolverBench.START_MILLIS);

  private @Nullable NearCache measured;

  private NearCache cache(NearBound.Unit unit, long most) {
    return new NearCache(new NearBound(unit, most), time, new ResolverListener() {});
  }

  private static NearEntry entry(int i, String prefix, boolean known) {
    RouteKey key = RouteKey.parse("business:" + prefix + i);
    Life life = new Life(0, 1_000_000_000, 2_000_000_000);
    RouteEntry entry = known ? new RouteEntry(key, CELL, 7, 0, 1_000, 2_000) : null;
    return NearEntry.restored(key, 7, entry, life, null);
  }

  private static long usedBytes() {
    MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
    long least = Long.MAX_VALUE;
    for (int i = 0; i < COLLECTIONS; i++) {
      memory.gc();
      least = Math.min(least, memory.getHeapMemoryUsage().getUsed());
    }
    return least;
  }

  /** What is dropped between two measurements is the cache and nothing else. */
  private long takenBytes(String prefix, boolean known) {
    measured = filled(prefix, known);
    long with = usedBytes();
    Reference.reachabilityFence(measured);
    measured = null;
    return with - usedBytes();
  }

  private NearCache filled(String prefix, boolean known) {
    NearCache cache = cache(NearBound.Unit.BYTES, KEYS * 1_000L);
    for (int i = 0; i < KEYS; i++) {
      NearEntry entry = entry(i, prefix, known);
      cache.restore(entry);
      cache.get(entry.key, 0);
    }
    cache.cleanUp();
    time.advance(NearCache.MAINTENANCE_DELAY);
    assertThat(time.waiting()).isZero();
    assertThat(cache.size()).isEqualTo(KEYS);
    return cache;
  }

  @ParameterizedTest
  @CsvSource({"'',true", "'',false", "customer-of-some-length-,true", "€€€€€€€€€€€€€€€€€€€€,true"})
  void estimate_isWhatTheHeapSays_withinAQuarter(String prefix, boolean known) {
    long estimated = NearBound.bytes(entry(KEYS - 1, prefix, known));
    long[] taken = LongStream.range(0, TRIES).map(i -> takenBytes(prefix, known) / KEYS).toArray();
    Arrays.sort(taken);
    assertThat(estimated)
        .as("bytes estimated for a key, of which %s were measured", Arrays.toString(taken))
        .isCloseTo(taken[TRIES / 2], Percentage.withPercentage(25));
  }

  @Test
  void cacheBoundByBytes_holdsWhatFits_andNoMore() {
    List<NearEntry> entries =
        new ArrayList<>(IntStream.range(0, 1_000).mapToObj(i -> entry(i, "", true)).toList());
    long all = entries.stream().mapToLong(NearBound::bytes).sum();
    NearCache fits = cache(NearBound.Unit.BYTES, all);
    entries.forEach(fits::restore);
    fits.cleanUp();
    assertThat(fits.size()).isEqualTo(1_000);
    NearCache half = cache(NearBound.Unit.BYTES, all / 2);
    entries.forEach(half::restore);
    half.cleanUp();
    assertThat(half.size()).isCloseTo(500, within(5L));
  }

  @Test
  void versionAlone_weighsLess() {
    assertThat(NearBound.bytes(entry(1, "", false)))
        .isLessThan(NearBound.bytes(entry(1, "", true)));
  }

  @Test
  void removal_weighs() {
    NearEntry entry = entry(1, "", true);
    int before = NearBound.bytes(entry);
    entry.remember(new Removal(8, 1, 0));
    assertThat(NearBound.bytes(entry)).isGreaterThan(before);
  }
}
