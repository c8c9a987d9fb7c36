// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.turnout.analyze.Explanation;
import io.turnout.decision.Outcome;
import io.turnout.decision.RouteDecision;
import io.turnout.extract.Extraction;
import java.util.Locale;

/**
 * An explanation, printed.
 *
 * @param redact whether what sources and the key hold is left out
 * @param lookedUp whether there was an authority to ask
 */
record ExplanationText(
    Explanation explanation, CurlRequest request, boolean redact, boolean lookedUp) {

  /** For people. */
  String plain() {
    StringBuilder text = new StringBuilder();
    RouteDecision decision = explanation.decision();
    String target = redact ? request.target().replaceFirst("\\?.*", "?…") : request.target();
    text.append(Ink.BOLD.paint(request.method() + " " + target)).append("\n\n");
    for (Explanation.Step step : explanation.steps()) {
      step(text, step, decision.rule().filter(step.rule()::equals).isPresent());
    }
    text.append('\n').append(verdict(decision)).append('\n');
    line(text, "rule", decision.rule().orElse("none"));
    decision.key().ifPresent(key -> line(text, "key", redact ? key.toString() : key.text()));
    decision.source().ifPresent(source -> line(text, "source", source));
    if (lookedUp || decision.key().isEmpty()) {
      decision.reason().ifPresent(reason -> line(text, "reason", reason.text()));
    }
    decision.detail().ifPresent(detail -> line(text, "detail", detail.text()));
    if (lookedUp) {
      decision
          .resolution()
          .ifPresent(
              resolution ->
                  line(text, "resolved", word(resolution.kind()) + " from " + resolution.layer()));
    }
    if (decision.bodyRead() > 0) {
      line(
          text,
          "body read",
          decision.bodyRead() + " of " + request.content().length + " bytes");
    }
    line(text, "rules", decision.rulesVersion().substring(0, 12));
    return text.toString();
  }

  private void step(StringBuilder text, Explanation.Step step, boolean decided) {
    text.append(decided ? Ink.GREEN.paint("●") : Ink.DIM.paint("○")).append(' ');
    text.append(step.rule()).append('\n');
    for (Explanation.Check check : step.conditions()) {
      text.append("    ").append(check.held() ? Ink.GREEN.paint("✓") : Ink.RED.paint("✗"));
      text.append(' ').append(check.condition()).append('\n');
    }
    for (Explanation.Reading reading : step.sources()) {
      boolean found = reading.kind() == Extraction.Kind.FOUND;
      text.append("    ").append(found ? Ink.GREEN.paint("→") : Ink.DIM.paint("·")).append(' ');
      text.append(reading.source()).append(found ? " = " : ": ");
      String held = redact ? "…" : reading.value().map(value -> '"' + value + '"').orElse("");
      text.append(found ? held : word(reading.kind())).append('\n');
    }
  }

  private String verdict(RouteDecision decision) {
    if (!lookedUp && decision.key().isPresent()) {
      return Ink.BOLD.paint("to the cell of the key") + " (not looked up: no --routes given)";
    }
    if (decision.outcome() == Outcome.CELL) {
      return Ink.GREEN.paint("to cell " + decision.cell().orElseThrow());
    }
    if (decision.outcome() == Outcome.AUTHORITY) {
      return Ink.BLUE.paint("to the authority tier");
    }
    return Ink.RED.paint("rejected with " + decision.status().orElseThrow());
  }

  private static void line(StringBuilder text, String name, String value) {
    text.append(String.format(Locale.ROOT, "  %-10s %s%n", name, value));
  }

  /** For programs. */
  String json() throws JsonProcessingException {
    ObjectMapper mapper = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
    RouteDecision decision = explanation.decision();
    ObjectNode root = mapper.createObjectNode();
    ObjectNode made = root.putObject("decision").put("outcome", decision.outcome().text());
    decision.cell().ifPresent(cell -> made.put("cell", cell));
    decision.status().ifPresent(status -> made.put("status", status));
    decision.rule().ifPresent(rule -> made.put("rule", rule));
    decision.key().ifPresent(key -> made.put("key", redact ? key.toString() : key.text()));
    decision.source().ifPresent(source -> made.put("source", source));
    decision.reason().ifPresent(reason -> made.put("reason", reason.text()));
    decision.detail().ifPresent(detail -> made.put("detail", detail.text()));
    decision
        .resolution()
        .ifPresent(
            resolution ->
                made.put("freshness", word(resolution.kind())).put("from", resolution.layer()));
    made.put("body-read", decision.bodyRead()).put("rules-version", decision.rulesVersion());
    ArrayNode steps = root.putArray("steps");
    explanation.steps().forEach(step -> put(steps.addObject(), step));
    return mapper.writeValueAsString(root) + System.lineSeparator();
  }

  private void put(ObjectNode node, Explanation.Step step) {
    node.put("rule", step.rule());
    ArrayNode conditions = node.putArray("conditions");
    for (Explanation.Check check : step.conditions()) {
      conditions.addObject().put("condition", check.condition()).put("held", check.held());
    }
    ArrayNode sources = node.putArray("sources");
    for (Explanation.Reading reading : step.sources()) {
      ObjectNode one =
          sources.addObject().put("source", reading.source()).put("kind", word(reading.kind()));
      reading.value().ifPresent(value -> one.put("value", redact ? "…" : value));
    }
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
