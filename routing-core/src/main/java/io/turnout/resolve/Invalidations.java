// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import io.turnout.spi.RouteKey;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * The instants before which everything, or everything of a namespace, counts as expired, and the
 * one before which everything is in doubt; on the monotonic clock, so that a wall clock that is set
 * back later does not keep new entries out.
 *
 * <p>Each change starts a new epoch; an entry is judged once in each epoch. Thread-safe.
 */
final class Invalidations {

  /** The epoch of an entry that was never judged. */
  static final int NEVER_JUDGED = -1;

  /** With more namespaces than that, invalidating one more invalidates all. */
  static final int MAX_NAMESPACES = 1_024;

  private final ConcurrentMap<String, Long> byNamespace = new ConcurrentHashMap<>();
  private volatile @Nullable Long everythingBefore;
  private volatile @Nullable Long doubtedBefore;
  private volatile boolean forGood;
  private volatile int epoch;

  int epoch() {
    return epoch;
  }

  synchronized void everything(long asOfNanos) {
    Long before = everythingBefore;
    everythingBefore = before == null ? asOfNanos : later(before, asOfNanos);
    nextEpoch();
  }

  /** Invalidates whatever is held now or comes later. */
  synchronized void everythingForGood() {
    forGood = true;
    nextEpoch();
  }

  /** Puts everything in doubt that was loaded before: it may have changed unheard. */
  synchronized void doubt(long asOfNanos) {
    Long before = doubtedBefore;
    doubtedBefore = before == null ? asOfNanos : later(before, asOfNanos);
    nextEpoch();
  }

  /** Since when what was loaded at {@code loadedNanos} is in doubt; null if it is not. */
  @Nullable Long doubtedSince(long loadedNanos) {
    Long before = doubtedBefore;
    return isBefore(loadedNanos, before) ? before : null;
  }

  synchronized void namespace(String namespace, long asOfNanos) {
    if (byNamespace.size() >= MAX_NAMESPACES && !byNamespace.containsKey(namespace)) {
      everything(asOfNanos);
      return;
    }
    byNamespace.merge(namespace, asOfNanos, Invalidations::later);
    nextEpoch();
  }

  /** The instant before which everything is in doubt, if there is one. */
  @Nullable Long doubtedBefore() {
    return doubtedBefore;
  }

  /** The instant before which everything is invalidated, if there is one. */
  @Nullable Long everythingBefore() {
    return everythingBefore;
  }

  /** The instants before which all of a namespace is invalidated. */
  Map<String, Long> namespaces() {
    return Map.copyOf(byNamespace);
  }

  /** Whether what was loaded at {@code loadedNanos} of the monotonic clock counts as expired. */
  boolean cover(RouteKey key, long loadedNanos) {
    return forGood
        || isBefore(loadedNanos, everythingBefore)
        || isBefore(loadedNanos, byNamespace.get(key.namespace()));
  }

  private static boolean isBefore(long nanos, @Nullable Long instant) {
    return instant != null && nanos - instant < 0;
  }

  private static long later(long one, long other) {
    return one - other < 0 ? other : one;
  }

  private void nextEpoch() {
    epoch = (epoch + 1) & Integer.MAX_VALUE;
  }
}
