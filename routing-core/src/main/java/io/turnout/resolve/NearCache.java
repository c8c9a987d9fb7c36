// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import io.turnout.spi.RouteKey;
import io.turnout.spi.RouteScheduler;
import java.time.Duration;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * The layer in the process: the only place where versions of a key meet.
 *
 * <p>Every change of a key is one atomic step that looks at what is held: a lower version never
 * replaces a higher one, unless the authority was asked for at least the higher one and still
 * answered so; of equal versions the one that is fresh longer stays. Where nothing may be kept the
 * version is, in a tombstone that counts as an entry.
 *
 * <p>Caffeine decides which keys stay. The hot ones are found in a {@link HotTable} in front of it,
 * which tells it of a sample of the hits of each key; its maintenance runs on the scheduler,
 * gathered, so that a hit allocates nothing. Thread-safe.
 */
final class NearCache {

  static final Duration MAINTENANCE_DELAY = Duration.ofMillis(10);

  private final NearBound bound;
  private final HotTable table;
  private final Cache<RouteKey, NearEntry> cache;
  private final ResolverListener listener;

  NearCache(NearBound bound, RouteScheduler scheduler, ResolverListener listener) {
    this.listener = listener;
    this.bound = bound;
    table = new HotTable(bound.aboutKeys());
    Caffeine<RouteKey, NearEntry> caffeine =
        Caffeine.newBuilder()
            .executor(task -> scheduler.schedule(task, MAINTENANCE_DELAY))
            .evictionListener(this::evicted);
    cache =
        switch (bound.unit()) {
          case KEYS -> caffeine.maximumSize(bound.most()).build();
          case BYTES ->
              caffeine
                  .maximumWeight(bound.most())
                  .weigher((RouteKey key, NearEntry held) -> bound.weigh(held))
                  .build();
        };
  }

  /**
   * What is held of a key.
   *
   * @param coarseNow the coarse clock, to sample hits by
   */
  @Nullable NearEntry get(RouteKey key, long coarseNow) {
    NearEntry hot = table.find(key, HotTable.hash(key));
    if (hot == null) {
      return getUntabled(key, coarseNow);
    }
    if (hot.isToBeTold(coarseNow)) {
      tell(key);
    }
    return hot;
  }

  /** Lets the cache's policy count a hit that the table answered. */
  @SuppressWarnings("CheckReturnValue")
  private void tell(RouteKey key) {
    cache.getIfPresent(key);
  }

  private @Nullable NearEntry getUntabled(RouteKey key, long coarseNow) {
    NearEntry held = cache.getIfPresent(key);
    if (held != null && !held.isTombstone() && !held.retired) {
      held.told(coarseNow);
      table.put(held);
    }
    return held;
  }

  /** What is held of a key, unnoticed by the eviction policy. */
  @Nullable NearEntry peek(RouteKey key) {
    return cache.policy().getIfPresentQuietly(key);
  }

  /**
   * Takes a candidate, or says why not.
   *
   * @param mayStay whether what is held at an equal version may stand against the candidate at all
   */
  Outcome offer(Candidate candidate, StillGood mayStay) {
    Offer offer = new Offer(candidate, mayStay);
    cache.asMap().compute(candidate.key(), (key, held) -> offer.decide(held));
    return new Outcome(offer.verdict, offer.heldVersion);
  }

  /** Removes what is held below a version, and refuses what was asked for before. */
  void remove(RouteKey key, Removal removal) {
    cache.asMap().compute(key, (k, held) -> removed(k, held, removal));
  }

  /** Holds again what a snapshot held, unless something is known of the key already. */
  void restore(NearEntry entry) {
    cache.asMap().putIfAbsent(entry.key, entry);
  }

  /** How much may be held. */
  NearBound bound() {
    return bound;
  }

  /** All that is held; what changes on the way may or may not be met. */
  Iterator<NearEntry> all() {
    return cache.asMap().values().iterator();
  }

  private NearEntry removed(RouteKey key, @Nullable NearEntry held, Removal removal) {
    if (held == null) {
      return NearEntry.removed(key, 0, removal);
    }
    Removal latest = removal.after(held.removal());
    if (held.version >= removal.belowVersion()) {
      held.remember(latest);
      return held;
    }
    retire(held);
    return NearEntry.removed(held.key, held.version, latest);
  }

  /** How many keys are held, tombstones included; exact after {@link #cleanUp}. */
  long size() {
    return cache.estimatedSize();
  }

  /** Does now what the scheduler would do soon. */
  void cleanUp() {
    cache.cleanUp();
  }

  private void retire(NearEntry entry) {
    entry.retired = true;
    table.clear(entry);
  }

  private void evicted(@Nullable RouteKey key, @Nullable NearEntry entry, RemovalCause cause) {
    if (entry != null) {
      retire(entry);
    }
    listener.onEviction();
  }

  /** Whether what is held may still be used. */
  @FunctionalInterface
  interface StillGood {
    boolean test(NearEntry held);
  }

  /**
   * What became of a candidate.
   *
   * @param verdict whether it was taken
   * @param heldVersion the version that is held now
   */
  record Outcome(Verdict verdict, long heldVersion) {}

  /** Whether a candidate was taken, and why not. */
  enum Verdict {
    /** It is held now, or its version is. */
    TAKEN,
    /** What was held says the same and stays. */
    KEPT,
    /** A higher version is held. */
    OLDER,
    /** It was removed after it was asked for. */
    REMOVED
  }

  /** One offer inside its atomic step. */
  private final class Offer {
    private final Candidate candidate;
    private final StillGood mayStay;
    private Verdict verdict = Verdict.TAKEN;
    private long heldVersion;

    Offer(Candidate candidate, StillGood mayStay) {
      this.candidate = candidate;
      this.mayStay = mayStay;
    }

    NearEntry decide(@Nullable NearEntry held) {
      verdict = held == null ? Verdict.TAKEN : judge(held);
      if (held != null && verdict != Verdict.TAKEN) {
        heldVersion = held.version;
        return held;
      }
      heldVersion = candidate.version();
      if (held == null) {
        return NearEntry.of(candidate);
      }
      retire(held);
      return held.followedBy(candidate);
    }

    private Verdict judge(NearEntry held) {
      Removal removal = held.removal();
      if (removal != null && removal.refuses(candidate)) {
        return Verdict.REMOVED;
      }
      if (candidate.version() < held.version) {
        return candidate.insistedOn() >= held.version ? Verdict.TAKEN : Verdict.OLDER;
      }
      return candidate.version() == held.version && stays(held) ? Verdict.KEPT : Verdict.TAKEN;
    }

    /** Whether what is held stands against a candidate of the same version. */
    private boolean stays(NearEntry held) {
      if (held.isTombstone() || !candidate.isCacheable()) {
        return held.loaded - candidate.life().loaded() > 0;
      }
      return held.fresh - candidate.life().fresh() >= 0 && mayStay.test(held);
    }
  }
}
