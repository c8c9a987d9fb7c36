// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.turnout.analyze.Explanation;
import io.turnout.decision.RouteDecision;
import java.util.Base64;

/**
 * An explanation for programs: one JSON document.
 *
 * @param redact whether the request and what sources and the key hold is left out
 * @param lookedUp whether there was an authority to ask
 */
record ExplanationJson(
    Explanation explanation, CurlRequest request, boolean redact, boolean lookedUp) {

  private static final String NOT_LOOKED_UP = "not-looked-up";
  private static final String LEFT_OUT = "...";

  String text() throws JsonProcessingException {
    JsonMapper mapper = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
    ObjectNode root = mapper.createObjectNode();
    if (!redact) {
      request(root.putObject("request"));
    }
    decision(root.putObject("decision"));
    ArrayNode steps = root.putArray("steps");
    explanation.steps().forEach(step -> step(steps.addObject(), step));
    return mapper.writeValueAsString(root);
  }

  /** In the form of the conformance fixtures. */
  private void request(ObjectNode node) {
    node.put("method", request.method()).put("target", Words.ofBytes(request.target()));
    ArrayNode headers = node.putArray("headers");
    request
        .headers()
        .forEach(field -> headers.addArray().add(field.name()).add(Words.ofBytes(field.value())));
    if (request.content().length > 0) {
      node.put("body-base64", Base64.getEncoder().encodeToString(request.content()));
    }
  }

  private void decision(ObjectNode node) {
    RouteDecision decision = explanation.decision();
    boolean open = !lookedUp && decision.key().isPresent();
    node.put("outcome", open ? NOT_LOOKED_UP : decision.outcome().text());
    decision.rule().ifPresent(rule -> node.put("rule", rule));
    decision
        .key()
        .ifPresent(key -> node.put("key", redact ? key.namespace() + ":" + LEFT_OUT : key.text()));
    decision.source().ifPresent(source -> node.put("source", source));
    if (!open) {
      decision.cell().ifPresent(cell -> node.put("cell", cell));
      decision.status().ifPresent(status -> node.put("status", status));
      decision.reason().ifPresent(reason -> node.put("reason", reason.text()));
      decision.detail().ifPresent(detail -> node.put("detail", detail.text()));
      decision
          .resolution()
          .ifPresent(
              resolution ->
                  node.put("freshness", Words.of(resolution.kind()))
                      .put("from", resolution.layer()));
    }
    node.put("body-read", decision.bodyRead()).put("rules-version", decision.rulesVersion());
  }

  private void step(ObjectNode node, Explanation.Step step) {
    node.put("rule", step.rule());
    ArrayNode conditions = node.putArray("conditions");
    for (Explanation.Check check : step.conditions()) {
      conditions.addObject().put("condition", check.condition()).put("held", check.held());
    }
    ArrayNode sources = node.putArray("sources");
    for (Explanation.Reading reading : step.sources()) {
      ObjectNode one =
          sources.addObject().put("source", reading.source()).put("kind", Words.of(reading.kind()));
      reading.value().ifPresent(value -> one.put("value", redact ? LEFT_OUT : value));
    }
  }
}
