// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import io.turnout.spi.RouteCache;
import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteKey;
import io.turnout.spi.VirtualTime;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A layer that several hosts share: it counts lives on its own clock, keeps the order of versions,
 * reorders calls, and has moods in which it is slow, fails, hangs or lies.
 */
final class SimulatedLayer {

  /** How the layer behaves just now. */
  enum Mood {
    GOOD,
    SLOW,
    FAILS,
    THROWS,
    HANGS,
    LIES
  }

  /** The cell of an entry that a lying layer made up. */
  static final String LIE = "lie";

  private record Stored(
      Optional<String> cell, long version, long loadedAt, long loaded, long fresh, long expires) {}

  private record Removed(long belowVersion, long nanos) {}

  private final SplittableRandom random;
  private final VirtualTime time;
  private final String name;
  private final Map<RouteKey, Stored> stored = new HashMap<>();
  private final Map<RouteKey, Removed> removed = new HashMap<>();
  private Mood mood = Mood.GOOD;

  SimulatedLayer(SplittableRandom random, VirtualTime time, String name) {
    this.random = random;
    this.time = time;
    this.name = name;
  }

  /** What the layer looks like from a host. */
  RouteCache seenFrom(HostClock clock) {
    return new View(clock);
  }

  void changeMood() {
    Mood[] all = Mood.values();
    mood = random.nextBoolean() ? Mood.GOOD : all[random.nextInt(all.length)];
  }

  void recover() {
    mood = Mood.GOOD;
  }

  /** Loses all it holds, what it knows of removals too. */
  void lose() {
    stored.clear();
    removed.clear();
  }

  private void put(RouteKey key, Stored next) {
    Removed last = removed.get(key);
    if (next.expires() <= time.nanos()
        || (last != null
            && next.version() < last.belowVersion()
            && next.loaded() <= last.nanos())) {
      return;
    }
    stored.merge(
        key,
        next,
        (held, offered) ->
            held.expires() <= time.nanos()
                    || offered.version() > held.version()
                    || (offered.version() == held.version() && offered.fresh() > held.fresh())
                ? offered
                : held);
  }

  private void remove(RouteKey key, long belowVersion) {
    stored.computeIfPresent(key, (k, held) -> held.version() < belowVersion ? null : held);
    Removed last = removed.get(key);
    long below = last == null ? belowVersion : Math.max(last.belowVersion(), belowVersion);
    removed.put(key, new Removed(below, time.nanos()));
  }

  /** One host's view. */
  private final class View implements RouteCache {
    private final HostClock clock;

    View(HostClock clock) {
      this.clock = clock;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public CompletionStage<Optional<RouteEntry>> get(RouteKey key) {
      long sentWall = clock.wallMillis();
      return later(() -> Optional.ofNullable(seen(key, sentWall)));
    }

    private @Nullable RouteEntry seen(RouteKey key, long sentWall) {
      if (mood == Mood.LIES && random.nextBoolean()) {
        return lie(key, sentWall);
      }
      Stored held = stored.get(key);
      if (held == null || held.expires() <= time.nanos()) {
        return null;
      }
      return new RouteEntry(
          key,
          held.cell(),
          held.version(),
          held.loadedAt(),
          sentWall + Math.floorDiv(held.fresh() - time.nanos(), 1_000_000L),
          sentWall + Math.floorDiv(held.expires() - time.nanos(), 1_000_000L));
    }

    private RouteEntry lie(RouteKey key, long now) {
      Optional<String> cell = Optional.of(LIE);
      return switch (random.nextInt(4)) {
        case 0 -> new RouteEntry(RouteKey.parse("other:1"), cell, 1, now, now + 100, now + 200);
        case 1 -> new RouteEntry(key, cell, 1, now + 5_000, now + 9_000, now + 9_000);
        case 2 -> new RouteEntry(key, cell, 1, now - 900, now - 800, now - 700);
        default -> new RouteEntry(key, cell, RouteEntry.MAX_VERSION, now, now + 50, now + 60);
      };
    }

    @Override
    public CompletionStage<Void> put(RouteEntry entry) {
      long wall = clock.wallMillis();
      long nanos = time.nanos();
      Stored next =
          new Stored(
              entry.cell(),
              entry.version(),
              entry.loadedAt(),
              nanos - (wall - entry.loadedAt()) * 1_000_000,
              nanos + (entry.freshUntil() - wall) * 1_000_000,
              nanos + (entry.expiresAt() - wall) * 1_000_000);
      return later(() -> done(() -> SimulatedLayer.this.put(entry.key(), next)));
    }

    @Override
    public CompletionStage<Void> remove(RouteKey key, long belowVersion) {
      return later(() -> done(() -> SimulatedLayer.this.remove(key, belowVersion)));
    }

    private @Nullable Void done(Runnable change) {
      change.run();
      return null;
    }

    private <T> CompletionStage<T> later(Supplier<T> value) {
      CompletableFuture<T> stage = new CompletableFuture<>();
      switch (mood) {
        case THROWS -> throw new IllegalStateException("broken");
        case FAILS -> stage.completeExceptionally(new IllegalStateException("broken"));
        case HANGS -> {
          if (random.nextBoolean()) {
            time.schedule(() -> stage.complete(value.get()), Duration.ofMillis(500));
          }
        }
        case GOOD, SLOW, LIES -> {
          int most = mood == Mood.SLOW ? 60 : 5;
          int delay = random.nextInt(most);
          if (delay == 0) {
            stage.complete(value.get());
          } else {
            time.schedule(() -> stage.complete(value.get()), Duration.ofMillis(delay));
          }
        }
      }
      return stage;
    }
  }
}
