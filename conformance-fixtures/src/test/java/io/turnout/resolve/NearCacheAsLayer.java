// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import io.turnout.spi.Freshness;
import io.turnout.spi.RouteCache;
import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteKey;
import io.turnout.spi.VirtualTime;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The near cache of a resolver, asked as a layer is: a put is a promotion, a removal is the
 * resolver's own.
 */
final class NearCacheAsLayer implements RouteCache {

  private final VirtualTime time;
  private final ResolverParts parts;
  private final SingleFlight flights;

  NearCacheAsLayer(VirtualTime time, ResolverOptions options) {
    this.time = time;
    parts = ResolverParts.of(options, new ResolverOutside(time, time, new ResolverListener() {}));
    flights = new SingleFlight(parts, options.serveExpiredFor());
  }

  @Override
  public String name() {
    return Resolution.NEAR;
  }

  @Override
  public CompletionStage<Optional<RouteEntry>> get(RouteKey key) {
    return CompletableFuture.completedStage(held(key));
  }

  @Override
  public CompletionStage<Map<RouteKey, RouteEntry>> getAll(Collection<RouteKey> keys) {
    Map<RouteKey, RouteEntry> found = new HashMap<>();
    keys.forEach(key -> held(key).ifPresent(entry -> found.put(key, entry)));
    return CompletableFuture.completedStage(found);
  }

  private Optional<RouteEntry> held(RouteKey key) {
    NearEntry held = parts.near().get(key, time.coarseNanos());
    return held == null || parts.judge().at(held, time.coarseNanos()) == Freshness.EXPIRED
        ? Optional.empty()
        : Optional.of(held.entry());
  }

  @Override
  public CompletionStage<Void> put(RouteEntry entry) {
    Candidate candidate = parts.lives().of(entry, time);
    if (candidate.life().at(time.nanos()) != Freshness.EXPIRED) {
      NearCache.Outcome outcome = flights.promote(candidate);
      NearEntry held = parts.near().peek(entry.key());
      if (outcome.verdict() == NearCache.Verdict.OLDER && held != null && held.isTombstone()) {
        flights.promote(insistedOn(candidate, outcome.heldVersion()));
      }
    }
    return CompletableFuture.completedStage(null);
  }

  /** The same as the final word of an authority that was asked for at least a version. */
  private static Candidate insistedOn(Candidate first, long version) {
    return new Candidate(
        first.raw(), first.rawLife(), first.entry(), first.life(), first.order(), version);
  }

  @Override
  public CompletionStage<Void> remove(RouteKey key, long belowVersion) {
    flights.forget(key, belowVersion);
    return CompletableFuture.completedStage(null);
  }
}
