// SPDX-License-Identifier: Apache-2.0
package io.turnout.promise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.turnout.analyze.Explanation;
import io.turnout.decision.RouteDecision;
import io.turnout.extract.Extraction;
import io.turnout.request.Request;
import io.turnout.resolve.CellResolver;
import io.turnout.rules.RuleSet;
import io.turnout.spi.RouteKey;
import io.turnout.spi.VirtualTime;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Nothing leaks: a key can be personal data, so no text that the library makes of a decision, and
 * no message about a key, holds its value; only who asks for the value gets it.
 */
class Promise7NothingLeaksTest {

  private static final String VALUE = "jane.doe-7";
  private static final RuleSet RULES =
      RuleSet.parse(
          """
          turnout: 1
          rules:
            - { name: path, when: { path: "/users/{id}" }, key: { namespace: user, from: [ { path: id } ] } }
            - { name: query, key: { namespace: user, from: [ { query: id }, { header: X-Id } ] } }
            - { name: body, when: { path: /hook }, key: { namespace: user, from: [ { body: { json: /id } } ] } }
          """,
          Path.of(""));

  private static SomeRequest request(String target, Map<String, String> headers, String body) {
    return new SomeRequest("POST", target, headers, body.getBytes(StandardCharsets.UTF_8));
  }

  private static final List<SomeRequest> REQUESTS =
      List.of(
          request("/users/" + VALUE, Map.of(), ""),
          request("/?id=" + VALUE, Map.of(), ""),
          request("/", Map.of("x-id", VALUE), ""),
          request("/hook", Map.of(), "{\"id\":\"" + VALUE + "\"}"));

  private static void holdsNoValue(Object thing) {
    assertThat(thing.toString()).doesNotContain("jane");
  }

  @Test
  void decisionsAndTheirParts_printWithoutTheValueOfTheKey() {
    VirtualTime time = new VirtualTime(0);
    try (CellResolver resolver = Scenes.resolver(time)) {
      for (SomeRequest request : REQUESTS) {
        RouteDecision decision =
            Scenes.decide(
                Scenes.router(RULES, resolver, 1_000), request, List.of(request.content().length));
        assertThat(decision.key()).hasValue(new RouteKey("user", VALUE));
        holdsNoValue(decision);
        holdsNoValue(decision.key());
        holdsNoValue(decision.resolution().orElseThrow());
      }
    }
  }

  @Test
  void explanations_printWithoutTheValueOfTheKey() {
    VirtualTime time = new VirtualTime(0);
    try (CellResolver resolver = Scenes.resolver(time)) {
      for (SomeRequest request : REQUESTS) {
        Explanation explanation =
            Explanation.of(
                    Scenes.router(RULES, resolver, 1_000),
                    request,
                    ByteBuffer.wrap(request.content()))
                .toCompletableFuture()
                .join();
        assertThat(explanation.decision().key()).isPresent();
        holdsNoValue(explanation);
      }
    }
  }

  @Test
  void partsOfARequest_printWithoutWhatTheyHold() {
    holdsNoValue(Extraction.found(VALUE));
    for (SomeRequest request : REQUESTS) {
      holdsNoValue(Request.of(request));
      holdsNoValue(Request.of(request).target());
    }
  }

  @Test
  void messagesAboutKeys_holdNoValue() {
    assertThatThrownBy(() -> new RouteKey("user", VALUE + "\n")).hasMessageNotContaining("jane");
    assertThatThrownBy(() -> RouteKey.parse(VALUE)).hasMessageNotContaining("jane");
  }
}
