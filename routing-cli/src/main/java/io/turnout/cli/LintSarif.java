// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.turnout.cli.terminal.Json;
import io.turnout.document.Problem;
import io.turnout.document.ProblemCode;
import io.turnout.document.Severity;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;

/**
 * Findings for code hosts: one SARIF 2.1.0 log with one run.
 *
 * <p>A file that was named by a relative path is given relative to the working directory, which a
 * code host takes for the root of the checkout; any other by its full address.
 */
final class LintSarif {

  private static final String SCHEMA =
      "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
  private static final String ROOT = "%SRCROOT%";

  private LintSarif() {}

  static String of(List<LintReport> reports, String version) throws JsonProcessingException {
    JsonMapper mapper = Json.mapper();
    ObjectNode log = mapper.createObjectNode().put("$schema", SCHEMA).put("version", "2.1.0");
    ObjectNode run = log.putArray("runs").addObject();
    List<ProblemCode> codes =
        reports.stream()
            .flatMap(report -> report.problems().stream())
            .map(Problem::code)
            .distinct()
            .sorted()
            .toList();
    tool(run.putObject("tool").putObject("driver"), version, codes);
    run.put("columnKind", "unicodeCodePoints");
    invocation(run.putArray("invocations").addObject(), reports);
    ArrayNode results = run.putArray("results");
    for (LintReport report : reports) {
      for (Problem problem : report.problems()) {
        result(results.addObject(), report.file(), problem, codes.indexOf(problem.code()));
      }
    }
    return mapper.writeValueAsString(log);
  }

  private static void tool(ObjectNode driver, String version, List<ProblemCode> codes) {
    driver.put("name", "turnout").put("version", version);
    ArrayNode rules = driver.putArray("rules");
    for (ProblemCode code : codes) {
      ObjectNode rule = rules.addObject().put("id", code.text());
      rule.putObject("shortDescription").put("text", CodeSentences.of(code));
    }
  }

  private static void invocation(ObjectNode invocation, List<LintReport> reports) {
    boolean allRead = reports.stream().allMatch(report -> report.unread().isEmpty());
    invocation.put("executionSuccessful", allRead);
    boolean allSettled = reports.stream().allMatch(report -> report.unsettled().isEmpty());
    if (allRead && allSettled) {
      return;
    }
    ArrayNode notes = invocation.putArray("toolExecutionNotifications");
    for (LintReport report : reports) {
      report.unread().ifPresent(why -> note(notes, "error", why));
      if (!report.unsettled().isEmpty()) {
        note(notes, "note", report.file() + ": " + LintText.unsettled(report.unsettled()));
      }
    }
  }

  private static void note(ArrayNode notes, String level, String text) {
    notes.addObject().put("level", level).putObject("message").put("text", Words.printable(text));
  }

  private static void result(ObjectNode result, Path file, Problem problem, int ruleIndex) {
    result.put("ruleId", problem.code().text()).put("ruleIndex", ruleIndex);
    result.put("level", problem.severity() == Severity.ERROR ? "error" : "warning");
    result.putObject("message").put("text", Words.printable(LintText.message(problem)));
    ObjectNode place = result.putArray("locations").addObject().putObject("physicalLocation");
    address(place.putObject("artifactLocation"), file);
    place
        .putObject("region")
        .put("startLine", problem.at().line())
        .put("startColumn", problem.at().column());
  }

  private static void address(ObjectNode location, Path file) {
    if (file.isAbsolute()) {
      location.put("uri", file.normalize().toUri().toString());
    } else {
      location.put("uri", relative(file.normalize())).put("uriBaseId", ROOT);
    }
  }

  private static String relative(Path file) {
    String path = file.toString().replace(file.getFileSystem().getSeparator(), "/");
    try {
      return new URI(null, null, "./" + path, null).toASCIIString().substring("./".length());
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException("file " + file + " has no address", e);
    }
  }
}
