// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.embedding;

import io.turnout.DecisionListener;
import io.turnout.decision.Reason;
import io.turnout.decision.RouteDecision;
import io.turnout.request.RequestHead;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

// example: decision-listener
/** Counts decisions by their reason; those that were simply routed count as "routed". */
final class DecisionCounts implements DecisionListener {

  private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();

  @Override
  public void onDecision(RequestHead head, RouteDecision decision) {
    String label = decision.reason().map(Reason::text).orElse("routed");
    counts.computeIfAbsent(label, added -> new LongAdder()).increment();
  }

  long of(String label) {
    LongAdder count = counts.get(label);
    return count == null ? 0 : count.sum();
  }
}
// end of example
