// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteKey;
import io.turnout.spi.VirtualTime;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;

/**
 * Answers, taught entries and removals of the same keys: no key goes backwards for anybody, what
 * was removed stays so, and the table of hot keys says what the cache says.
 */
final class NearCacheStress implements StressScene {

  private static final int KEYS = 2;
  private static final int STEPS = 16;
  private static final int VERSIONS = 10;
  private static final long HOUR_NANOS = 3_600_000_000_000L;

  private final List<RouteKey> keys =
      IntStream.range(0, KEYS).mapToObj(i -> RouteKey.parse("business:" + i)).toList();
  private final VirtualTime time = new VirtualTime(0);
  private final AtomicLong orders = new AtomicLong();
  private final AtomicLongArray highest = new AtomicLongArray(KEYS);
  private NearCache near = newCache();

  private NearCache newCache() {
    return new NearCache(
        new NearBound(NearBound.Unit.KEYS, 1_000), time, new ResolverListener() {});
  }

  @Override
  public void begin(SplittableRandom random) {
    near = newCache();
    for (int i = 0; i < KEYS; i++) {
      highest.set(i, 0);
    }
  }

  @Override
  public void act(int thread, SplittableRandom random) {
    Witness witness = new Witness();
    for (int i = 0; i < STEPS; i++) {
      int number = random.nextInt(KEYS);
      switch (random.nextInt(5)) {
        case 0, 1 -> witness.offer(number, random);
        case 2 -> witness.remove(number, 1 + random.nextInt(VERSIONS));
        default -> witness.look(number);
      }
    }
  }

  /** One thread, which knows what it has seen and done. */
  private final class Witness {
    private final long[] seen = new long[KEYS];
    private final long[] removedBelow = new long[KEYS];
    private final long[] removedAt = new long[KEYS];

    void offer(int number, SplittableRandom random) {
      long order = random.nextBoolean() ? orders.incrementAndGet() : Candidate.UNORDERED;
      Candidate candidate = candidate(number, 1 + random.nextInt(VERSIONS), order);
      NearCache.Outcome outcome = near.offer(candidate, held -> true);
      if (outcome.verdict() == NearCache.Verdict.TAKEN) {
        highest.accumulateAndGet(number, candidate.version(), Math::max);
      }
      assertThat(outcome.heldVersion()).isGreaterThanOrEqualTo(seen[number]);
      seen[number] = outcome.heldVersion();
    }

    void remove(int number, long belowVersion) {
      long order = orders.incrementAndGet();
      near.remove(keys.get(number), new Removal(belowVersion, order, time.nanos()));
      if (belowVersion >= removedBelow[number]) {
        removedBelow[number] = belowVersion;
        removedAt[number] = order;
      }
    }

    void look(int number) {
      NearEntry held = near.get(keys.get(number), 0);
      if (held == null) {
        assertThat(seen[number]).isZero();
        return;
      }
      assertThat(held.version).isGreaterThanOrEqualTo(seen[number]);
      seen[number] = held.version;
      if (!held.isTombstone() && held.version < removedBelow[number]) {
        assertThat(held.entry().loadedAt())
            .as("its look-up's order")
            .isGreaterThan(removedAt[number]);
      }
    }
  }

  /** Its place in the order of look-ups stands where the wall clock's reading would. */
  private Candidate candidate(int number, long version, long order) {
    RouteEntry entry =
        new RouteEntry(
            keys.get(number),
            Optional.of("cell-" + version),
            version,
            Math.max(0, order),
            Long.MAX_VALUE,
            Long.MAX_VALUE);
    Life life = new Life(time.nanos(), HOUR_NANOS, HOUR_NANOS);
    return new Candidate(entry, life, entry, life, order, 0);
  }

  @Override
  public void end() {
    for (int i = 0; i < KEYS; i++) {
      NearEntry held = near.peek(keys.get(i));
      assertThat(near.get(keys.get(i), 0)).isSameAs(held);
      assertThat(near.get(keys.get(i), 0)).isSameAs(held);
      assertThat(held == null ? 0 : held.version).isEqualTo(highest.get(i));
    }
  }
}
