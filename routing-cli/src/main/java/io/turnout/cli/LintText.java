// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import io.turnout.cli.terminal.Ink;
import io.turnout.cli.terminal.Terminal;
import io.turnout.document.Problem;
import io.turnout.rules.RuleSet;
import java.util.List;
import java.util.stream.Collectors;

/** Findings for people: a line for each, and one for each file that sums up. */
final class LintText {

  private static final int MOST_NAMED = 3;

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
      if (!report.unsettled().isEmpty()) {
        text.append(report.file()).append(": ").append(unsettled(report.unsettled())).append('\n');
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

  /** Of which rules it is not known whether they can decide. */
  static String unsettled(List<String> rules) {
    String named =
        rules.stream()
            .limit(MOST_NAMED)
            .map(name -> "\"" + Words.printable(name) + "\"")
            .collect(Collectors.joining(", "));
    int more = rules.size() - MOST_NAMED;
    return Words.counted(rules.size(), "rule")
        + " may be shadowed or not, which was too hard to settle: "
        + named
        + (more > 0 ? " and " + Words.number(more) + " more" : "");
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
