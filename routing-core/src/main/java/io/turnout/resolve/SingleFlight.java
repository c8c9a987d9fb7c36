// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import io.turnout.protocol.RouteAnnouncement;
import io.turnout.resolve.Resolution.Unavailable;
import io.turnout.resolve.ResolverListener.Refusal;
import io.turnout.spi.Freshness;
import io.turnout.spi.RouteKey;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The flights under way, one per key. Thread-safe.
 *
 * <p>A removal takes a flight out of the map if its call is on the way: the flight ends for those
 * who wait, and who asks from then on gets another one.
 */
final class SingleFlight {

  private final ConcurrentMap<RouteKey, Flight> flights = new ConcurrentHashMap<>();
  private final AtomicLong orders = new AtomicLong();
  private final ResolverParts parts;
  private final long serveExpiredNanos;
  private volatile boolean closed;

  SingleFlight(ResolverParts parts, Duration serveExpiredFor) {
    this.parts = parts;
    serveExpiredNanos = serveExpiredFor.toNanos();
  }

  /** Asks for a key, in a flight of its own or together with others. */
  CompletableFuture<Resolution> ask(RouteKey key) {
    CompletableFuture<Resolution> stage = new CompletableFuture<>();
    board(key, new Waiter.Asker(stage));
    return stage;
  }

  /** Starts the one refresh of a stale entry that may run, if it is due. */
  void refresh(NearEntry entry, long now) {
    if (entry.claimRefresh(now)) {
      parts.listener().onRefresh();
      parts.scheduler().execute(() -> board(entry.key, new Waiter.Refresh(entry, parts)));
    }
  }

  /** The same for what is held of a key, if it is stale. */
  void refreshIfStale(RouteKey key) {
    NearEntry held = parts.near().peek(key);
    if (held != null && parts.judge().now(held) == Freshness.STALE) {
      refresh(held, parts.clock().nanos());
    }
  }

  /** Removes a key's copy below a version, and what was asked for before with it. */
  void forget(RouteKey key, long belowVersion) {
    Removal removal = new Removal(belowVersion, nextOrder(), parts.clock().nanos());
    parts.near().remove(key, removal);
    parts.layers().remove(key, belowVersion);
    flights.computeIfPresent(key, (k, flight) -> flight.isSent() ? null : flight);
  }

  /** Takes over what another router's authority says, in answer to a question of this one. */
  void learn(RouteAnnouncement route, Sent sent) {
    if (!closed) {
      offer(parts.lives().of(route.toAnswer(), sent, 0));
    }
  }

  /** Offers an answer to the near cache, and writes it to the layers if it is taken. */
  NearCache.Outcome offer(Candidate candidate) {
    NearCache.Outcome outcome = promote(candidate);
    if (outcome.verdict() == NearCache.Verdict.TAKEN) {
      parts.layers().store(candidate);
    }
    return outcome;
  }

  /** Offers what a layer has to the near cache. */
  NearCache.Outcome promote(Candidate candidate) {
    NearCache.Outcome outcome =
        parts.near().offer(candidate, held -> parts.judge().mayStay(held, candidate));
    switch (outcome.verdict()) {
      case OLDER -> parts.listener().onRefused(Refusal.OLDER_VERSION);
      case REMOVED -> parts.listener().onRefused(Refusal.REMOVED);
      case TAKEN, KEPT -> {}
    }
    return outcome;
  }

  /** What may be said of a key whose flight failed. */
  Resolution instead(RouteKey key, Unavailable.Cause cause) {
    return heldInstead(key, cause).orElseGet(() -> new Unavailable(cause));
  }

  /** Ends the flight for the map; who is left on board goes on with the one returned. */
  @Nullable Flight replace(RouteKey key, Flight ended, List<Waiter> left, int round) {
    if (left.isEmpty()) {
      flights.remove(key, ended);
      return null;
    }
    return flights.compute(
        key,
        (k, current) ->
            current != null && current != ended && current.join(left)
                ? current
                : new Flight(this, k, left, round));
  }

  /** Whether who asks for the key now would join this flight. */
  boolean isCurrent(RouteKey key, Flight flight) {
    return flights.get(key) == flight;
  }

  /** The next place in the order of look-ups and removals. */
  long nextOrder() {
    return orders.incrementAndGet();
  }

  ResolverParts parts() {
    return parts;
  }

  /** How many flights can be joined. */
  int size() {
    return flights.size();
  }

  private void board(RouteKey key, Waiter waiter) {
    List<Waiter> waiters = List.of(waiter);
    launch(
        flights.compute(
            key,
            (k, current) ->
                current != null && current.join(waiters)
                    ? current
                    : new Flight(this, k, waiters, 0)));
  }

  /** Starts a flight, or ends it if all have ended. */
  void launch(Flight flight) {
    if (closed) {
      flight.close();
    } else {
      flight.launch();
    }
  }

  /** Ends what is under way and what would start, also where a layer is waited for. */
  void close() {
    closed = true;
    flights.values().forEach(Flight::close);
  }

  private Optional<Resolution> heldInstead(RouteKey key, Unavailable.Cause cause) {
    NearEntry held = parts.near().peek(key);
    if (held == null || cause == Unavailable.Cause.CLOSED || parts.judge().isInvalidated(held)) {
      return Optional.empty();
    }
    return switch (parts.judge().now(held)) {
      case FRESH -> Optional.ofNullable(held.ready);
      case STALE -> Optional.ofNullable(held.staleAnswer(parts.clock()));
      case EXPIRED ->
          cause != Unavailable.Cause.SUPERSEDED
                  && parts.clock().nanos() - held.expires < serveExpiredNanos
              ? held.expiredAnswer()
              : Optional.empty();
    };
  }
}
