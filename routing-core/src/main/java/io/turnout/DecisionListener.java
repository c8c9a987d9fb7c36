// SPDX-License-Identifier: Apache-2.0
package io.turnout;

import io.turnout.decision.RouteDecision;
import io.turnout.request.RequestHead;

/**
 * Hears of every decision: for metrics, traces and logs. Called once for each attempt that is
 * decided, on the thread that decides; it must be quick and thread-safe. What it throws changes
 * nothing; that it throws is logged, and how often.
 */
@FunctionalInterface
public interface DecisionListener {

  /** A request was decided. */
  void onDecision(RequestHead head, RouteDecision decision);
}
