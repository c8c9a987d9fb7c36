// SPDX-License-Identifier: Apache-2.0
package io.turnout.spi;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;

/**
 * The source of truth: which cell a key lives in.
 *
 * <p>Implementations are thread-safe, answer from any thread and never block the caller. That the
 * truth could not be read is a failed stage, never an answer: an authority that is unsure must not
 * say that a key is unknown.
 */
public interface RouteAuthority {

  /** The most keys that are ever looked up in one call. */
  int MOST_AT_ONCE = 100;

  /**
   * Looks one key up.
   *
   * @param atLeastVersion the version below which an answer is not believed, 0 for any, at most
   *     {@link RouteEntry#MAX_VERSION}; an authority that would answer lower reads again,
   *     consistently, before it does
   * @return a stage that completes with an answer about {@code key}, or fails
   */
  CompletionStage<AuthorityAnswer> lookup(RouteKey key, long atLeastVersion);

  /**
   * Looks several keys up, in one call where the store can. Each answer may come, or fail, on its
   * own; the place that the call takes among those that may run at once is free when all have.
   *
   * @param lookups 2 to {@link #mostAtOnce}, each key once
   * @return one stage for each look-up, in their order, as {@link #lookup} would return it
   */
  default List<CompletionStage<AuthorityAnswer>> lookupAll(List<Lookup> lookups) {
    List<CompletionStage<AuthorityAnswer>> stages = new ArrayList<>(lookups.size());
    for (Lookup one : lookups) {
      stages.add(lookup(one.key(), one.atLeastVersion()));
    }
    return stages;
  }

  /**
   * How many keys one call of {@link #lookupAll} may ask for, 1 to {@value #MOST_AT_ONCE}: as many
   * as the store answers in one request of its own. Where it is 1, which is the default, {@code
   * lookupAll} is not called.
   */
  default int mostAtOnce() {
    return 1;
  }

  /**
   * One question of {@link #lookupAll}.
   *
   * @param key the key
   * @param atLeastVersion the version below which an answer is not believed, 0 for any; at most
   *     {@link RouteEntry#MAX_VERSION}
   */
  record Lookup(RouteKey key, long atLeastVersion) {

    /**
     * Checks both parts.
     *
     * @throws IllegalArgumentException if the version is out of range
     */
    public Lookup {
      Objects.requireNonNull(key, "key");
      RouteEntry.requireVersion(atLeastVersion);
    }
  }
}
