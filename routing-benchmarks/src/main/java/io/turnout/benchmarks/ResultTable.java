// SPDX-License-Identifier: Apache-2.0
package io.turnout.benchmarks;

import java.util.List;

/**
 * A table with a line for each goal.
 *
 * @param conditions under which it was measured, in a few words
 */
record ResultTable(String name, List<Goal> goals, Measurements measured, String conditions)
    implements Table {

  private static final String HEAD =
      """
      | what | Turnout | beside | ratio | goal | holds |
      | --- | --: | --- | --: | --: | --- |
      """;

  @Override
  public String text() {
    StringBuilder text = new StringBuilder(HEAD);
    for (Goal goal : goals) {
      text.append(goal.line(measured)).append('\n');
    }
    return text.append("\nMeasured with ").append(conditions).append(".\n").toString();
  }

  @Override
  public List<String> failures() {
    return goals.stream()
        .filter(goal -> goal.verdict(measured) == Goal.Verdict.FAILS)
        .map(goal -> name + " " + goal.line(measured))
        .toList();
  }
}
