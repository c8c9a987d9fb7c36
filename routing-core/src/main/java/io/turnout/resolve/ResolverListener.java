// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

/**
 * Hears what a resolver does, for metrics.
 *
 * <p>It is called on the threads that do the work, some of them in the path of requests: it must be
 * thread-safe and quick. What it throws is dropped.
 */
public interface ResolverListener {

  /** The near cache answered: fresh, stale or unknown. */
  default void onHit(Resolution resolution) {}

  /** The near cache could not answer. */
  default void onMiss(Resolution.Miss miss) {}

  /**
   * A call of the authority ended, or took too long.
   *
   * @param latencyNanos since it was sent
   */
  default void onLookup(LookupResult result, long latencyNanos) {}

  /**
   * From now on so many calls of the authority may run at once: fewer because it refused one for
   * getting too many, or one more because it answers.
   *
   * @param calls from 1 to what {@link CellResolver.Builder#authorityConcurrency} allows, which is
   *     where it starts
   */
  default void onAuthorityLimit(int calls) {}

  /** A stale entry is being refreshed in the background. */
  default void onRefresh() {}

  /** A look-up ended without an answer. It is told once, however many requests waited for it. */
  default void onUnavailable(Resolution.Unavailable.Cause cause) {}

  /** An answer was not taken. */
  default void onRefused(Refusal reason) {}

  /**
   * A layer was read, or left alone.
   *
   * @param layer its name
   * @param latencyNanos since it was asked for; 0 if the layer was left alone
   */
  default void onLayerRead(String layer, LayerResult result, long latencyNanos) {}

  /** A copy was not written to a layer, or not removed from it. */
  default void onLayerWriteLost(String layer) {}

  /**
   * A layer or the authority is left alone from now on, or asked again.
   *
   * @param layer the name of the layer, or {@value Resolution#AUTHORITY}
   */
  default void onCircuit(String layer, Circuit now) {}

  /** Invalidations may have been lost, so that all that is held is in doubt, and stale. */
  default void onGap() {}

  /** The near cache dropped a key to make room. */
  default void onEviction() {}

  /**
   * The coarse clock stood still for longer than the margin within which lives are exact: entries
   * may have been used for that long beyond their end.
   */
  default void onPause(long nanos) {}

  /**
   * The snapshot of the near cache was read or written, or could not be.
   *
   * @param keys how many keys are in it, or came back from it, those of which only the version is
   *     remembered included
   */
  default void onSnapshot(SnapshotResult result, long keys) {}

  /** How a call of the authority ended. */
  enum LookupResult {
    /** It named a cell. */
    KNOWN,
    /** It knows no such key. */
    UNKNOWN,
    /** It failed, or answered what is no answer to the question. */
    FAILED,
    /** It was refused because the authority gets too many calls. */
    THROTTLED,
    /** It did not answer in time. */
    TIMED_OUT
  }

  /** What a read of a layer brought. */
  enum LayerResult {
    /** A fresh entry. */
    FRESH,
    /** A stale entry. */
    STALE,
    /** Nothing, or what is expired. */
    NOTHING,
    /** An entry of another key, or one from the future. */
    UNUSABLE,
    /** A failure. */
    FAILED,
    /** No answer in time. */
    TIMED_OUT,
    /** The layer was not asked, because most reads fail or too many wait. */
    SKIPPED
  }

  /** Whether something that failed is asked. */
  enum Circuit {
    /** It is asked. */
    CLOSED,
    /** A few calls are let through to see whether it works. */
    HALF_OPEN,
    /** It is not asked. */
    OPEN
  }

  /** What became of a snapshot of the near cache. */
  enum SnapshotResult {
    /** It was read at the start. */
    READ,
    /** There was none at the start. */
    NONE,
    /** It was there at the start, but could not be used. */
    UNUSABLE,
    /** It was written. */
    WRITTEN,
    /** It could not be written; the one before, if any, is still there. */
    NOT_WRITTEN
  }

  /** Why an answer was not taken. */
  enum Refusal {
    /** A higher version is held. */
    OLDER_VERSION,
    /** Its version was removed after the question was sent. */
    REMOVED,
    /** It claims to come from the future. */
    FROM_FUTURE
  }
}
