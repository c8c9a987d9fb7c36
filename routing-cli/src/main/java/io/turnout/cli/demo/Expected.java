// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import io.turnout.decision.RouteDecision;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a recorded request must lead to; what it leaves out is not compared.
 *
 * @param members what the recording says, {@code cell} to {@code us-1}
 */
record Expected(Map<String, String> members) {

  private static final String NOTHING = "(none)";

  static Expected of(JsonNode json) {
    Map<String, String> members = new LinkedHashMap<>();
    json.properties().forEach(member -> members.put(member.getKey(), member.getValue().asText()));
    return new Expected(members);
  }

  Optional<String> cell() {
    return Optional.ofNullable(members.get("cell"));
  }

  Optional<String> status() {
    return Optional.ofNullable(members.get("status"));
  }

  Optional<String> reason() {
    return Optional.ofNullable(members.get("reason"));
  }

  Optional<String> source() {
    return Optional.ofNullable(members.get("source"));
  }

  /** What differs in a decision; empty if it fits. */
  List<String> differences(RouteDecision decision) {
    Map<String, String> made = made(decision);
    List<String> differences = new ArrayList<>();
    members.forEach(
        (name, value) -> {
          String actual = made.getOrDefault(name, NOTHING);
          if (!actual.equals(value)) {
            differences.add(name + " of the decision is " + actual + ", expected " + value);
          }
        });
    return differences;
  }

  private static Map<String, String> made(RouteDecision decision) {
    Map<String, String> made = new LinkedHashMap<>();
    made.put("outcome", decision.outcome().text());
    decision.cell().ifPresent(cell -> made.put("cell", cell));
    decision.status().ifPresent(status -> made.put("status", Integer.toString(status)));
    decision.rule().ifPresent(rule -> made.put("rule", rule));
    decision.key().ifPresent(key -> made.put("key", key.text()));
    decision.source().ifPresent(source -> made.put("source", source));
    decision.reason().ifPresent(reason -> made.put("reason", reason.text()));
    decision.detail().ifPresent(detail -> made.put("detail", detail.text()));
    return made;
  }
}
