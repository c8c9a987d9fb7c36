// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import io.turnout.resolve.AuthorityCall.State;
import io.turnout.resolve.Resolution.Unavailable.Cause;
import io.turnout.resolve.ResolverListener.LookupResult;
import io.turnout.spi.AuthorityAnswer;
import io.turnout.spi.AuthorityThrottledException;
import io.turnout.spi.RouteAuthority;
import io.turnout.spi.RouteAuthority.Lookup;
import io.turnout.spi.RouteClock;
import io.turnout.spi.RouteKey;
import io.turnout.spi.RouteScheduler;
import io.turnout.spi.RouteScheduler.Scheduled;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The only way to the authority: so many calls run at once, so many wait, each no longer than the
 * time-out, and foreground goes before background.
 *
 * <p>A call that takes too long fails its askers but keeps its place among the running, since the
 * authority still works on it, until it ends or {@link #ABANDON_AFTER_TIMEOUTS} time-outs have
 * passed; then it is cancelled. An answer that comes in between is passed on as late.
 *
 * <p>Look-ups that wait when a place becomes free go out together, as one call, if the authority
 * can answer several at once. When most look-ups fail the authority is left alone for a moment.
 * When it refuses calls because there are too many, it is asked more slowly instead; that is no
 * failure of the kind. Thread-safe.
 */
final class AuthorityGate {

  static final int ABANDON_AFTER_TIMEOUTS = 4;

  private final RouteAuthority authority;
  private final Duration timeout;
  private final int mostWaiting;
  private final int mostAtOnce;
  private final RouteClock clock;
  private final RouteScheduler scheduler;
  private final ResolverListener listener;
  private final FailureLog log;
  private final Breaker breaker;
  private final Pace pace;

  private final Object lock = new Object();
  private final Deque<AuthorityCall> foreground = new ArrayDeque<>();
  private final Deque<AuthorityCall> background = new ArrayDeque<>();
  private int running;
  private volatile boolean closed;

  private final Set<AuthorityCall> sent = ConcurrentHashMap.newKeySet();
  private final AtomicInteger pumping = new AtomicInteger();
  private final AtomicBoolean resting = new AtomicBoolean();
  private volatile @Nullable Scheduled restEnds;

  AuthorityGate(ResolverOptions options, ResolverOutside outside) {
    authority = options.authority();
    timeout = options.authorityTimeout();
    mostWaiting = options.authorityQueue();
    mostAtOnce = Math.max(1, Math.min(authority.mostAtOnce(), RouteAuthority.MOST_AT_ONCE));
    clock = outside.clock();
    scheduler = outside.scheduler();
    listener = outside.listener();
    log = new FailureLog(clock, "the authority");
    breaker =
        new Breaker(
            Resolution.AUTHORITY, clock, now -> listener.onCircuit(Resolution.AUTHORITY, now));
    pace = new Pace(options.authorityConcurrency(), clock, listener);
  }

  /** Sends a call, or lets it wait, or fails it at once. */
  void submit(AuthorityCall call) {
    if (!closed && breaker.permit() == Breaker.Permit.SKIP) {
      fail(call, Cause.SUSPENDED);
      return;
    }
    AuthorityCall refused = null;
    boolean now = false;
    long restNanos = pace.restNanos();
    synchronized (lock) {
      int waiting = foreground.size() + background.size();
      if (closed || restNanos >= timeout.toNanos()) {
        refused = call;
      } else if (running < pace.limit() && waiting == 0 && restNanos == 0) {
        running++;
        now = true;
      } else if (waiting < mostWaiting) {
        queueOf(call).add(call);
      } else if (call.isUrgent() && !background.isEmpty()) {
        refused = background.removeLast();
        foreground.add(call);
      } else {
        refused = call;
      }
    }
    if (refused != null) {
      breaker.unused();
      fail(refused, closed ? Cause.CLOSED : tooMany());
    }
    if (now) {
      send(List.of(call));
    } else if (refused != call) {
      limitWaiting(call);
    }
    pump();
  }

  /** Requests wait for a call now that was submitted in the background. */
  void promote(AuthorityCall call) {
    boolean promoted;
    synchronized (lock) {
      call.hurry();
      promoted = background.remove(call);
      if (promoted) {
        foreground.add(call);
      }
    }
    if (promoted) {
      limitWaiting(call);
    }
  }

  /** Fails all calls, running or waiting, and all that come later. */
  void close() {
    List<AuthorityCall> waiting;
    synchronized (lock) {
      closed = true;
      waiting = new ArrayList<>(foreground);
      waiting.addAll(background);
      foreground.clear();
      background.clear();
    }
    waiting.forEach(call -> fail(call, Cause.CLOSED));
    sent.forEach(this::closeSent);
    Scheduled timer = restEnds;
    if (timer != null) {
      timer.cancel();
    }
  }

  /** How many calls the authority works on. */
  int running() {
    synchronized (lock) {
      return running;
    }
  }

  private Deque<AuthorityCall> queueOf(AuthorityCall call) {
    return call.isUrgent() ? foreground : background;
  }

  private void limitWaiting(AuthorityCall call) {
    call.setTimer(scheduler.schedule(() -> waitedTooLong(call), timeout), State.WAITING);
  }

  private void waitedTooLong(AuthorityCall call) {
    boolean waited;
    synchronized (lock) {
      waited = foreground.remove(call) || background.remove(call);
    }
    if (waited) {
      breaker.unused();
      fail(call, tooMany());
    }
  }

  private Cause tooMany() {
    return pace.isLowered() ? Cause.THROTTLED : Cause.OVERLOADED;
  }

  private static void fail(AuthorityCall call, Cause cause) {
    State before = call.end();
    if (before == State.WAITING || before == State.SENT) {
      call.receiver().failed(call, cause);
    }
  }

  private void send(List<AuthorityCall> calls) {
    Slot slot = new Slot(calls.size());
    int era = pace.era();
    long nanos = clock.nanos();
    long wallMillis = clock.wallMillis();
    for (AuthorityCall call : calls) {
      call.send(slot, era, nanos, wallMillis);
      sent.add(call);
    }
    try {
      if (calls.size() == 1) {
        AuthorityCall call = calls.get(0);
        await(call, authority.lookup(call.key(), call.atLeastVersion()));
      } else {
        List<Lookup> lookups =
            calls.stream().map(call -> new Lookup(call.key(), call.atLeastVersion())).toList();
        awaitAll(calls, authority.lookupAll(lookups));
      }
    } catch (RuntimeException | Error e) {
      calls.forEach(call -> arrived(call, null, e));
    }
    for (AuthorityCall call : calls) {
      if (!call.hasEnded()) {
        call.setTimer(scheduler.schedule(() -> tookTooLong(call), timeout), State.SENT);
      }
      if (closed) {
        closeSent(call);
      }
    }
  }

  private void awaitAll(List<AuthorityCall> calls, List<CompletionStage<AuthorityAnswer>> stages) {
    if (stages.size() != calls.size()) {
      throw new IllegalStateException(
          "the authority returned " + stages.size() + " stages for " + calls.size() + " look-ups");
    }
    for (int i = 0; i < stages.size(); i++) {
      await(calls.get(i), stages.get(i));
    }
  }

  private void await(AuthorityCall call, CompletionStage<AuthorityAnswer> stage) {
    call.sentAs(stage);
    stage.whenComplete((answer, error) -> arrived(call, answer, error));
  }

  private void arrived(
      AuthorityCall call, @Nullable AuthorityAnswer answer, @Nullable Throwable error) {
    State before = call.end();
    if (before == State.ENDED) {
      return;
    }
    boolean good = error == null && answer != null && answer.key().equals(call.key());
    AuthorityThrottledException refusal = Pace.refusalIn(error);
    if (refusal != null) {
      pace.throttled(call.era(), refusal);
      awaitRest();
    }
    if (release(call) && good && before == State.SENT) {
      pace.answered(call.era());
    }
    if (before == State.SENT) {
      long took = clock.nanos() - call.sentNanos();
      listener.onLookup(result(good ? answer : null, refusal), took);
      if (good) {
        breaker.succeeded(took);
      } else if (refusal != null) {
        breaker.unused();
        log.failed(kindOf(answer, refusal));
      } else if (Pace.concernsOneKey(error)) {
        breaker.succeeded(took);
        log.failed(kindOf(answer, error));
      } else {
        breaker.failed(took);
        log.failed(kindOf(answer, error));
      }
    }
    try {
      if (good && answer != null && before == State.SENT) {
        call.receiver().answered(call, answer);
      } else if (good && answer != null) {
        call.receiver().late(call, answer);
      } else if (before == State.SENT) {
        call.receiver().failed(call, refusal == null ? Cause.FAILED : Cause.THROTTLED);
      }
    } finally {
      pump();
    }
  }

  /** Goes on when the authority may be called again; one timer at a time sees to that. */
  private void awaitRest() {
    long rest = pace.restNanos();
    if (rest == 0 || !resting.compareAndSet(false, true)) {
      return;
    }
    Scheduled timer = scheduler.schedule(this::restEnded, Duration.ofNanos(rest));
    restEnds = timer;
    if (closed) {
      timer.cancel();
    }
  }

  private void restEnded() {
    resting.set(false);
    awaitRest();
    pump();
  }

  private void tookTooLong(AuthorityCall call) {
    if (!call.timeOut()) {
      return;
    }
    Duration rest = timeout.multipliedBy(ABANDON_AFTER_TIMEOUTS - 1);
    call.setTimer(scheduler.schedule(() -> abandon(call), rest), State.TIMED_OUT);
    long took = clock.nanos() - call.sentNanos();
    listener.onLookup(LookupResult.TIMED_OUT, took);
    breaker.failed(took);
    log.failed("no answer in time");
    call.receiver().failed(call, Cause.TIMEOUT);
  }

  private void abandon(AuthorityCall call) {
    if (call.end() != State.ENDED) {
      release(call);
      call.cancelStage();
      pump();
    }
  }

  private void closeSent(AuthorityCall call) {
    State before = call.end();
    if (before == State.ENDED) {
      return;
    }
    release(call);
    call.cancelStage();
    if (before == State.SENT) {
      call.receiver().failed(call, Cause.CLOSED);
    }
  }

  /** Ends its share of a call; true if the call is over. */
  private boolean release(AuthorityCall call) {
    sent.remove(call);
    if (call.leaveSlot()) {
      synchronized (lock) {
        running--;
      }
      return true;
    }
    return false;
  }

  /** Sends what may be sent; a call that ends at once is followed by the next without recursion. */
  private void pump() {
    if (pumping.getAndIncrement() != 0) {
      return;
    }
    int missed = 1;
    do {
      for (List<AuthorityCall> next = next(); !next.isEmpty(); next = next()) {
        send(next);
      }
      missed = pumping.addAndGet(-missed);
    } while (missed != 0);
  }

  /** Takes a place for what waits, if there are both. */
  private List<AuthorityCall> next() {
    synchronized (lock) {
      Deque<AuthorityCall> queue = foreground.isEmpty() ? background : foreground;
      if (running >= pace.limit() || queue.isEmpty() || pace.restNanos() > 0) {
        return List.of();
      }
      running++;
      List<AuthorityCall> next = new ArrayList<>();
      Set<RouteKey> keys = new HashSet<>();
      while (next.size() < mostAtOnce && !queue.isEmpty() && keys.add(queue.peek().key())) {
        next.add(queue.remove());
      }
      return next;
    }
  }

  private static LookupResult result(
      @Nullable AuthorityAnswer answer, @Nullable AuthorityThrottledException refusal) {
    if (answer == null) {
      return refusal == null ? LookupResult.FAILED : LookupResult.THROTTLED;
    }
    return answer instanceof AuthorityAnswer.Known ? LookupResult.KNOWN : LookupResult.UNKNOWN;
  }

  private static String kindOf(@Nullable AuthorityAnswer answer, @Nullable Throwable error) {
    return answer == null ? FailureLog.kindOf(error) : "an answer about another key";
  }
}
