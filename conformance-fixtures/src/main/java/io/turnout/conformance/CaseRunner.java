// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Runs cases on one implementation, by the line protocol. */
final class CaseRunner {

  private final JsonMapper json = new JsonMapper();
  private final Implementation implementation;
  private final int randomCuts;
  private final Transcript transcript = new Transcript();
  private @Nullable Hello hello;

  CaseRunner(Implementation implementation, int randomCuts) {
    this.implementation = implementation;
    this.randomCuts = randomCuts;
  }

  /**
   * What went wrong; empty if the case passed.
   *
   * @throws SkippedException if the implementation leaves it out
   * @throws NotStartedException if the implementation does not start
   */
  List<Failure> run(Case one) {
    if (!hello().kinds().contains(one.fixture().kind())) {
      throw new SkippedException(
          "the implementation does not have the kind \"" + one.fixture().kind() + "\"");
    }
    transcript.begin();
    try {
      return switch (one.fixture().kind()) {
        case "decide" -> decide(one);
        case "timeline" -> timeline(one);
        case "invalid" -> invalid(one);
        default -> List.of(unanswered(one, "unknown kind \"" + one.fixture().kind() + "\""));
      };
    } catch (NotStartedException e) {
      throw e;
    } catch (IllegalStateException | IllegalArgumentException e) {
      return List.of(unanswered(one, String.valueOf(e.getMessage())));
    }
  }

  /** What the implementation says of itself; it is asked once. */
  Hello hello() {
    Hello said = hello;
    if (said == null) {
      said = Hello.of(implementation);
      hello = said;
    }
    return said;
  }

  private Failure unanswered(Case one, String why) {
    return new Failure(
        why, one.content().path("expect"), MissingNode.getInstance(), transcript.lines());
  }

  private List<Failure> compare(JsonNode expected, JsonNode answer, String where) {
    List<String> differences = Expectation.differences(expected, answer);
    return differences.isEmpty()
        ? List.of()
        : List.of(
            new Failure(
                where + String.join("; ", differences), expected, answer, transcript.lines()));
  }

  private List<Failure> invalid(Case one) {
    JsonNode loaded = load(one);
    JsonNode expected = one.content().path("expect");
    return loaded.path("ok").asBoolean(true)
        ? List.of(
            new Failure("the rule file has to be refused", expected, loaded, transcript.lines()))
        : compare(expected, loaded, "");
  }

  private List<Failure> decide(Case one) {
    JsonNode request = one.content().path("request");
    JsonNode whole = decide(one, request, List.of());
    List<Failure> failures = new ArrayList<>(compare(one.content().path("expect"), whole, ""));
    int length = new WrittenRequest(request).bodyLength();
    long limit = Sizes.bytes(one.setting("limits").path("body"), Integer.MAX_VALUE);
    long settling = whole.path("body-read").asLong();
    for (List<Integer> chunks : Chunkings.of(length, settling, limit, randomCuts)) {
      JsonNode cut = decide(one, request, chunks);
      if (!SplitExpectation.withoutChance(cut).equals(SplitExpectation.withoutChance(whole))) {
        failures.add(
            new Failure(
                "with the body in pieces ("
                    + shown(chunks)
                    + ") the answer is another than with the body in one piece",
                whole,
                cut,
                transcript.lines()));
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

  private List<Failure> timeline(Case one) {
    JsonNode loaded = load(one);
    if (!loaded.path("ok").asBoolean()) {
      return List.of(unanswered(one, "the fixture does not load: " + loaded));
    }
    List<Failure> failures = new ArrayList<>();
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
        String where = "step " + number + " at " + step.path("at").asText() + ": ";
        failures.addAll(compare(step.path("expect"), answer, where));
      }
    }
    return failures;
  }

  private void at(JsonNode duration) {
    tell(json.createObjectNode().put("op", "at").put("millis", Sizes.millis(duration.asText())));
  }

  private JsonNode load(Case one) {
    transcript.begin();
    return ask(LoadLine.of(one));
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
      String line = json.writeValueAsString(request);
      transcript.add(line);
      answer = json.readTree(implementation.answer(line));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the implementation does not speak the line protocol", e);
    }
    if (answer.has("skip")) {
      throw new SkippedException(answer.get("skip").asText());
    }
    return answer;
  }

  private static String shown(List<Integer> chunks) {
    return chunks.size() > 1 && chunks.stream().allMatch(size -> size == 1)
        ? chunks.size() + " of 1 byte"
        : chunks.stream().map(String::valueOf).collect(Collectors.joining(", ")) + " bytes";
  }
}
