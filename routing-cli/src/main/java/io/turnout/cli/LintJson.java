// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.turnout.cli.terminal.Json;
import io.turnout.document.Problem;
import java.util.List;

/** Findings for programs: one JSON document. */
final class LintJson {

  private LintJson() {}

  static String of(List<LintReport> reports) throws JsonProcessingException {
    JsonMapper mapper = Json.mapper();
    ObjectNode root = mapper.createObjectNode();
    ArrayNode files = root.putArray("files");
    reports.forEach(report -> file(files.addObject(), report));
    return mapper.writeValueAsString(root);
  }

  private static void file(ObjectNode node, LintReport report) {
    node.put("file", report.file().toString()).put("refused", report.refused());
    report.unread().ifPresent(why -> node.put("unread", why));
    report
        .rules()
        .ifPresent(
            rules ->
                node.put("rules", rules.plan().rules().size()).put("version", rules.version()));
    ArrayNode problems = node.putArray("problems");
    if (!report.unsettled().isEmpty()) {
      report.unsettled().forEach(node.putArray("unsettled")::add);
    }
    report.problems().forEach(problem -> problem(problems.addObject(), problem));
  }

  private static void problem(ObjectNode node, Problem problem) {
    node.put("severity", Words.of(problem.severity()))
        .put("line", problem.at().line())
        .put("column", problem.at().column())
        .put("code", problem.code().text())
        .put("message", problem.message());
    problem.suggestion().ifPresent(better -> node.put("suggestion", better));
  }
}
