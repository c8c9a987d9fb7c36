// SPDX-License-Identifier: Apache-2.0
package io.turnout;

import io.turnout.decision.RouteDecision;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletionStage;

/**
 * One request on its way to a decision.
 *
 * <p>One thread at a time offers, ends and cancels. The decision may be made on another thread.
 */
public interface RoutingAttempt {

  /** Whether more of the body is needed before anything can be decided. */
  boolean needsBody();

  /**
   * Shows the next piece of the body, from its position to its limit. It is read before this method
   * returns, its position and limit stay as they are, and no reference to it is kept. Ignored once
   * {@link #needsBody} is false.
   */
  void offer(ByteBuffer piece);

  /** Says that the body is complete. Ignored once {@link #needsBody} is false. */
  void end();

  /**
   * Gives up: unless it is made already, the decision is cancelled, and its stage completes with a
   * {@link java.util.concurrent.CancellationException}.
   */
  void cancel();

  /** Whether the decision is made. */
  boolean isDecided();

  /**
   * The decision, without waiting.
   *
   * @throws IllegalStateException if it is not made yet
   */
  RouteDecision decisionNow();

  /** The decision, when it is made; fails only if the attempt is cancelled. */
  CompletionStage<RouteDecision> decision();
}
