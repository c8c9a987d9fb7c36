// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteKey;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * What the near cache holds of one key: an entry with its ready answers, or a tombstone that only
 * remembers a version.
 *
 * <p>What it says never changes: it is retired and another one takes its place. Only its own
 * bookkeeping does.
 */
final class NearEntry {

  private static final AtomicLongFieldUpdater<NearEntry> REFRESH =
      AtomicLongFieldUpdater.newUpdater(NearEntry.class, "refreshNotBefore");

  final RouteKey key;
  final int hash;
  final long version;
  final @Nullable RouteEntry entry;
  final long loaded;
  final long fresh;
  final long expires;

  /** The answer while it is fresh; null for a tombstone. */
  final @Nullable Resolution ready;

  /** Set before another entry of the key becomes visible, and when the key is evicted. */
  volatile boolean retired;

  /** The latest removal of the key; written inside the cache's atomic step only. */
  volatile @Nullable Removal removal;

  /** The invalidations that it has passed. Racing writers agree or are judged again. */
  int judgedEpoch = Invalidations.NEVER_JUDGED;

  /** When the eviction policy last heard of a hit; racing writers do no harm. */
  long told;

  private volatile long refreshNotBefore;
  private int refreshFailures;
  private @Nullable Resolution readyStale;

  private NearEntry(
      RouteKey key,
      long version,
      @Nullable RouteEntry entry,
      Life life,
      @Nullable Removal removal) {
    this.key = key;
    this.hash = HotTable.hash(key);
    this.version = version;
    this.entry = entry;
    this.loaded = life.loaded();
    this.fresh = life.fresh();
    this.expires = life.expires();
    this.removal = removal;
    this.ready = entry == null ? null : answer(entry);
    this.told = life.loaded();
    this.refreshNotBefore = life.fresh();
  }

  /** Keeps a candidate, or the version of one that must not be kept. */
  static NearEntry of(Candidate candidate, @Nullable Removal removal) {
    RouteEntry kept = candidate.isCacheable() ? candidate.entry() : null;
    return new NearEntry(candidate.key(), candidate.version(), kept, candidate.life(), removal);
  }

  /** Remembers a removal, and the version that was removed. */
  static NearEntry removed(RouteKey key, long version, Removal removal) {
    Life none = new Life(removal.nanos(), removal.nanos(), removal.nanos());
    return new NearEntry(key, version, null, none, removal);
  }

  /**
   * Holds again what a snapshot held.
   *
   * @param entry null where the version alone is remembered
   */
  static NearEntry restored(
      RouteKey key,
      long version,
      @Nullable RouteEntry entry,
      Life life,
      @Nullable Removal removal) {
    return new NearEntry(key, version, entry, life, removal);
  }

  boolean isTombstone() {
    return entry == null;
  }

  /** The version below which nothing is believed since a removal; 0 if there was none. */
  long removedBelow() {
    Removal latest = removal;
    return latest != null && latest.belowVersion() > version
        ? Math.min(latest.belowVersion(), RouteEntry.MAX_VERSION)
        : 0;
  }

  /** The answer while it is stale; null for a tombstone. */
  @Nullable Resolution staleAnswer() {
    Resolution known = readyStale;
    if (known == null && entry != null) {
      known = entry.cell().isEmpty() ? ready : new Resolution.Stale(entry, Resolution.NEAR);
      readyStale = known;
    }
    return known;
  }

  /** The answer when it is served though expired; empty for a tombstone and an unknown key. */
  Optional<Resolution> expiredAnswer() {
    return entry == null || entry.cell().isEmpty()
        ? Optional.empty()
        : Optional.of(new Resolution.Expired(entry, Resolution.NEAR));
  }

  /** Takes the one refresh that may run, if it is due. */
  boolean claimRefresh(long now) {
    long notBefore = refreshNotBefore;
    return now - notBefore >= 0 && REFRESH.compareAndSet(this, notBefore, loaded + Lives.NEVER);
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

  private static Resolution answer(RouteEntry entry) {
    return entry.cell().isEmpty()
        ? new Resolution.Unknown(entry, Resolution.NEAR)
        : new Resolution.Fresh(entry, Resolution.NEAR);
  }
}
