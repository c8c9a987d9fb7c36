// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.turnout.analyze.ExampleRequest;
import io.turnout.analyze.RuleDiff;
import io.turnout.cli.terminal.Json;

/** What changes, for programs: one JSON document. */
final class DiffJson {

  private DiffJson() {}

  static String of(DiffReport report) throws JsonProcessingException {
    JsonMapper mapper = Json.mapper();
    ObjectNode root = mapper.createObjectNode();
    root.put("complete", report.diff().complete());
    root.putObject("traffic")
        .put("requests", report.traffic().requests())
        .put("changed", report.traffic().changedRequests())
        .put("unread", report.traffic().mistakeCount());
    ArrayNode classes = root.putArray("classes");
    report.rows().forEach(row -> row(classes.addObject(), row));
    ArrayNode outcomes = root.putArray("outcomes");
    for (RuleDiff.OutcomeChange change : report.diff().outcomes()) {
      ObjectNode node = outcomes.addObject().put("outcome", change.outcome().text());
      change.before().forEach(node.putArray("before")::add);
      change.after().forEach(node.putArray("after")::add);
      change.example().ifPresent(example -> example(node.putObject("example"), example));
    }
    report.diff().addedCells().stream().sorted().forEach(root.putArray("added-cells")::add);
    report.diff().removedCells().stream().sorted().forEach(root.putArray("removed-cells")::add);
    report.diff().changedEdges().stream().sorted().forEach(root.putArray("changed-edges")::add);
    report.diff().changedTags().stream().sorted().forEach(root.putArray("changed-tags")::add);
    report.diff().changedSplits().stream().sorted().forEach(root.putArray("changed-splits")::add);
    return mapper.writeValueAsString(root);
  }

  private static void row(ObjectNode node, DiffReport.Row row) {
    node.put("count", row.count());
    ObjectNode before = node.putObject("before").put("end", row.before());
    row.rules().before().ifPresent(rule -> before.put("rule", rule));
    ObjectNode after = node.putObject("after").put("end", row.after());
    row.rules().after().ifPresent(rule -> after.put("rule", rule));
    ArrayNode changes = node.putArray("changes");
    row.aspects().stream().sorted().forEach(aspect -> changes.add(Words.of(aspect)));
    node.put("only-where-handing-on", row.handsOn());
    row.example().ifPresent(example -> example(node.putObject("example"), example));
  }

  /** In the form of the conformance fixtures. */
  static void example(ObjectNode node, ExampleRequest example) {
    node.put("method", example.method()).put("target", example.target());
    ArrayNode headers = node.putArray("headers");
    example.fields().forEach(field -> headers.addArray().add(field.name()).add(field.value()));
    if (!example.content().isEmpty()) {
      node.put("body", example.content());
    }
    if (!example.tags().isEmpty()) {
      example.tags().forEach(node.putArray("tags")::add);
    }
  }
}
