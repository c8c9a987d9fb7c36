// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.turnout.resolve.ResolverListener.Circuit;
import io.turnout.spi.RouteClock;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Leaves alone what fails most of the time, and lets a few calls through now and then to see
 * whether it still does. Each permit is followed by exactly one {@code succeeded}, {@code failed}
 * or {@code unused}. Thread-safe.
 */
final class Breaker {

  /** Of so many latest calls the failures count. */
  static final int WINDOW_CALLS = 50;

  /** With fewer calls nothing is concluded. */
  static final int FEWEST_CALLS = 20;

  /** From that share of failures on it opens. */
  static final int FAILURE_PERCENT = 50;

  /** How long nothing is let through. */
  static final Duration OPEN_FOR = Duration.ofSeconds(1);

  /** How many calls are let through then, and judged together. */
  static final int PROBES = 5;

  /** What may be done. */
  enum Permit {
    /** Ask. */
    ASK,
    /** Ask to see whether it works again; it probably does not. */
    PROBE,
    /** Do not ask. */
    SKIP
  }

  private final CircuitBreaker breaker;
  private final Exception failure = new Failure();

  Breaker(String name, RouteClock clock, Consumer<Circuit> changed) {
    breaker =
        CircuitBreaker.of(
            name,
            CircuitBreakerConfig.custom()
                .slidingWindowSize(WINDOW_CALLS)
                .minimumNumberOfCalls(FEWEST_CALLS)
                .failureRateThreshold(FAILURE_PERCENT)
                .waitDurationInOpenState(OPEN_FOR)
                .permittedNumberOfCallsInHalfOpenState(PROBES)
                .clock(new MonotonicClock(clock))
                .currentTimestampFunction(ignored -> clock.nanos(), TimeUnit.NANOSECONDS)
                .build());
    breaker
        .getEventPublisher()
        .onStateTransition(
            event -> changed.accept(circuit(event.getStateTransition().getToState())));
  }

  Permit permit() {
    if (!breaker.tryAcquirePermission()) {
      return Permit.SKIP;
    }
    return breaker.getState() == CircuitBreaker.State.CLOSED ? Permit.ASK : Permit.PROBE;
  }

  /** Whether everything is let through. */
  boolean isClosed() {
    return breaker.getState() == CircuitBreaker.State.CLOSED;
  }

  void succeeded(long tookNanos) {
    breaker.onSuccess(tookNanos, TimeUnit.NANOSECONDS);
  }

  void failed(long tookNanos) {
    breaker.onError(tookNanos, TimeUnit.NANOSECONDS, failure);
  }

  /** What was permitted was not done. */
  void unused() {
    breaker.releasePermission();
  }

  private static Circuit circuit(CircuitBreaker.State state) {
    return switch (state) {
      case OPEN, FORCED_OPEN -> Circuit.OPEN;
      case HALF_OPEN -> Circuit.HALF_OPEN;
      case CLOSED, DISABLED, METRICS_ONLY -> Circuit.CLOSED;
    };
  }

  /** Stands for all failures, of which only the number counts. */
  private static final class Failure extends Exception {
    private static final long serialVersionUID = 1;

    Failure() {
      super("failed", null, false, false);
    }
  }

  /** The monotonic clock as instants since its own beginning. */
  private static final class MonotonicClock extends Clock {
    private final RouteClock clock;
    private final long startNanos;

    MonotonicClock(RouteClock clock) {
      this.clock = clock;
      startNanos = clock.nanos();
    }

    @Override
    public Instant instant() {
      return Instant.EPOCH.plusNanos(clock.nanos() - startNanos);
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }
}
