// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/** Runs one case on one implementation, by the line protocol. */
final class CaseRunner {

  private static final List<String> LOADED =
      List.of("rules", "tier", "on-miss", "keys-absent", "routes", "resolver");

  private final JsonMapper json = new JsonMapper();
  private final Implementation implementation;
  private final int randomCuts;

  CaseRunner(Implementation implementation, int randomCuts) {
    this.implementation = implementation;
    this.randomCuts = randomCuts;
  }

  /**
   * What went wrong; empty if the case passed.
   *
   * @throws SkippedException if the implementation leaves it out
   */
  List<String> run(Case one) {
    requireKind(one.fixture().kind());
    return switch (one.fixture().kind()) {
      case "decide" -> decide(one);
      case "timeline" -> timeline(one);
      case "invalid" -> invalid(one);
      default -> List.of("unknown kind \"" + one.fixture().kind() + "\"");
    };
  }

  private void requireKind(String kind) {
    JsonNode kinds =
        ask(json.createObjectNode().put("op", "hello").put("protocol", 1)).path("kinds");
    boolean had = kinds.isMissingNode();
    for (JsonNode one : kinds) {
      had |= one.asText().equals(kind);
    }
    if (!had) {
      throw new SkippedException("the implementation does not have the kind \"" + kind + "\"");
    }
  }

  private List<String> invalid(Case one) {
    JsonNode loaded = load(one);
    return loaded.path("ok").asBoolean(true)
        ? List.of("the rule file has to be refused, and the answer is " + loaded)
        : Expectation.differences(one.content().path("expect"), loaded);
  }

  private List<String> decide(Case one) {
    JsonNode request = one.content().path("request");
    JsonNode whole = decide(one, request, List.of());
    List<String> failures = new ArrayList<>();
    for (String difference : Expectation.differences(one.content().path("expect"), whole)) {
      failures.add(difference + "; the answer: " + whole);
    }
    int length = FixtureRequest.body(request).length;
    long limit = Sizes.bytes(one.setting("limits").path("body"), Integer.MAX_VALUE);
    long settling = whole.path("body-read").asLong();
    for (List<Integer> chunks : Chunkings.of(length, settling, limit, randomCuts)) {
      JsonNode cut = decide(one, request, chunks);
      if (!cut.equals(whole)) {
        failures.add("in pieces " + shown(chunks) + " it is " + cut + ", whole it was " + whole);
        break;
      }
    }
    return failures;
  }

  private JsonNode decide(Case one, JsonNode request, List<Integer> chunks) {
    JsonNode loaded = load(one);
    if (!loaded.path("ok").asBoolean()) {
      return loaded;
    }
    if (one.content().has("at")) {
      at(one.content().get("at"));
    }
    ObjectNode line = json.createObjectNode().put("op", "decide");
    line.set("request", request);
    if (!chunks.isEmpty()) {
      chunks.forEach(line.putArray("chunks")::add);
    }
    return ask(line);
  }

  private List<String> timeline(Case one) {
    JsonNode loaded = load(one);
    if (!loaded.path("ok").asBoolean()) {
      return List.of("the fixture does not load: " + loaded);
    }
    List<String> failures = new ArrayList<>();
    int number = 0;
    for (JsonNode step : one.content().path("steps")) {
      number++;
      if (step.has("at")) {
        at(step.get("at"));
      }
      if (step.has("set")) {
        ObjectNode line = json.createObjectNode().put("op", "set");
        line.set("routes", step.get("set"));
        tell(line);
      }
      if (step.has("authority")) {
        tell(
            json.createObjectNode()
                .put("op", "authority")
                .put("state", step.get("authority").asText()));
      }
      if (step.has("route")) {
        JsonNode answer =
            ask(json.createObjectNode().put("op", "route").put("key", step.get("route").asText()));
        for (String difference : Expectation.differences(step.path("expect"), answer)) {
          failures.add("step " + number + " (" + step + "): " + difference);
        }
      }
    }
    return failures;
  }

  private void at(JsonNode duration) {
    tell(json.createObjectNode().put("op", "at").put("millis", Sizes.millis(duration.asText())));
  }

  private JsonNode load(Case one) {
    ObjectNode line = json.createObjectNode().put("op", "load");
    for (String name : LOADED) {
      JsonNode value = one.setting(name);
      if (!value.isMissingNode()) {
        line.set(name, value);
      }
    }
    JsonNode limit = one.setting("limits").path("body");
    if (!limit.isMissingNode()) {
      line.putObject("limits").put("body", Sizes.bytes(limit, 0));
    }
    if (one.fixture().kind().equals("decide") && !line.has("tier")) {
      line.put("tier", "edge");
    }
    return ask(line);
  }

  private void tell(ObjectNode request) {
    JsonNode answer = ask(request);
    if (!answer.path("ok").asBoolean()) {
      throw new IllegalStateException("the answer to " + request + " is " + answer);
    }
  }

  private JsonNode ask(ObjectNode request) {
    JsonNode answer;
    try {
      answer = json.readTree(implementation.answer(json.writeValueAsString(request)));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the implementation does not speak the line protocol", e);
    }
    if (answer.has("skip")) {
      throw new SkippedException(answer.get("skip").asText());
    }
    return answer;
  }

  private static String shown(List<Integer> chunks) {
    return chunks.size() > 20 ? chunks.size() + " of 1 byte" : chunks.toString();
  }
}
