// SPDX-License-Identifier: Apache-2.0
package io.turnout.promise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.turnout.CellRouter;
import io.turnout.Seeds;
import io.turnout.Tier;
import io.turnout.analyze.Explanation;
import io.turnout.decision.RouteDecision;
import io.turnout.extract.Extraction;
import io.turnout.protocol.TurnoutHeaders;
import io.turnout.request.FromPeer;
import io.turnout.request.Request;
import io.turnout.request.RequestHead;
import io.turnout.resolve.CellResolver;
import io.turnout.rules.Keys;
import io.turnout.rules.RuleSet;
import io.turnout.spi.RouteKey;
import io.turnout.spi.VirtualTime;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
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

  private static final List<String> FORGED_NAMES =
      List.of("key", "client", "hops", "reason", "route", "cell", "anything");
  private static final List<String> FORGED_VALUES =
      List.of(
          "\"n0:1\";rule=\"r0\"",
          "\"n1:x\";rule=\"r1\"",
          "\"192.0.2.1\";tags=\"via-e\"",
          "4",
          "99",
          "miss",
          "\"n0:1\";cell=\"fixed\";fresh-for=9;expire-after=9;version=9",
          "",
          "\"");

  /** A name of one of Turnout's fields, in any case and with any of the marks that stand for -. */
  private static String spelling(Random random) {
    String plain = "turnout-" + FORGED_NAMES.get(random.nextInt(FORGED_NAMES.size()));
    StringBuilder name = new StringBuilder();
    for (char c : plain.toCharArray()) {
      boolean other = random.nextInt(3) == 0;
      name.append(c == '-' && other ? '_' : other ? Character.toUpperCase(c) : c);
    }
    return name.toString();
  }

  @Test
  void forgedFields_inAnySpelling_neverReachADecision() {
    Keys keys = Keys.of(name -> Optional.of("k".repeat(32)));
    for (long seed : Seeds.of(1_000)) {
      Scenes scenes = new Scenes(seed);
      Random random = new Random(seed);
      RuleSet rules = RuleSet.parse(scenes.rulesOfTiers(), Path.of(""), keys);
      try (CellResolver resolver = Scenes.resolver(new VirtualTime(0))) {
        Tier tier = Tier.values()[random.nextInt(3)];
        CellRouter router = CellRouter.builder(rules, resolver).tier(tier).build();
        String peer = random.nextBoolean() ? "192.0.2.1" : "172.16.0.1";
        for (int i = 0; i < 4; i++) {
          SomeRequest request = scenes.request();
          Map<String, String> headers = new LinkedHashMap<>(request.headers());
          for (int forged = random.nextInt(4); forged >= 0; forged--) {
            headers.put(spelling(random), FORGED_VALUES.get(random.nextInt(FORGED_VALUES.size())));
          }
          SomeRequest sent =
              new SomeRequest(request.method(), request.target(), headers, request.content());

          assertThat(Scenes.decide(router, asAdapter(peer, sent), request.content()))
              .as("-Dturnout.seed=%d, %s", seed, headers)
              .usingRecursiveComparison()
              .ignoringFields("resolution")
              .isEqualTo(Scenes.decide(router, FromPeer.at(peer, request), request.content()));
        }
      }
    }
  }

  /** The head as an adapter shows it, which asks for names in lower case. */
  private static RequestHead asAdapter(String peer, SomeRequest sent) {
    Map<String, String> lower = new LinkedHashMap<>();
    sent.headers().forEach((name, value) -> lower.put(name.toLowerCase(Locale.ROOT), value));
    return FromPeer.at(peer, new SomeRequest(sent.method(), sent.target(), lower, sent.content()));
  }

  @Test
  void everySpelling_isTakenOff() {
    Random random = new Random(Seeds.first());
    for (int i = 0; i < 1_000; i++) {
      String name = spelling(random);
      assertThat(TurnoutHeaders.among(List.of("a", name, "x-" + name))).containsExactly(name);
    }
  }
}
