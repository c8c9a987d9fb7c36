// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.turnout.decision.RouteDecision;
import io.turnout.document.Problem;
import io.turnout.resolve.Resolution;
import io.turnout.rules.InvalidRulesException;
import io.turnout.spi.RouteKey;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** This library's own end of the line protocol, on virtual time. */
final class LibraryImplementation implements Implementation {

  private static final String NO_OBJECT = "{\"error\":\"the line is no JSON object\"}";

  private final JsonMapper json = new JsonMapper();
  private final Path folder;
  private @Nullable FixtureRouter loaded;

  /**
   * Makes one.
   *
   * @param folder where the files are that rules name
   */
  LibraryImplementation(Path folder) {
    this.folder = folder;
  }

  @Override
  public String answer(String line) {
    try {
      JsonNode request = json.readTree(line);
      return request.isObject() ? answer(request).toString() : NO_OBJECT;
    } catch (JsonProcessingException e) {
      return NO_OBJECT;
    } catch (IllegalArgumentException | IllegalStateException e) {
      return json.createObjectNode().put("error", e.toString()).toString();
    }
  }

  @Override
  public void close() {
    if (loaded != null) {
      loaded.close();
      loaded = null;
    }
  }

  private ObjectNode answer(JsonNode request) {
    String op = request.path("op").asText();
    return switch (op) {
      case "hello" -> hello();
      case "load" -> load(request);
      case "decide" -> decide(request);
      case "route" -> route(request);
      case "set" -> set(request);
      case "authority" -> authority(request);
      case "at" -> at(request);
      default -> json.createObjectNode().put("skip", "the op \"" + op + "\" is not known");
    };
  }

  private ObjectNode hello() {
    ObjectNode answer =
        json.createObjectNode().put("name", "turnout-java").put("version", version());
    answer.put("protocol", 1);
    answer.putArray("kinds").add("decide").add("timeline").add("invalid");
    return answer;
  }

  private static String version() {
    String version = LibraryImplementation.class.getPackage().getImplementationVersion();
    return version == null ? "unpackaged" : version;
  }

  private ObjectNode load(JsonNode request) {
    FixtureRouter started;
    try {
      started = FixtureRouter.load(request, folder, List.of());
    } catch (InvalidRulesException e) {
      return refused(e);
    }
    close();
    loaded = started;
    ObjectNode answer = json.createObjectNode().put("ok", true);
    return request.has("rules")
        ? answer.put("rules-version", started.router().rules().version())
        : answer;
  }

  private ObjectNode refused(InvalidRulesException refusal) {
    ObjectNode answer = json.createObjectNode().put("ok", false);
    ArrayNode errors = answer.putArray("errors");
    for (Problem problem : refusal.problems()) {
      errors
          .addObject()
          .put("at", problem.at().toString())
          .put("code", problem.code().text())
          .put("message", problem.message());
    }
    return answer;
  }

  private ObjectNode decide(JsonNode request) {
    FixtureRouter current = current();
    JsonNode chunks = request.path("chunks");
    WrittenRequest written = new WrittenRequest(request.path("request"));
    RouteDecision decision =
        chunks.isMissingNode() ? current.decide(written) : current.decide(written, lengths(chunks));
    return DecisionLine.of(decision, json.createObjectNode());
  }

  private static List<Integer> lengths(JsonNode chunks) {
    List<Integer> lengths = new ArrayList<>();
    chunks.forEach(chunk -> lengths.add(chunk.asInt()));
    return lengths;
  }

  private ObjectNode route(JsonNode request) {
    FixtureRouter current = current();
    RouteKey key = RouteKey.parse(request.path("key").asText());
    Resolution now = current.resolver().resolveNow(key);
    if (now.kind() == Resolution.Kind.MISS) {
      var stage = current.resolver().resolve(key).toCompletableFuture();
      current.settle();
      now = stage.join();
    }
    ObjectNode answer = json.createObjectNode();
    DecisionLine.put(now, answer);
    now.cell().ifPresent(cell -> answer.put("cell", cell));
    current.settle();
    return answer;
  }

  private ObjectNode set(JsonNode request) {
    FixtureRouter current = current();
    current.authority().set(request.path("routes"));
    return json.createObjectNode().put("ok", true);
  }

  private ObjectNode authority(JsonNode request) {
    FixtureRouter current = current();
    current.authority().turn(request.path("state").asText());
    return json.createObjectNode().put("ok", true);
  }

  private ObjectNode at(JsonNode request) {
    FixtureRouter current = current();
    current.moveTo(Duration.ofMillis(request.path("millis").asLong()));
    return json.createObjectNode().put("ok", true);
  }

  private FixtureRouter current() {
    if (loaded == null) {
      throw new IllegalStateException("nothing is loaded");
    }
    return loaded;
  }
}
