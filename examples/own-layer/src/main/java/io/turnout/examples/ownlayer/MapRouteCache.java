// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.ownlayer;

import io.turnout.spi.Freshness;
import io.turnout.spi.RouteCache;
import io.turnout.spi.RouteClock;
import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteKey;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A layer in a map of this process, which several resolvers can share. */
public final class MapRouteCache implements RouteCache {

  private static final long REMEMBERED_MILLIS = 60_000;

  /** What is known of a key: an entry, a removal, or both. */
  private record Slot(@Nullable RouteEntry entry, long removedBelow, long removedAt) {

    Slot with(@Nullable RouteEntry other) {
      return new Slot(other, removedBelow, removedAt);
    }

    boolean isOver(long now) {
      boolean noEntry = entry == null || entry.freshness(now) == Freshness.EXPIRED;
      return noEntry && now - removedAt > REMEMBERED_MILLIS;
    }
  }

  private static final Slot EMPTY = new Slot(null, 0, Long.MIN_VALUE / 2);

  private final Map<RouteKey, Slot> slots = new ConcurrentHashMap<>();
  private final RouteClock clock;
  private final int maxKeys;

  /**
   * Makes an empty layer.
   *
   * @param maxKeys how many keys it remembers; more are refused until some are over
   */
  public MapRouteCache(RouteClock clock, int maxKeys) {
    this.clock = clock;
    this.maxKeys = maxKeys;
  }

  @Override
  public String name() {
    return "map";
  }

  @Override
  public CompletionStage<Optional<RouteEntry>> get(RouteKey key) {
    Slot slot = slots.getOrDefault(key, EMPTY);
    return CompletableFuture.completedStage(
        Optional.ofNullable(slot.entry())
            .filter(entry -> entry.freshness(clock.wallMillis()) != Freshness.EXPIRED));
  }

  @Override
  public CompletionStage<Void> put(RouteEntry entry) {
    long now = clock.wallMillis();
    if (entry.freshness(now) == Freshness.EXPIRED) {
      return CompletableFuture.completedStage(null);
    }
    if (!hasRoom(entry.key(), now)) {
      return full();
    }
    slots.compute(entry.key(), (key, held) -> taken(held == null ? EMPTY : held, entry, now));
    return CompletableFuture.completedStage(null);
  }

  private static Slot taken(Slot held, RouteEntry entry, long now) {
    boolean refused =
        now - held.removedAt() <= REMEMBERED_MILLIS
            && entry.loadedAt() <= held.removedAt()
            && entry.version() < held.removedBelow();
    return refused || !replaces(entry, held.entry(), now) ? held : held.with(entry);
  }

  private static boolean replaces(RouteEntry entry, @Nullable RouteEntry held, long now) {
    if (held == null || held.freshness(now) == Freshness.EXPIRED) {
      return true;
    }
    return entry.version() == held.version()
        ? entry.freshUntil() > held.freshUntil()
        : entry.version() > held.version();
  }

  @Override
  public CompletionStage<Void> remove(RouteKey key, long belowVersion) {
    long now = clock.wallMillis();
    if (!hasRoom(key, now)) {
      return full();
    }
    slots.compute(
        key,
        (same, held) -> {
          Slot before = held == null ? EMPTY : held;
          RouteEntry entry = before.entry();
          boolean drops = entry != null && entry.version() < belowVersion;
          long below = Math.max(belowVersion, before.removedBelow());
          return new Slot(drops ? null : entry, below, now);
        });
    return CompletableFuture.completedStage(null);
  }

  private boolean hasRoom(RouteKey key, long now) {
    if (slots.size() >= maxKeys && !slots.containsKey(key)) {
      slots.values().removeIf(slot -> slot.isOver(now));
    }
    return slots.size() < maxKeys || slots.containsKey(key);
  }

  private CompletionStage<Void> full() {
    return CompletableFuture.failedStage(
        new IllegalStateException("the layer is full: it remembers " + maxKeys + " keys"));
  }
}
