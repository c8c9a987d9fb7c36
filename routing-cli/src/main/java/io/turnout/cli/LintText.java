// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import io.turnout.cli.terminal.Ink;
import io.turnout.cli.terminal.Terminal;
import io.turnout.document.Problem;
import io.turnout.rules.RuleSet;
import java.util.List;

/** Findings for people: a line for each, and one for each file that sums up. */
final class LintText {

  private LintText() {}

  static String of(List<LintReport> reports, Terminal terminal) {
    StringBuilder text = new StringBuilder();
    for (LintReport report : reports) {
      if (report.unread().isPresent()) {
        continue;
      }
      for (Problem problem : report.problems()) {
        text.append(report.file()).append(':').append(line(problem, terminal)).append('\n');
      }
      text.append(report.file()).append(": ").append(sum(report)).append('\n');
    }
    if (reports.size() > 1) {
      text.append(sum(reports)).append('\n');
    }
    return text.toString();
  }

  private static String line(Problem problem, Terminal terminal) {
    Ink ink = problem.isError() ? Ink.RED : Ink.YELLOW;
    return problem.at()
        + ": "
        + terminal.paint(ink, Words.of(problem.severity()))
        + ": "
        + Words.printable(message(problem))
        + terminal.paint(Ink.DIM, " [" + problem.code().text() + "]");
  }

  /** What is wrong, and what was probably meant. */
  static String message(Problem problem) {
    return problem.message()
        + problem.suggestion().map(better -> " (did you mean \"" + better + "\"?)").orElse("");
  }

  private static String sum(LintReport report) {
    return report
        .rules()
        .map(rules -> sum(rules, report.warnings()))
        .orElseGet(() -> "refused, " + Words.counted(report.mistakes(), "mistake"));
  }

  private static String sum(RuleSet rules, long warnings) {
    return Words.counted(rules.plan().rules().size(), "rule")
        + ", "
        + Words.counted(warnings, "warning")
        + ", version "
        + Words.shortVersion(rules.version());
  }

  private static String sum(List<LintReport> reports) {
    long refused = reports.stream().filter(LintReport::refused).count();
    return Words.counted(reports.size(), "file")
        + ": "
        + refused
        + " refused, "
        + Words.counted(reports.stream().mapToLong(LintReport::mistakes).sum(), "mistake")
        + ", "
        + Words.counted(reports.stream().mapToLong(LintReport::warnings).sum(), "warning");
  }
}
