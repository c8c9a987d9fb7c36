// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.resolve.Resolution.Kind;
import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteKey;
import io.turnout.spi.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * One resolver lives through chance: requests, moves, deletions, restores, uncacheable phases,
 * latencies, failures, removals. After every answer it must hold that nothing expired was used,
 * that no key went backwards, that one key had one flight; in the end nothing may be under way.
 */
class ResolverSimulationTest {

  private static final int SEEDS = 2_000;
  private static final int STEPS = 150;
  private static final int KEYS = 5;

  @Test
  void everySeed_keepsThePromises() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      try {
        new Run(seed).play();
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
      }
    }
  }

  /** What was removed last of a key, and when. */
  private record Removed(long belowVersion, long wallMillis) {}

  /** The world of one seed. */
  private static final class Run {
    private final SplittableRandom random;
    private final VirtualTime time = new VirtualTime(ResolverBench.START_MILLIS);
    private final List<RouteKey> keys = new ArrayList<>();
    private final List<CompletableFuture<Resolution>> asked = new ArrayList<>();
    private final Map<RouteKey, Removed> removed = new HashMap<>();
    private final Map<RouteKey, Long> invalidated = new HashMap<>();
    private final long timeoutMillis;
    private final long maxStaleMillis;
    private final long serveExpiredMillis;
    private final boolean remembersAll;
    private final SimulatedAuthority authority;
    private final CellResolver resolver;
    private int answers;

    Run(long seed) {
      random = new SplittableRandom(seed);
      for (int i = 0; i < KEYS; i++) {
        keys.add(RouteKey.parse("business:" + i));
      }
      timeoutMillis = 50 + random.nextInt(300);
      maxStaleMillis = random.nextBoolean() ? Long.MAX_VALUE : random.nextInt(500);
      serveExpiredMillis = random.nextBoolean() ? 0 : random.nextInt(2_000);
      remembersAll = random.nextInt(4) > 0;
      int concurrency = 1 + random.nextInt(4);
      authority = new SimulatedAuthority(random, time, timeoutMillis * 1_000_000, concurrency);
      CellResolver.Builder options =
          CellResolver.builder(authority)
              .nearCache(remembersAll ? 1_000 : 1)
              .authorityTimeout(Duration.ofMillis(timeoutMillis))
              .authorityConcurrency(concurrency)
              .authorityQueue(random.nextInt(6))
              .serveExpiredFor(Duration.ofMillis(serveExpiredMillis))
              .freshnessSpread(random.nextInt(11))
              .random(random)
              .clock(time)
              .scheduler(time);
      resolver =
          (maxStaleMillis == Long.MAX_VALUE
                  ? options
                  : options.maxStale(Duration.ofMillis(maxStaleMillis)))
              .build();
    }

    void play() {
      for (int i = 0; i < STEPS; i++) {
        step(keys.get(random.nextInt(KEYS)));
      }
      authority.recover();
      time.advance(Duration.ofSeconds(10));
      assertThat(asked).as("all are answered").allMatch(CompletableFuture::isDone);
      asked.forEach(CompletableFuture::join);
      assertThat(resolver.underWay()).as("under way at the end").isZero();
      assertThat(time.waiting()).as("tasks at the end").isZero();
      assertThat(answers).as("answers").isPositive();
      resolver.close();
    }

    private void step(RouteKey key) {
      switch (random.nextInt(30)) {
        case 0, 1 -> authority.change(key);
        case 2 -> authority.toggleDown();
        case 3 -> forget(key);
        case 4 -> learn(key);
        case 5 -> invalidate(key);
        case 6, 7, 8 -> time.advance(Duration.ofMillis(random.nextInt(400)));
        case 9, 10, 11, 12, 13 -> check(key, resolver.resolveNow(key), time.wallMillis());
        case 14 -> resolver.resolve(key).toCompletableFuture().cancel(true);
        default -> ask(key);
      }
      time.advance(Duration.ofMillis(random.nextInt(20)));
    }

    private void ask(RouteKey key) {
      long askedAt = time.wallMillis();
      CompletableFuture<Resolution> stage = resolver.resolve(key).toCompletableFuture();
      CompletableFuture<Resolution> checked =
          stage.thenApply(
              resolution -> {
                check(key, resolution, askedAt);
                return resolution;
              });
      asked.add(checked);
      if (checked.isDone()) {
        checked.join();
      }
    }

    private void forget(RouteKey key) {
      long below = Math.max(0, authority.currentVersion(key) + 1 - random.nextInt(3));
      authority.detach(List.of(key));
      resolver.forget(key, below);
      removed.put(key, new Removed(below, time.wallMillis()));
    }

    private void learn(RouteKey key) {
      long loadedAt = time.wallMillis() - random.nextInt(300);
      long fresh = loadedAt + random.nextInt(1_000);
      long version = Math.max(1, authority.currentVersion(key) - random.nextInt(3));
      resolver.learn(
          new RouteEntry(
              key,
              Optional.of("cell-" + version),
              version,
              loadedAt,
              fresh,
              fresh + random.nextInt(1_000)));
    }

    private void invalidate(RouteKey key) {
      long now = time.wallMillis();
      if (random.nextBoolean()) {
        resolver.invalidate(Instant.ofEpochMilli(now));
      } else {
        resolver.invalidate(key.namespace(), Instant.ofEpochMilli(now));
      }
      authority.detach(keys);
      keys.forEach(each -> invalidated.put(each, now));
    }

    private void check(RouteKey key, Resolution resolution, long askedAt) {
      answers++;
      RouteEntry entry = entry(resolution);
      if (entry == null) {
        return;
      }
      assertThat(entry.key()).isEqualTo(key);
      assertThat(entry.cell().orElse("cell-" + entry.version()))
          .isEqualTo("cell-" + entry.version());
      checkLife(resolution, entry, askedAt);
      checkInvalidation(resolution, entry, askedAt);
      if (remembersAll) {
        checkVersion(key, entry, askedAt, resolution.layer());
      }
    }

    private void checkLife(Resolution resolution, RouteEntry entry, long askedAt) {
      long now = time.wallMillis();
      Kind kind = resolution.kind();
      if (maxStaleMillis != Long.MAX_VALUE) {
        assertThat(entry.expiresAt()).isLessThanOrEqualTo(entry.freshUntil() + maxStaleMillis);
      }
      if (kind == Kind.EXPIRED) {
        assertThat(now - entry.expiresAt())
            .as("since expiry")
            .isBetween(0L, serveExpiredMillis - 1);
      } else if (now >= entry.expiresAt()) {
        assertThat(resolution.layer()).as("layer of an expired answer").isEqualTo("authority");
        assertThat(entry.loadedAt()).as("sent after it was asked").isGreaterThanOrEqualTo(askedAt);
        assertThat(now - entry.loadedAt()).as("age").isLessThanOrEqualTo(timeoutMillis);
      } else if (kind != Kind.UNKNOWN) {
        assertThat(kind).isEqualTo(now < entry.freshUntil() ? Kind.FRESH : Kind.STALE);
      }
    }

    private void checkInvalidation(Resolution resolution, RouteEntry entry, long askedAt) {
      Long at = invalidated.get(entry.key());
      if (at != null && entry.loadedAt() < at) {
        assertThat(resolution.layer()).as("layer of an invalidated entry").isEqualTo("authority");
        assertThat(askedAt).as("asked before the invalidation").isLessThanOrEqualTo(at);
      }
    }

    private void checkVersion(RouteKey key, RouteEntry entry, long askedAt, String layer) {
      assertThat(entry.version()).as("version").isGreaterThanOrEqualTo(authority.floor(key));
      authority.seen(key, entry.version());
      Removed last = removed.get(key);
      if (last == null || entry.loadedAt() >= last.wallMillis()) {
        return;
      }
      assertThat(entry.version())
          .as("version of what was asked for before a removal")
          .isGreaterThanOrEqualTo(last.belowVersion());
      if (layer.equals("authority")) {
        assertThat(askedAt).as("asked before the removal").isLessThanOrEqualTo(last.wallMillis());
      }
    }

    private static @Nullable RouteEntry entry(Resolution resolution) {
      return switch (resolution.kind()) {
        case FRESH -> ((Resolution.Fresh) resolution).entry();
        case STALE -> ((Resolution.Stale) resolution).entry();
        case EXPIRED -> ((Resolution.Expired) resolution).entry();
        case UNKNOWN -> ((Resolution.Unknown) resolution).entry();
        case UNAVAILABLE, MISS -> null;
      };
    }
  }
}
