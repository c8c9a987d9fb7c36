// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import io.turnout.spi.RouteEntry;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * What few entries of the near cache need, so that the others need no room for it: those whose key
 * was removed, that are stale, or that cannot tell their wall times from their life. Thread-safe.
 */
final class Upkeep {

  private static final AtomicLongFieldUpdater<Upkeep> REFRESH =
      AtomicLongFieldUpdater.newUpdater(Upkeep.class, "refreshNotBefore");

  /** The entry word for word; null where it can be put together. */
  final @Nullable RouteEntry entry;

  /** The latest removal of the key; written inside the cache's atomic step only. */
  volatile @Nullable Removal removal;

  /** The answer while it is stale, once it was needed; racing writers agree. */
  @Nullable Resolution stale;

  private volatile long refreshNotBefore;
  private int refreshFailures;

  /**
   * Starts the upkeep of an entry.
   *
   * @param fresh from when it may be refreshed
   */
  Upkeep(@Nullable RouteEntry entry, @Nullable Removal removal, long fresh) {
    this.entry = entry;
    this.removal = removal;
    this.refreshNotBefore = fresh;
  }

  /**
   * Takes the one refresh that may run, if it is due.
   *
   * @param never an instant that does not come
   */
  boolean claimRefresh(long now, long never) {
    long notBefore = refreshNotBefore;
    return now - notBefore >= 0 && REFRESH.compareAndSet(this, notBefore, never);
  }

  /** Makes the first refresh, which was due {@code from} then, due now. */
  void hasten(long from, long now) {
    REFRESH.compareAndSet(this, from, now);
  }

  /** Ends the claimed refresh; the entry is usually replaced by then. */
  void refreshEnded(long now) {
    refreshFailures = 0;
    refreshNotBefore = now;
  }

  /** Ends the claimed refresh, and puts the next one off. */
  void refreshFailed(long now, Backoff backoff) {
    refreshFailures++;
    refreshNotBefore = now + backoff.delayNanos(refreshFailures);
  }
}
