// SPDX-License-Identifier: Apache-2.0
package io.turnout.servlet;

import io.turnout.RoutingAttempt;
import io.turnout.decision.Refusal;
import io.turnout.decision.RouteDecision;
import io.turnout.spi.RouteClock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Decides a request on the thread that serves it; the one place that waits. */
final class BlockingDecision {

  private final RoutedRequest routed;
  private final RoutingAttempt attempt;
  private final RouteClock clock;
  private final long deadline;

  BlockingDecision(RoutedRequest routed, RoutingAttempt attempt) {
    this.routed = routed;
    this.attempt = attempt;
    this.clock = routed.settings().clock();
    this.deadline = clock.nanos() + routed.settings().timeout().toNanos();
  }

  /**
   * Waits for the body as far as it is needed, and for the decision.
   *
   * @return null once the request is decided; what to answer if that takes too long
   * @throws IOException if the body breaks off
   */
  @Nullable Refusal await() throws IOException {
    try {
      while (attempt.needsBody()) {
        if (remaining() <= 0) {
          return Refusals.REQUEST_TIMEOUT;
        }
        ByteBuffer piece = routed.body().more();
        if (piece == null) {
          attempt.end();
        } else {
          attempt.offer(piece);
        }
      }
      RouteDecision decision = decision();
      if (decision != null) {
        routed.decide(decision);
      }
      return decision == null ? Refusals.DECISION_TIMEOUT : null;
    } finally {
      attempt.cancel(); // nothing, where it is decided
    }
  }

  private @Nullable RouteDecision decision() {
    try {
      return attempt
          .decision()
          .toCompletableFuture()
          .get(Math.max(0, remaining()), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      return null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    } catch (ExecutionException e) {
      throw new IllegalStateException("a decision never fails, but this one did", e);
    }
  }

  private long remaining() {
    return deadline - clock.nanos();
  }
}
