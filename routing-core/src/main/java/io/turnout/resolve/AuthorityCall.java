// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import io.turnout.spi.AuthorityAnswer;
import io.turnout.spi.RouteKey;
import io.turnout.spi.RouteScheduler.Scheduled;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** One call of the authority: it waits for its turn, is sent, and ends once. */
final class AuthorityCall {

  /** Who asked. Exactly one of {@code answered} and {@code failed} is called, once. */
  interface Receiver {

    /** It goes out now: takes its place in the order of look-ups and removals. */
    long sent();

    void answered(AuthorityCall call, AuthorityAnswer answer);

    void failed(AuthorityCall call, Resolution.Unavailable.Cause cause);

    /** After it failed by taking too long, the answer came. */
    void late(AuthorityCall call, AuthorityAnswer answer);
  }

  /** How far it is. */
  enum State {
    WAITING,
    SENT,
    TIMED_OUT,
    ENDED
  }

  private final RouteKey key;
  private final long atLeastVersion;
  private final Receiver receiver;
  private final AtomicReference<State> state = new AtomicReference<>(State.WAITING);
  private volatile boolean urgent;
  private @Nullable Slot slot;
  private int era;
  private long order;
  private long sentNanos;
  private long sentWallMillis;
  private @Nullable Scheduled timer;
  private volatile @Nullable CompletionStage<AuthorityAnswer> stage;

  AuthorityCall(RouteKey key, long atLeastVersion, Receiver receiver) {
    this.key = key;
    this.atLeastVersion = atLeastVersion;
    this.receiver = receiver;
  }

  RouteKey key() {
    return key;
  }

  long atLeastVersion() {
    return atLeastVersion;
  }

  Receiver receiver() {
    return receiver;
  }

  /** Whether requests wait for it. */
  boolean isUrgent() {
    return urgent;
  }

  /** Requests wait for it. */
  void hurry() {
    urgent = true;
  }

  /** Its place among all look-ups and removals. */
  long order() {
    return order;
  }

  long sentNanos() {
    return sentNanos;
  }

  /** When it was sent, and its place among all look-ups and removals. */
  Sent sent() {
    return new Sent(new Instants(sentWallMillis, sentNanos), order);
  }

  /** In which era of the pace it was sent. */
  int era() {
    return era;
  }

  /** Gives back its share of the place that it took; true if the place is free now. */
  boolean leaveSlot() {
    return slot != null && slot.leave();
  }

  /** Marks it sent; it waits in no queue then, so that nothing else can have ended it. */
  void send(Slot place, int inEra, long nanos, long wallMillis) {
    slot = place;
    era = inEra;
    sentNanos = nanos;
    sentWallMillis = wallMillis;
    order = receiver.sent();
    state.set(State.SENT);
  }

  boolean timeOut() {
    return state.compareAndSet(State.SENT, State.TIMED_OUT);
  }

  /** Ends it, and says how far it was. */
  State end() {
    State before = state.getAndSet(State.ENDED);
    cancelTimer();
    return before;
  }

  /** Sets the timer of a state; it is called off if the call is in another state by now. */
  synchronized void setTimer(Scheduled next, State during) {
    if (state.get() != during) {
      next.cancel();
      return;
    }
    cancelTimer();
    timer = next;
  }

  private synchronized void cancelTimer() {
    if (timer != null) {
      timer.cancel();
      timer = null;
    }
  }

  void sentAs(CompletionStage<AuthorityAnswer> running) {
    stage = running;
  }

  boolean hasEnded() {
    return state.get() == State.ENDED;
  }

  /** Tells the authority that nobody waits any more; it may not care. */
  void cancelStage() {
    CompletionStage<AuthorityAnswer> running = stage;
    if (running == null) {
      return;
    }
    try {
      running.toCompletableFuture().cancel(true);
    } catch (RuntimeException cannotBeCancelled) {
      stage = null;
    }
  }
}
