// SPDX-License-Identifier: Apache-2.0
package io.turnout.plan;

import io.turnout.match.Condition;
import io.turnout.match.IndexedRule;
import io.turnout.request.Request;
import java.util.List;

/**
 * A compiled rule.
 *
 * @param name its name, unique in the file
 * @param when the conditions of which all must hold; empty: it always applies
 * @param unless the conditions that keep it from applying if all of them hold; empty: nothing does
 * @param effect what it does when it applies
 */
public record PlannedRule(
    String name, List<Condition> when, List<Condition> unless, RuleEffect effect) {

  /** Copies the lists. */
  public PlannedRule {
    when = List.copyOf(when);
    unless = List.copyOf(unless);
  }

  /** What the index wants to know of it. */
  IndexedRule indexed() {
    return new IndexedRule(when, unless);
  }

  /** Whether its conditions let it act on {@code request}. */
  boolean applies(Request request) {
    return allHold(when, request) && (unless.isEmpty() || !allHold(unless, request));
  }

  private static boolean allHold(List<Condition> conditions, Request request) {
    for (int i = 0; i < conditions.size(); i++) {
      if (!conditions.get(i).holds(request)) {
        return false;
      }
    }
    return true;
  }
}
