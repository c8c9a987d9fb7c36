// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import io.turnout.spi.RouteKey;
import java.util.HashMap;
import java.util.Map;

/**
 * What a host must keep to, because of what happened to it: what its resolver knows, or what a
 * snapshot of it holds.
 *
 * @param floors below which version no key may go
 * @param removed the latest removal of each key
 * @param invalidated when each key was last invalidated
 * @param doubted when the last gap was heard
 * @param lengthenedNanos by how much a clock that was set back between two processes may have
 *     lengthened the lives of what was loaded until {@code lengthenedUntil}
 */
record HostMemory(
    Map<RouteKey, Long> floors,
    Map<RouteKey, Removed> removed,
    Map<RouteKey, Long> invalidated,
    Map<RouteKey, Long> doubted,
    long lengthenedNanos,
    long lengthenedUntil) {

  /** A removal. */
  record Removed(long belowVersion, long nanos) {}

  static HostMemory empty() {
    return new HostMemory(new HashMap<>(), new HashMap<>(), new HashMap<>(), new HashMap<>(), 0, 0);
  }

  HostMemory copy() {
    return new HostMemory(
        new HashMap<>(floors),
        new HashMap<>(removed),
        new HashMap<>(invalidated),
        new HashMap<>(doubted),
        lengthenedNanos,
        lengthenedUntil);
  }

  /**
   * The same for a process that read a snapshot.
   *
   * @param writtenNanos when it was written
   * @param backNanos by how much the wall clock was set back since; negative if forward, so that
   *     removals and invalidations seem to be longer ago
   */
  HostMemory after(long writtenNanos, long backNanos) {
    long ago = Math.min(0, backNanos);
    HostMemory next =
        new HostMemory(
            new HashMap<>(floors),
            new HashMap<>(),
            new HashMap<>(),
            new HashMap<>(),
            lengthenedNanos + Math.max(0, backNanos),
            writtenNanos);
    removed.forEach(
        (key, it) -> next.removed.put(key, new Removed(it.belowVersion(), it.nanos() + ago)));
    invalidated.forEach((key, at) -> next.invalidated.put(key, at + ago));
    doubted.forEach((key, at) -> next.doubted.put(key, at + ago));
    return next;
  }

  /** Now, as it may seem to what was loaded then. */
  long nowFor(long loadedNanos, long now) {
    return loadedNanos <= lengthenedUntil ? now - lengthenedNanos : now;
  }

  /** Whether it was said before the last gap that was heard before the question. */
  boolean isDoubted(SimulatedTruth.Said said, RouteKey key, long askedAt) {
    Long at = doubted.get(key);
    return at != null && at < askedAt && said.sentNanos() < at - 1_000_000;
  }

  /** Whether what is in doubt has not been that for longer than it may be stale. */
  boolean doubtIsBearable(
      SimulatedTruth.Said said, RouteKey key, long askedAt, SimulationOptions options) {
    Long at = doubted.get(key);
    return at == null
        || !isDoubted(said, key, askedAt)
        || options.maxStaleMillis() == Long.MAX_VALUE
        || nowFor(at, askedAt) - at <= options.maxStaleMillis() * 1_000_000;
  }
}
