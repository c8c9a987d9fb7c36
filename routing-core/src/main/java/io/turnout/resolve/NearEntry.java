// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import io.turnout.spi.RouteClock;
import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteKey;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * What the near cache holds of one key: an entry with its ready answer, or a tombstone that only
 * remembers a version.
 *
 * <p>What it says never changes: it is retired and another one takes its place. Only its own
 * bookkeeping does.
 *
 * <p>There is one for every key, so its size counts: 80 bytes with compressed references, all of
 * them used (12 of the header, 5 longs, 4 references, 2 ints, 1 short, 2 bytes), and 16 of the
 * ready answer. The {@link RouteEntry} is put together when somebody asks for it, from the life; of
 * the wall clock's instants only {@code loadedAt} is kept.
 */
final class NearEntry implements Known {

  private static final AtomicReferenceFieldUpdater<NearEntry, @Nullable Upkeep> UPKEEP =
      AtomicReferenceFieldUpdater.newUpdater(NearEntry.class, Upkeep.class, "upkeep");

  private static final long NANOS_PER_MILLI = 1_000_000;

  /** A turn is 2^27 ns, 134 ms; they are counted to 256, then from 0 again. */
  private static final int TURN_BITS = 27;

  final RouteKey key;
  final int hash;
  final long version;
  final long loaded;
  final long fresh;
  final long expires;

  /** The answer while it is fresh; null for a tombstone. */
  final @Nullable Resolution ready;

  /** Set before another entry of the key becomes visible, and when the key is evicted. */
  volatile boolean retired;

  /** The invalidations that it has passed. Racing writers agree or are judged again. */
  int judgedEpoch = Invalidations.NEVER_JUDGED;

  private final Optional<String> cell;
  private final long loadedAt;

  /** How much longer the life is by the entry's wall times than on the monotonic clock. */
  private final short longerMillis;

  /** The turn in which the eviction policy last heard of a hit; racing writers do no harm. */
  private byte told;

  private volatile @Nullable Upkeep upkeep;

  private NearEntry(
      RouteKey key,
      long version,
      @Nullable RouteEntry entry,
      Life life,
      @Nullable Removal removal) {
    this.key = key;
    this.hash = HotTable.hash(key);
    this.version = version;
    this.loaded = life.loaded();
    this.fresh = life.fresh();
    this.expires = life.expires();
    this.cell = entry == null ? Optional.empty() : entry.cell();
    this.loadedAt = entry == null ? 0 : entry.loadedAt();
    this.longerMillis = entry == null ? 0 : (short) (entry.freshUntil() - wallTime(life.fresh()));
    this.ready = entry == null ? null : answer(entry);
    RouteEntry untold = entry == null || isTold(entry) ? null : entry;
    this.upkeep = untold == null && removal == null ? null : new Upkeep(untold, removal, fresh);
  }

  /** Keeps a candidate, or the version of one that must not be kept. */
  static NearEntry of(Candidate candidate) {
    return of(candidate, candidate.key(), null);
  }

  private static NearEntry of(Candidate candidate, RouteKey key, @Nullable Removal removal) {
    RouteEntry kept = candidate.isCacheable() ? candidate.entry() : null;
    return new NearEntry(key, candidate.version(), kept, candidate.life(), removal);
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

  /**
   * The same for a candidate that takes this one's place; it has the same key object, as the cache
   * goes on holding that one.
   */
  NearEntry followedBy(Candidate candidate) {
    return of(candidate, key, removal());
  }

  boolean isTombstone() {
    return ready == null;
  }

  /** The entry; there is none in a tombstone. */
  @Override
  public RouteEntry entry() {
    if (isTombstone()) {
      throw new IllegalStateException("a tombstone has no entry");
    }
    Upkeep kept = upkeep;
    return kept == null || kept.entry == null ? putTogether() : kept.entry;
  }

  @Override
  public Optional<String> cell() {
    return cell;
  }

  @Override
  public String layer() {
    return Resolution.NEAR;
  }

  @Override
  public Life life() {
    return new Life(loaded, fresh, expires);
  }

  /** The latest removal of the key. */
  @Nullable Removal removal() {
    Upkeep kept = upkeep;
    return kept == null ? null : kept.removal;
  }

  /** Sets the latest removal of the key; only inside the cache's atomic step. */
  void remember(Removal removal) {
    upkeep().removal = removal;
  }

  /** The version below which nothing is believed since a removal; 0 if there was none. */
  long removedBelow() {
    Removal latest = removal();
    return latest != null && latest.belowVersion() > version
        ? Math.min(latest.belowVersion(), RouteEntry.MAX_VERSION)
        : 0;
  }

  /** Whether the eviction policy should hear of a hit now: once in each turn. */
  boolean isToBeTold(long coarseNow) {
    byte turn = (byte) (coarseNow >> TURN_BITS);
    if (told == turn) {
      return false;
    }
    told = turn;
    return true;
  }

  /** Notes that the eviction policy has heard of a hit. */
  void told(long coarseNow) {
    told = (byte) (coarseNow >> TURN_BITS);
  }

  /**
   * The answer while it is stale; null for a tombstone. Where it is stale before its time, the
   * answer says that it is fresh no longer than now.
   */
  @Nullable Resolution staleAnswer(RouteClock clock) {
    if (!isTombstone() && clock.coarseNanos() - fresh < 0) {
      return staleAnswerAt(clock.wallMillis());
    }
    if (isTombstone() || cell.isEmpty()) {
      return ready;
    }
    Upkeep kept = upkeep();
    Resolution known = kept.stale;
    if (known == null) {
      known = new Resolution.Stale(this);
      kept.stale = known;
    }
    return known;
  }

  /** The answer when it is served though expired; empty for a tombstone and an unknown key. */
  Optional<Resolution> expiredAnswer() {
    return cell.isEmpty() ? Optional.empty() : Optional.of(new Resolution.Expired(this));
  }

  /** Takes the one refresh that may run, if it is due; of what is stale before its time, too. */
  boolean claimRefresh(long now) {
    Upkeep kept = upkeep();
    if (now - fresh < 0) {
      kept.hasten(fresh, now);
    }
    return kept.claimRefresh(now, loaded + Lives.NEVER);
  }

  /** Ends the claimed refresh; the entry is usually replaced by then. */
  void refreshEnded(long now) {
    upkeep().refreshEnded(now);
  }

  /** Ends the claimed refresh, and puts the next one off. */
  void refreshFailed(long now, Backoff backoff) {
    upkeep().refreshFailed(now, backoff);
  }

  private Upkeep upkeep() {
    Upkeep known = upkeep;
    if (known != null) {
      return known;
    }
    Upkeep first = new Upkeep(null, null, fresh);
    return UPKEEP.compareAndSet(this, null, first) ? first : upkeep();
  }

  private RouteEntry putTogether() {
    return new RouteEntry(
        key,
        cell,
        version,
        loadedAt,
        wallTime(fresh) + longerMillis,
        wallTime(expires) + longerMillis);
  }

  /** Whether the life tells the entry's times. */
  private boolean isTold(RouteEntry entry) {
    return entry.freshUntil() == wallTime(fresh) + longerMillis
        && entry.expiresAt() == wallTime(expires) + longerMillis;
  }

  /** An instant of the life, counted on the wall clock from when the entry was loaded. */
  private long wallTime(long nanos) {
    return loadedAt + Math.floorDiv(nanos - loaded, NANOS_PER_MILLI);
  }

  private Resolution answer(RouteEntry entry) {
    return entry.cell().isEmpty() ? new Resolution.Unknown(this) : new Resolution.Fresh(this);
  }
}
