// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import io.turnout.analyze.Shadowing;
import io.turnout.document.Position;
import io.turnout.document.Problem;
import io.turnout.document.ProblemCode;
import io.turnout.rules.RuleSet;
import java.util.ArrayList;
import java.util.List;

/**
 * What is to be said of rules that never decide.
 *
 * @param warnings those of the rules of which that is proved
 * @param unsettled the names of those that it could neither be proved nor excluded of
 */
record ShadowWarnings(List<Problem> warnings, List<String> unsettled) {

  private static final int MOST_NAMED = 3;

  static ShadowWarnings of(RuleSet rules) {
    List<Problem> warnings = new ArrayList<>();
    List<String> unsettled = new ArrayList<>();
    for (Shadowing.Finding finding : Shadowing.deadOrUnknownOf(rules)) {
      if (finding.status() == Shadowing.Status.DEAD) {
        warnings.add(warning(rules, finding));
      } else {
        unsettled.add(finding.rule());
      }
    }
    return new ShadowWarnings(List.copyOf(warnings), List.copyOf(unsettled));
  }

  private static Problem warning(RuleSet rules, Shadowing.Finding dead) {
    Position at = rules.place(dead.rule()).orElse(Position.START);
    return Problem.warning(
        at,
        ProblemCode.SHADOWED_RULE,
        "rule \"" + dead.rule() + "\" can never decide: " + why(rules, dead.shadowedBy()));
  }

  private static String why(RuleSet rules, List<String> by) {
    if (by.isEmpty()) {
      return "its own conditions exclude each other";
    }
    List<String> shown = by.stream().limit(MOST_NAMED).map(name -> place(rules, name)).toList();
    int more = by.size() - shown.size();
    return (by.size() == 1 ? "rule " : "rules ")
        + String.join(", ", shown)
        + (more > 0 ? " and " + more + " more" : "")
        + (by.size() == 1 ? " always decides first" : " together always decide first");
  }

  private static String place(RuleSet rules, String name) {
    String line = rules.place(name).map(at -> " in line " + at.line()).orElse("");
    return "\"" + name + "\"" + line;
  }
}
