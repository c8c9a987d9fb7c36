// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import io.turnout.resolve.Resolution.Unavailable.Cause;
import io.turnout.spi.AuthorityAnswer;
import io.turnout.spi.Freshness;
import io.turnout.spi.RouteKey;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One look-up of one key, and all who wait for it.
 *
 * <p>Most answers serve everybody. One that must not be kept serves those who asked before its call
 * was sent; who came later goes on with the next flight, whose call is sent after all of them
 * asked. An answer below the version that is held is asked again, in the same flight. One that a
 * removal forbids sends everybody to the next flight.
 *
 * <p>The layers are looked through first. What they have serves everybody, a stale entry only if
 * requests wait: a refresh wants a fresh one. Thread-safe.
 */
final class Flight implements AuthorityCall.Receiver, LayerChain.Visitor {

  /** How often one flight asks, and how many flights follow one another for one asker. */
  static final int MOST_TRIES = 8;

  /**
   * All who waited.
   *
   * @param early who asked before the last call was sent
   * @param late who came after it
   */
  private record Aboard(List<Waiter> early, List<Waiter> late) {

    List<Waiter> all() {
      List<Waiter> all = new ArrayList<>(early);
      all.addAll(late);
      return all;
    }
  }

  private final SingleFlight flights;
  private final ResolverParts parts;
  private final RouteKey key;
  private final int round;
  private List<Waiter> early = new ArrayList<>(1);
  private List<Waiter> late = new ArrayList<>(0);
  private boolean launched;
  private boolean urgent;
  private boolean sent;
  private boolean ended;
  private int calls;
  private long sentNanos;
  private @Nullable AuthorityCall call;

  /**
   * Prepares a flight.
   *
   * @param round how many flights those who wait have behind them
   */
  Flight(SingleFlight flights, RouteKey key, List<Waiter> waiters, int round) {
    this.flights = flights;
    this.parts = flights.parts();
    this.key = key;
    this.round = round;
    add(waiters);
  }

  /** Takes more waiters on board; false if it ended, or was sent before an invalidation. */
  synchronized boolean join(List<Waiter> waiters) {
    if (ended || (sent && parts.invalidations().cover(key, sentNanos))) {
      return false;
    }
    add(waiters);
    return true;
  }

  private void add(List<Waiter> waiters) {
    for (Waiter waiter : waiters) {
      boolean asks = waiter instanceof Waiter.Asker;
      urgent |= asks;
      (sent && asks ? late : early).add(waiter);
    }
  }

  /** Whether its call is on the way, so that who asks after a removal must not join. */
  synchronized boolean isSent() {
    return sent;
  }

  /**
   * Starts it if it is not started; if it waits in the background and a request joined, hurries.
   */
  void launch() {
    boolean first;
    AuthorityCall waiting;
    synchronized (this) {
      first = !launched;
      launched = true;
      waiting = urgent && !sent && !ended ? call : null;
    }
    if (first) {
      start();
    } else if (waiting != null) {
      parts.gate().promote(waiting);
    }
  }

  private void start() {
    NearEntry held = parts.near().peek(key);
    Resolution ready = held == null ? null : held.ready;
    if (held != null && ready != null && parts.judge().now(held) == Freshness.FRESH) {
      endByCopy(ready, held.version, held.loaded);
      return;
    }
    parts.layers().look(key, this);
  }

  @Override
  public boolean take(Candidate candidate, String layer) {
    Freshness freshness = parts.judge().now(candidate.life());
    if (!isEnough(freshness) || parts.invalidations().cover(key, candidate.life().loaded())) {
      return false;
    }
    return switch (flights.promote(candidate).verdict()) {
      case TAKEN -> {
        Resolution copy = resolution(candidate, freshness, layer);
        endByCopy(copy, candidate.version(), candidate.life().loaded());
        flights.refreshIfStale(key);
        yield true;
      }
      case KEPT -> takeHeld();
      case OLDER, REMOVED -> false;
    };
  }

  /** What the near cache holds is as good as what a layer has; it may have to go all the same. */
  private boolean takeHeld() {
    NearEntry held = parts.near().peek(key);
    if (held == null) {
      return false;
    }
    Freshness freshness = parts.judge().now(held);
    Resolution known = freshness == Freshness.FRESH ? held.ready : held.staleAnswer(parts.clock());
    if (known == null || !isEnough(freshness)) {
      return false;
    }
    endByCopy(known, held.version, held.loaded);
    flights.refreshIfStale(key);
    return true;
  }

  @Override
  public void nothing() {
    if (isEnded()) {
      return;
    }
    NearEntry held = parts.near().peek(key);
    ask(held == null ? 0 : held.removedBelow());
  }

  /** Ends it for good, wherever it is. */
  void close() {
    if (!isEnded()) {
      fail(Cause.CLOSED);
    }
  }

  private synchronized boolean isEnded() {
    return ended;
  }

  /** Requests are content with a stale entry, a refresh is not. */
  private synchronized boolean isEnough(Freshness freshness) {
    return freshness == Freshness.FRESH || (freshness == Freshness.STALE && urgent);
  }

  private void ask(long atLeastVersion) {
    AuthorityCall next = new AuthorityCall(key, atLeastVersion, this);
    synchronized (this) {
      sent = false;
      early.addAll(late);
      late.clear();
      call = next;
      calls++;
      if (urgent) {
        next.hurry();
      }
    }
    parts.gate().submit(next);
  }

  @Override
  public synchronized long sent() {
    sent = true;
    sentNanos = parts.clock().nanos();
    return flights.nextOrder();
  }

  @Override
  public void answered(AuthorityCall answeredCall, AuthorityAnswer answer) {
    try {
      take(
          parts
              .lives()
              .of(answer, answeredCall.sent(), calls > 1 ? answeredCall.atLeastVersion() : 0));
    } catch (RuntimeException e) {
      fail(Cause.FAILED);
      throw e;
    }
  }

  private void take(Candidate candidate) {
    NearCache.Outcome outcome = flights.offer(candidate);
    switch (outcome.verdict()) {
      case TAKEN, KEPT -> serve(candidate);
      case OLDER -> {
        if (!flights.isCurrent(key, this)) {
          goOn(disembark().all());
        } else if (calls < MOST_TRIES) {
          ask(outcome.heldVersion());
        } else {
          fail(Cause.SUPERSEDED);
        }
      }
      case REMOVED -> goOn(disembark().all());
    }
  }

  private void serve(Candidate candidate) {
    Freshness freshness = parts.judge().now(candidate.life());
    Resolution resolution = resolution(candidate, freshness, Resolution.AUTHORITY);
    Aboard aboard = disembark();
    if (freshness == Freshness.EXPIRED) {
      end(resolution, aboard.early(), aboard.late());
    } else {
      end(resolution, aboard.all(), List.of());
    }
  }

  private Resolution resolution(Candidate candidate, Freshness freshness, String layer) {
    Known known = new Known.Told(candidate.entry(), layer, candidate.life());
    if (freshness == Freshness.STALE) {
      return known.staleAnswerAt(parts.clock().wallMillis());
    }
    return known.cell().isEmpty() ? new Resolution.Unknown(known) : new Resolution.Fresh(known);
  }

  private void end(Resolution resolution, List<Waiter> served, List<Waiter> left) {
    Flight next = flights.replace(key, this, left, round + 1);
    served.forEach(waiter -> waiter.answered(resolution));
    if (next != null) {
      flights.launch(next);
    }
  }

  /**
   * Ends it with what was held before. Some may have come on board after that was removed, replaced
   * or invalidated; then everybody goes on.
   */
  private void endByCopy(Resolution resolution, long version, long loaded) {
    List<Waiter> all = disembark().all();
    NearEntry held = parts.near().peek(key);
    boolean givenUp = held != null && (held.isTombstone() || held.version != version);
    if (givenUp || parts.invalidations().cover(key, loaded)) {
      goOn(all);
    } else {
      end(resolution, all, List.of());
    }
  }

  /** Everybody goes on with the flight that took this one's place, or with the next. */
  private void goOn(List<Waiter> all) {
    if (round >= MOST_TRIES) {
      fail(all, Cause.SUPERSEDED);
      return;
    }
    Flight next = flights.replace(key, this, all, round + 1);
    if (next != null) {
      flights.launch(next);
    }
  }

  @Override
  public void failed(AuthorityCall failedCall, Cause cause) {
    fail(cause);
  }

  private void fail(Cause cause) {
    fail(disembark().all(), cause);
  }

  private void fail(List<Waiter> all, Cause cause) {
    flights.replace(key, this, List.of(), round);
    parts.listener().onUnavailable(cause);
    Resolution instead = flights.instead(key, cause);
    all.forEach(waiter -> waiter.failed(instead));
  }

  /** Ends it and returns all who waited. */
  private synchronized Aboard disembark() {
    ended = true;
    Aboard all = new Aboard(early, late);
    early = new ArrayList<>(0);
    late = new ArrayList<>(0);
    return all;
  }

  @Override
  public void late(AuthorityCall lateCall, AuthorityAnswer answer) {
    flights.offer(parts.lives().of(answer, lateCall.sent(), 0));
  }
}
