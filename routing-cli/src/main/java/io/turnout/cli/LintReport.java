// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.turnout.cli.terminal.Ink;
import io.turnout.cli.terminal.Terminal;
import io.turnout.document.Problem;
import io.turnout.rules.InvalidRulesException;
import io.turnout.rules.RuleSet;
import java.nio.file.Path;
import java.util.List;

/**
 * What is to be said of a rule file.
 *
 * @param problems its mistakes; where it has none, its warnings
 * @param rules how many rules it has; 0 if it was refused
 * @param version the version of the rules; empty if it was refused
 */
record LintReport(Path file, List<Problem> problems, int rules, String version) {

  private static final int VERSION_DIGITS = 12;

  static LintReport of(Path file) {
    try {
      RuleSet set = RuleSet.load(file);
      return new LintReport(file, set.warnings(), set.plan().rules().size(), set.version());
    } catch (InvalidRulesException e) {
      return new LintReport(file, e.problems(), 0, "");
    }
  }

  /** Whether the file was refused. */
  boolean refused() {
    return problems.stream().anyMatch(Problem::isError);
  }

  /** For people: a line for each finding, and one that sums up. */
  String text(Terminal terminal) {
    StringBuilder text = new StringBuilder();
    for (Problem problem : problems) {
      Ink ink = problem.isError() ? Ink.RED : Ink.YELLOW;
      text.append(file).append(':').append(problem.at()).append(": ");
      text.append(terminal.paint(ink, Words.of(problem.severity())))
          .append(": ")
          .append(Words.printable(problem.message()));
      problem
          .suggestion()
          .ifPresent(better -> text.append(" (did you mean \"").append(better).append("\"?)"));
      text.append(" [").append(problem.code().text()).append("]\n");
    }
    text.append(file).append(": ").append(refused() ? refusal() : acceptance());
    return text.toString();
  }

  private String refusal() {
    long mistakes = problems.stream().filter(Problem::isError).count();
    return "refused, " + counted(mistakes, "mistake");
  }

  private String acceptance() {
    return counted(rules, "rule")
        + ", "
        + counted(problems.size(), "warning")
        + ", version "
        + version.substring(0, VERSION_DIGITS);
  }

  private static String counted(long count, String what) {
    return count + " " + what + (count == 1 ? "" : "s");
  }

  /** For programs: one JSON document. */
  String json() throws JsonProcessingException {
    JsonMapper mapper = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
    ObjectNode report = mapper.createObjectNode().put("file", file.toString());
    report.put("refused", refused());
    if (!version.isEmpty()) {
      report.put("rules", rules).put("version", version);
    }
    report.putArray("problems").addAll(problems.stream().map(one -> json(mapper, one)).toList());
    return mapper.writeValueAsString(report);
  }

  private static ObjectNode json(JsonMapper mapper, Problem problem) {
    ObjectNode one = mapper.createObjectNode().put("severity", Words.of(problem.severity()));
    one.put("line", problem.at().line()).put("column", problem.at().column());
    one.put("code", problem.code().text()).put("message", problem.message());
    problem.suggestion().ifPresent(better -> one.put("suggestion", better));
    return one;
  }
}
