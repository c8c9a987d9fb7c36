// SPDX-License-Identifier: Apache-2.0
package io.turnout.spi;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The source of truth: which cell a key lives in.
 *
 * <p>Implementations are thread-safe, answer from any thread and never block the caller. That the
 * truth could not be read is a failed stage, never an answer: an authority that is unsure must not
 * say that a key is unknown.
 */
public interface RouteAuthority {

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
   * Looks several keys up, in one call where the store can.
   *
   * @param lookups at most 100, each key once
   * @return a stage that completes with one answer for each look-up, in their order, or fails if
   *     any of them cannot be answered
   */
  default CompletionStage<List<AuthorityAnswer>> lookupAll(List<Lookup> lookups) {
    List<CompletableFuture<AuthorityAnswer>> flights = new ArrayList<>(lookups.size());
    for (Lookup one : lookups) {
      flights.add(lookup(one.key(), one.atLeastVersion()).toCompletableFuture());
    }
    return CompletableFuture.allOf(flights.toArray(CompletableFuture<?>[]::new))
        .thenApply(done -> flights.stream().map(CompletableFuture::join).toList());
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
