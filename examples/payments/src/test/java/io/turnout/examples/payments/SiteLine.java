// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.payments;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.turnout.CellRouter;
import io.turnout.RoutingAttempt;
import io.turnout.decision.RouteDecision;
import io.turnout.request.BodyPresence;
import io.turnout.request.RequestHead;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A line of the web site's recording, as a router sees its request. */
record SiteLine(JsonNode json) implements RequestHead {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int PORT = 40_001;

  static List<SiteLine> read(Path file) {
    try {
      List<SiteLine> lines = new ArrayList<>();
      for (String line : Files.readAllLines(file)) {
        lines.add(new SiteLine(JSON.readTree(line)));
      }
      return lines;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String name() {
    return json.get("name").asText();
  }

  JsonNode expected(String member) {
    return json.at("/expect/" + member);
  }

  /** What the router decides, with the body in one piece. */
  RouteDecision decide(CellRouter router) {
    RoutingAttempt attempt = router.begin(this);
    if (attempt.needsBody()) {
      attempt.offer(
          ByteBuffer.wrap(json.at("/request/body").asText().getBytes(StandardCharsets.UTF_8)));
    }
    attempt.end();
    return attempt.decision().toCompletableFuture().join();
  }

  /** What differs between what is decided and what is expected. */
  List<String> differences(RouteDecision decision) {
    Map<String, JsonNode> made = made(decision);
    List<String> found = new ArrayList<>();
    json.get("expect")
        .properties()
        .forEach(
            member -> {
              JsonNode actual = made.getOrDefault(member.getKey(), JSON.nullNode());
              if (!fits(member.getValue(), actual)) {
                found.add(
                    name()
                        + ": "
                        + member.getKey()
                        + " is "
                        + actual
                        + ", expected "
                        + member.getValue());
              }
            });
    return found;
  }

  /** Equal; of a split, as far as it is told. */
  private static boolean fits(JsonNode expected, JsonNode actual) {
    JsonNode web = expected.path("web");
    return web.isObject()
        ? web.properties().stream()
            .allMatch(part -> part.getValue().equals(actual.at("/web/" + part.getKey())))
        : expected.equals(actual);
  }

  private static Map<String, JsonNode> made(RouteDecision decision) {
    Map<String, Object> made = new LinkedHashMap<>();
    made.put("outcome", decision.outcome().text());
    decision.cell().ifPresent(cell -> made.put("cell", cell));
    decision.status().ifPresent(status -> made.put("status", status));
    decision.rule().ifPresent(rule -> made.put("rule", rule));
    decision.key().ifPresent(key -> made.put("key", key.text()));
    decision.source().ifPresent(source -> made.put("source", source));
    decision.reason().ifPresent(reason -> made.put("reason", reason.text()));
    if (!decision.client().tags().isEmpty()) {
      Map<String, Object> client = new LinkedHashMap<>();
      client.put("edges", decision.client().edges());
      client.put("tags", decision.client().tags());
      decision.client().address().ifPresent(one -> client.put("address", one.getHostAddress()));
      made.put("client", client);
    }
    Map<String, Object> splits = new LinkedHashMap<>();
    decision
        .stages()
        .forEach(
            choice ->
                splits.put(
                    choice.split(),
                    Map.of(
                        "how", choice.how().text(),
                        "stage", choice.stage(),
                        "labels", choice.labels())));
    if (!splits.isEmpty()) {
      made.put("splits", splits);
    }
    Map<String, JsonNode> trees = new LinkedHashMap<>();
    made.forEach((name, value) -> trees.put(name, JSON.valueToTree(value)));
    return trees;
  }

  @Override
  public String method() {
    return json.at("/request/method").asText();
  }

  @Override
  public String target() {
    return json.at("/request/target").asText();
  }

  @Override
  public String scheme() {
    return "https";
  }

  @Override
  public @Nullable String authority() {
    return null;
  }

  @Override
  public Iterable<String> headerNames() {
    return fields().stream().map(field -> field.get(0).asText()).distinct().toList();
  }

  @Override
  public @Nullable String header(String name, int index) {
    return fields().stream()
        .filter(field -> field.get(0).asText().equalsIgnoreCase(name))
        .skip(index)
        .map(field -> field.get(1).asText())
        .findFirst()
        .orElse(null);
  }

  private List<JsonNode> fields() {
    JsonNode headers = json.at("/request/headers");
    return IntStream.range(0, headers.size()).mapToObj(headers::get).toList();
  }

  @Override
  public InetSocketAddress remoteAddress() {
    try {
      return new InetSocketAddress(
          InetAddress.getByName(json.at("/request/remote").asText()), PORT);
    } catch (UnknownHostException e) {
      throw new IllegalStateException(name() + " has an address that is none", e);
    }
  }

  @Override
  public List<String> peerNames() {
    return List.of();
  }

  @Override
  public BodyPresence body() {
    return json.at("/request").has("body") ? BodyPresence.UNKNOWN : BodyPresence.NONE;
  }
}
