// SPDX-License-Identifier: Apache-2.0
package io.turnout.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The table of a set.
 *
 * @param conditions under which it was measured, in a few words
 */
record ResultTable(BenchmarkSet set, Measurements measured, String conditions) {

  private static final String HEAD =
      """
      | what | Turnout | beside | ratio | goal | holds |
      | --- | --: | --- | --: | --: | --- |
      """;

  /** The table as text. */
  String text() {
    StringBuilder text = new StringBuilder(HEAD);
    for (Goal goal : set.goals()) {
      text.append(goal.line(measured)).append('\n');
    }
    return text.append("\nMeasured with ").append(conditions).append(".\n").toString();
  }

  /** The lines whose goal fails by more than noise. */
  List<String> failures() {
    return set.goals().stream()
        .filter(goal -> goal.verdict(measured) == Goal.Verdict.FAILS)
        .map(goal -> set.text() + " " + goal.line(measured))
        .toList();
  }

  /**
   * Replaces what a page has between the two marks of the set.
   *
   * @throws IllegalStateException if it does not have them
   */
  void writeInto(Path page) throws IOException {
    String begin = "<!-- " + set.text() + " -->\n";
    String end = "<!-- /" + set.text() + " -->";
    String old = Files.readString(page);
    int from = old.indexOf(begin);
    int to = old.indexOf(end);
    if (from < 0 || to < from) {
      throw new IllegalStateException(
          page + " must have the marks " + begin.strip() + " and " + end);
    }
    Files.writeString(page, old.substring(0, from + begin.length()) + text() + old.substring(to));
  }
}
