// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import io.turnout.spi.RouteKey;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The instants before which everything, or everything of a namespace, counts as expired.
 *
 * <p>Each change starts a new epoch; an entry is judged once in each epoch. Thread-safe.
 */
final class Invalidations {

  /** The epoch of an entry that was never judged. */
  static final int NEVER_JUDGED = -1;

  /** With more namespaces than that, invalidating one more invalidates all. */
  static final int MAX_NAMESPACES = 1_024;

  private final ConcurrentMap<String, Long> byNamespace = new ConcurrentHashMap<>();
  private volatile long everythingBefore = Long.MIN_VALUE;
  private volatile int epoch;

  int epoch() {
    return epoch;
  }

  synchronized void everything(long asOfMillis) {
    everythingBefore = Math.max(everythingBefore, asOfMillis);
    nextEpoch();
  }

  synchronized void namespace(String namespace, long asOfMillis) {
    if (byNamespace.size() >= MAX_NAMESPACES && !byNamespace.containsKey(namespace)) {
      everything(asOfMillis);
      return;
    }
    byNamespace.merge(namespace, asOfMillis, Math::max);
    nextEpoch();
  }

  /** Whether what was loaded at {@code loadedAtMillis} of the wall clock counts as expired. */
  boolean cover(RouteKey key, long loadedAtMillis) {
    if (loadedAtMillis < everythingBefore) {
      return true;
    }
    Long before = byNamespace.get(key.namespace());
    return before != null && loadedAtMillis < before;
  }

  private void nextEpoch() {
    epoch = (epoch + 1) & Integer.MAX_VALUE;
  }
}
