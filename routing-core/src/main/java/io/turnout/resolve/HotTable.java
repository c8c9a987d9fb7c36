// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import io.turnout.spi.RouteKey;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * A table of fixed size that finds hot entries with one comparison, in front of the cache that
 * decides what stays.
 *
 * <p>A key has two neighbouring places. What stands there is only believed while it is not retired,
 * so the table may lag behind the cache without ever contradicting it. Thread-safe.
 */
final class HotTable {

  static final int FEWEST_PLACES = 64;
  static final int MOST_PLACES = 1 << 20;

  private final AtomicReferenceArray<@Nullable NearEntry> places;
  private final int mask;

  /** Makes room for about {@code entries}, within bounds. */
  HotTable(long entries) {
    long wanted = Math.max(FEWEST_PLACES, Math.min(MOST_PLACES, 2 * entries));
    int size = Integer.highestOneBit((int) wanted - 1) << 1;
    places = new AtomicReferenceArray<>(size);
    mask = size - 1;
  }

  static int hash(RouteKey key) {
    int hash = key.hashCode() * 0x9e3779b9;
    return hash ^ (hash >>> 16);
  }

  @Nullable NearEntry find(RouteKey key, int hash) {
    int place = hash & mask;
    NearEntry first = places.getAcquire(place);
    if (isOf(first, key, hash)) {
      return first;
    }
    NearEntry second = places.getAcquire(place ^ 1);
    return isOf(second, key, hash) ? second : null;
  }

  /** Puts an entry in; it takes a free place, or else the one of the older neighbour. */
  void put(NearEntry entry) {
    int place = entry.hash & mask;
    NearEntry first = places.getAcquire(place);
    if (first != null && !first.retired && !first.key.equals(entry.key)) {
      places.setRelease(place ^ 1, first);
    }
    places.setRelease(place, entry);
  }

  /** Takes an entry out, so that it can be collected. */
  void clear(NearEntry entry) {
    int place = entry.hash & mask;
    places.compareAndSet(place, entry, null);
    places.compareAndSet(place ^ 1, entry, null);
  }

  /** Equality with a short cut: the hot keys are often the very same object. */
  @SuppressWarnings("ReferenceEquality")
  private static boolean sameKey(RouteKey one, RouteKey other) {
    return one == other || one.equals(other);
  }

  private static boolean isOf(@Nullable NearEntry entry, RouteKey key, int hash) {
    return entry != null && entry.hash == hash && sameKey(entry.key, key) && !entry.retired;
  }
}
