// SPDX-License-Identifier: Apache-2.0
package io.turnout.spi;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A layer of copies between the near cache and the source of truth, usually shared by several
 * routers.
 *
 * <p>A layer can only help: whoever reads it must be able to do without. Implementations are
 * thread-safe, answer from any thread and never block the caller. What goes wrong fails the stage;
 * a value that cannot be understood, or that belongs to another key, is a failure too and not an
 * entry.
 *
 * <p>Whatever order calls arrive in, an entry never gives way to one of a lower version; of equal
 * versions the one that is fresh longer stays.
 *
 * <p>Lives are counted by the layer's own clock where it has one: it keeps how long an entry has
 * left, from the instant at which the put was sent, and the reader counts that from the instant at
 * which it sent the read. Hosts whose clocks differ, and calls that are held up, can then only
 * shorten a life.
 */
public interface RouteCache {

  /** What decisions and metrics call it, such as {@code redis}; a {@link RoutingName}. */
  String name();

  /**
   * Reads the copy of a key.
   *
   * @return a stage that completes with an entry about {@code key} whose {@code loadedAt} is the
   *     one that was put and whose other instants are on the reader's wall clock, or with nothing
   *     where none is held or the one held is expired; or fails
   */
  CompletionStage<Optional<RouteEntry>> get(RouteKey key);

  /**
   * Reads the copies of several keys, in one call where the store can.
   *
   * @param keys at most 100, each once
   * @return a stage that completes with an entry for each key that {@link #get} would have one for,
   *     or fails
   */
  default CompletionStage<Map<RouteKey, RouteEntry>> getAll(Collection<RouteKey> keys) {
    List<CompletableFuture<Optional<RouteEntry>>> reads = new ArrayList<>(keys.size());
    for (RouteKey key : keys) {
      reads.add(get(key).toCompletableFuture());
    }
    return CompletableFuture.allOf(reads.toArray(CompletableFuture<?>[]::new))
        .thenApply(
            done -> {
              Map<RouteKey, RouteEntry> found = new HashMap<>();
              reads.forEach(read -> read.join().ifPresent(entry -> found.put(entry.key(), entry)));
              return found;
            });
  }

  /**
   * Offers a copy. It is not taken if the one held has a higher version, or the same version and is
   * fresh as long, or if a removal forbids it, or if it is expired.
   *
   * @param entry its instants are on the caller's wall clock
   * @return a stage that completes when the layer has decided, or fails
   */
  CompletionStage<Void> put(RouteEntry entry);

  /**
   * Removes the copy of a key if it is below a version, and remembers that for at least a minute:
   * entries below the version whose {@code loadedAt} lies before the removal are not taken, later
   * ones are. Where a layer cannot tell exactly which came first, it may refuse what was loaded up
   * to a second after; several removals may be remembered as one, of the highest version and the
   * latest instant.
   *
   * @param belowVersion 0 to {@link RouteEntry#MAX_VERSION} + 1
   * @return a stage that completes when it is removed, or fails
   */
  CompletionStage<Void> remove(RouteKey key, long belowVersion);
}
