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

  /** A stale entry is being refreshed in the background. */
  default void onRefresh() {}

  /** A look-up ended without an answer. It is told once, however many requests waited for it. */
  default void onUnavailable(Resolution.Unavailable.Cause cause) {}

  /** An answer was not taken. */
  default void onRefused(Refusal reason) {}

  /** The near cache dropped a key to make room. */
  default void onEviction() {}

  /**
   * The coarse clock stood still for longer than the margin within which lives are exact: entries
   * may have been used for that long beyond their end.
   */
  default void onPause(long nanos) {}

  /** How a call of the authority ended. */
  enum LookupResult {
    /** It named a cell. */
    KNOWN,
    /** It knows no such key. */
    UNKNOWN,
    /** It failed, or answered what is no answer to the question. */
    FAILED,
    /** It did not answer in time. */
    TIMED_OUT
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
