// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.turnout.analyze.Explanation;
import io.turnout.cli.terminal.Json;

/** An explanation for programs: one JSON document, from which the request can be decided again. */
record ExplanationJson(Explained explained, Redaction redaction) {

  String text() throws JsonProcessingException {
    JsonMapper mapper = Json.mapper();
    ObjectNode root = mapper.createObjectNode().put(ExplanationRecord.FORMAT, 1);
    root.put(ExplanationRecord.REDACTED, redaction.hides());
    Setting setting = explained.setting();
    root.put("tier", Words.of(setting.tier()))
        .put("body-limit", setting.bodyLimitBytes())
        .put("keys", Words.of(setting.keys()))
        .put("time", setting.time().toString());
    RequestJson.write(root.putObject("request"), explained.request(), redaction);
    DecisionJson.write(root.putObject("decision"), explained, redaction);
    ArrayNode steps = root.putArray("steps");
    explained.explanation().steps().forEach(step -> step(steps.addObject(), step));
    return mapper.writeValueAsString(root);
  }

  private void step(ObjectNode node, Explanation.Step step) {
    node.put("rule", step.rule()).put("effect", step.effect());
    ArrayNode conditions = node.putArray("conditions");
    for (Explanation.Check check : step.conditions()) {
      conditions
          .addObject()
          .put("part", Words.of(check.part()))
          .put("condition", check.condition())
          .put("held", check.held());
    }
    ArrayNode sources = node.putArray("sources");
    step.sources().forEach(reading -> reading(sources.addObject(), reading));
  }

  private void reading(ObjectNode node, Explanation.Reading reading) {
    node.put("source", reading.source()).put("kind", Words.of(reading.kind()));
    reading.value().ifPresent(value -> node.put("value", redaction.shown(value)));
    reading.why().ifPresent(why -> node.put("why", why));
    if (!reading.passages().isEmpty()) {
      ArrayNode passages = node.putArray("passages");
      for (Explanation.Passage passage : reading.passages()) {
        ObjectNode one = passages.addObject().put("step", passage.step());
        passage.result().ifPresent(result -> one.put("value", redaction.shown(result)));
      }
    }
  }
}
