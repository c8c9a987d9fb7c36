// SPDX-License-Identifier: Apache-2.0
package io.turnout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.turnout.analyze.Explanation;
import io.turnout.client.Client;
import io.turnout.decision.Outcome;
import io.turnout.decision.Reason;
import io.turnout.decision.RouteDecision;
import io.turnout.protocol.FieldMistake;
import io.turnout.protocol.HeaderField;
import io.turnout.protocol.ProtocolListener;
import io.turnout.request.FromPeer;
import io.turnout.request.RequestHead;
import io.turnout.request.TestHead;
import io.turnout.resolve.CellResolver;
import io.turnout.rules.Keys;
import io.turnout.rules.RuleSet;
import io.turnout.spi.AuthorityAnswer;
import io.turnout.spi.RouteAuthority;
import io.turnout.spi.VirtualTime;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a router believes of a request that another one handed to it, and of whom. */
class HandedOnTest {

  private static final String RULES =
      """
      turnout: 1
      edges:
        - { name: cdn, cidr: [10.9.0.0/16] }
        - { name: our-edge, router: true, cidr: [10.1.0.0/16] }
      rules:
        - { name: status, when: { path: /status }, then: cell us-1 }
        - { name: far, when: { path: /far }, then: authority }
        - { name: direct, when: { path: /direct }, cell-from: { from: [ { header: X-Cell } ] } }
        - { name: early, when: { path: /api }, key: { namespace: account, from: [ { header: X-Early } ] } }
        - { name: hook, when: { path: /hook }, key: { namespace: account, from: [ { body: { json: /id } } ] } }
        - name: header
          when: { method: [GET, POST] }
          unless: { header: { X-Not: { present: true } } }
          key: { namespace: business, from: [ { header: X-Business-Id } ] }
      cells: [us-1, us-2, eu-1]
      """;

  private static final String KEY = "Turnout-Key";

  private final VirtualTime time = new VirtualTime(0);
  private final RouteAuthority everything =
      (key, atLeast) ->
          CompletableFuture.completedFuture(
              new AuthorityAnswer.Known(
                  key, "us-2", 1, Duration.ofMinutes(5), Duration.ofHours(1)));
  private final CellResolver resolver =
      CellResolver.builder(everything).nearCache(100).clock(time).scheduler(time).build();
  private final RuleSet rules = RuleSet.parse(RULES, Path.of(""));
  private final List<String> heard = new ArrayList<>();

  @AfterEach
  void closeResolver() {
    resolver.close();
  }

  private final class Hearing implements ProtocolListener {
    @Override
    public void onIgnored(String field, FieldMistake mistake) {
      heard.add(field + " " + mistake.word());
    }

    @Override
    public void onHandedOn(String edge, Optional<String> reason) {
      heard.add(edge + " " + reason.orElse("-"));
    }

    @Override
    public void onKeyNotTaken(String edge) {
      heard.add(edge + " key not taken");
    }
  }

  private RouteDecision decide(Tier tier, RequestHead head) {
    RoutingAttempt attempt =
        CellRouter.builder(rules, resolver)
            .tier(tier)
            .protocolListener(new Hearing())
            .build()
            .begin(head);
    attempt.end();
    return attempt.decisionNow();
  }

  private static RequestHead fromEdge(TestHead head) {
    return FromPeer.at("10.1.2.3", head);
  }

  private static String key(String text, String rule) {
    return "\"" + text + "\";rule=\"" + rule + "\"";
  }

  private RouteDecision handed(TestHead head) {
    return decide(Tier.AUTHORITY, fromEdge(head));
  }

  @Test
  void believedKey_standsInForFindingOne() {
    RouteDecision decision =
        handed(TestHead.get("/").with(KEY, key("business:7", "header")).with("X-Business-Id", "8"));

    assertThat(decision.key().map(Object::toString)).isPresent();
    assertThat(decision.key().orElseThrow().value()).isEqualTo("7");
    assertThat(decision.rule()).hasValue("header");
    assertThat(decision.source()).hasValue("edge");
    assertThat(decision.cell()).hasValue("us-2");
    assertThat(heard).containsExactly("our-edge -");
  }

  @Test
  void believedKey_passesRulesThatOnlyLookForOne() {
    TestHead head =
        TestHead.get("/api").with(KEY, key("business:7", "header")).with("X-Early", "e");

    assertThat(handed(head).rule()).hasValue("header");
    assertThat(handed(TestHead.get("/direct").with(KEY, key("business:7", "header"))).source())
        .hasValue("edge");
    assertThat(
            handed(
                    TestHead.get("/direct")
                        .with("X-Cell", "eu-1")
                        .with(KEY, key("business:7", "header")))
                .rule())
        .hasValue("header");
  }

  @Test
  void believedKey_sparesReadingTheBody() {
    RoutingAttempt attempt =
        CellRouter.builder(rules, resolver)
            .tier(Tier.AUTHORITY)
            .build()
            .begin(fromEdge(TestHead.post("/hook").with(KEY, key("account:7", "hook"))));

    assertThat(attempt.decisionNow().source()).hasValue("edge");
  }

  @Test
  void keyThatCannotHaveBeenFoundHere_isNotTaken() {
    for (String value :
        List.of(
            key("business:7", "no-such-rule"),
            key("account:7", "header"),
            key("business:7", "status"),
            key("business:7", "direct"),
            key("business:7", "header") + ";rules=\"other\"")) {
      heard.clear();
      RouteDecision decision =
          handed(TestHead.get("/x").with(KEY, value).with("X-Business-Id", "8"));
      assertThat(decision.source()).as(value).hasValue("header");
      assertThat(decision.key().orElseThrow().value()).isEqualTo("8");
      assertThat(heard).containsExactly("our-edge -", "our-edge key not taken");
    }
    String ours = key("business:7", "header") + ";rules=\"" + rules.version() + '"';
    assertThat(handed(TestHead.get("/x").with(KEY, ours)).source()).hasValue("edge");
  }

  @Test
  void ruleOfTheKey_hasToApply() {
    String key = key("business:7", "header");

    assertThat(handed(TestHead.of("PUT", "/").with(KEY, key)).reason()).hasValue(Reason.NO_RULE);
    assertThat(handed(TestHead.get("/").with(KEY, key).with("X-Not", "")).reason())
        .hasValue(Reason.NO_RULE);
    assertThat(handed(TestHead.get("/other").with(KEY, key("account:1", "early"))).reason())
        .hasValue(Reason.NO_RULE);
  }

  @Test
  void earlierRuleThatDecides_goesFirst() {
    String key = key("business:7", "header");

    assertThat(handed(TestHead.get("/status").with(KEY, key)).cell()).hasValue("us-1");
    assertThat(handed(TestHead.get("/far").with(KEY, key)).source()).hasValue("edge");
  }

  @Test
  void malformedPath_isDecidedFromTheStart() {
    RouteDecision decision = handed(TestHead.get("/%zz").with(KEY, key("business:7", "header")));

    assertThat(decision.reason()).hasValue(Reason.MALFORMED);
    assertThat(decision.rule()).hasValue("status");
  }

  @Test
  void fieldsThatCannotBeRead_areIgnoredAndTold() {
    RouteDecision decision =
        handed(
            TestHead.get("/")
                .with(KEY, "business:7")
                .with("Turnout-Client", "\"203.0.113.9:80\"")
                .with("Turnout-Hops", "many")
                .with("Turnout-Reason", "miss")
                .with("Turnout-Reason", "miss")
                .with("X-Business-Id", "8"));

    assertThat(decision.source()).hasValue("header");
    assertThat(decision.client().address()).isEmpty();
    assertThat(decision.client().hops()).isZero();
    assertThat(heard)
        .containsExactly(
            "Turnout-Hops wrong-type",
            "Turnout-Reason repeated",
            "our-edge -",
            "Turnout-Key wrong-type",
            "Turnout-Client out-of-bounds");
  }

  @Test
  void client_isWhoTheEdgeSays() {
    Client client =
        handed(
                TestHead.get("/")
                    .with(
                        "Turnout-Client",
                        "\"2001:db8::1\";tags=\"via-cdn internal\";splits=\"web=old\"")
                    .with("Turnout-Hops", "2")
                    .with("Turnout-Reason", "wrong-cell"))
            .client();

    assertThat(client.address().orElseThrow().getHostAddress()).isEqualTo("2001:db8:0:0:0:0:0:1");
    assertThat(client.tags()).containsExactly("internal", "via-cdn");
    assertThat(client.stages()).contains(java.util.Map.of("web", "old"));
    assertThat(client.edges()).containsExactly("our-edge");
    assertThat(client.hops()).isEqualTo(2);
    assertThat(heard).containsExactly("our-edge wrong-cell");
    assertThat(handed(TestHead.get("/").with("Turnout-Client", "\"192.0.2.1\"")).client().tags())
        .isEmpty();
  }

  @Test
  void unprovenClientAndOtherEdge_areNotBelieved() {
    TestHead forged =
        TestHead.get("/")
            .with(KEY, key("business:7", "header"))
            .with("Turnout-Client", "\"192.0.2.1\"")
            .with("Turnout-Hops", "9")
            .with("X-Business-Id", "8");
    RouteDecision direct = decide(Tier.AUTHORITY, FromPeer.at("192.0.2.9", forged));
    RouteDecision cdn = decide(Tier.AUTHORITY, FromPeer.at("10.9.0.1", forged));

    assertThat(direct.client()).isSameAs(Client.DIRECT);
    assertThat(direct.key().orElseThrow().value()).isEqualTo("8");
    assertThat(cdn.key().orElseThrow().value()).isEqualTo("8");
    assertThat(cdn.client().tags()).containsExactly("via-cdn");
    assertThat(cdn.client().address()).isEmpty();
    assertThat(cdn.client().hops()).isZero();
    assertThat(heard).isEmpty();
  }

  @Test
  void loops_endAtTheFourthRouter() {
    for (Tier tier : Tier.values()) {
      TestHead head = TestHead.get("/status");
      assertThat(decide(tier, fromEdge(head.with("Turnout-Hops", "3"))).cell()).hasValue("us-1");
      for (String hops : List.of("4", "5", "999999999999999")) {
        RouteDecision decision = decide(tier, fromEdge(head.with("Turnout-Hops", hops)));
        assertThat(decision.outcome()).isEqualTo(Outcome.REJECT);
        assertThat(decision.status()).hasValue(508);
        assertThat(decision.reason()).hasValue(Reason.LOOP);
        assertThat(decision.rule()).isEmpty();
        assertThat(decision.rulesVersion()).isEqualTo(rules.version());
      }
    }
  }

  @Test
  void tierThatHandsOn_findsKeysItself() {
    RouteDecision decision =
        decide(
            Tier.EDGE,
            fromEdge(
                TestHead.get("/")
                    .with(KEY, key("business:7", "header"))
                    .with("Turnout-Client", "\"192.0.2.1\"")
                    .with("Turnout-Hops", "1")
                    .with("X-Business-Id", "8")));

    assertThat(decision.key().orElseThrow().value()).isEqualTo("8");
    assertThat(decision.client().address()).isEmpty();
    assertThat(decision.client().hops()).isEqualTo(1);
  }

  @Test
  void handedOver_isWhatTheNextRouterReads() {
    CellRouter edge =
        CellRouter.builder(rules, resolver).tier(Tier.EDGE).onMiss(OnMiss.HAND_ON).build();
    TestHead asked = TestHead.get("/").with("X-Business-Id", "8%");
    RequestHead head = FromPeer.at("10.9.0.1", asked);
    RouteDecision decision = edge.begin(head).decisionNow();
    TestHead next = TestHead.get("/");
    for (HeaderField field : edge.handOver(head, decision).fields()) {
      next = next.with(field.name(), field.value());
    }

    assertThat(decision.outcome()).isEqualTo(Outcome.AUTHORITY);
    RouteDecision again = handed(next);
    assertThat(again.key()).isEqualTo(decision.key());
    assertThat(again.source()).hasValue("edge");
    assertThat(again.client().address().orElseThrow().getHostAddress()).isEqualTo("10.9.0.1");
    assertThat(again.client().tags()).containsExactly("via-cdn");
    assertThat(again.client().hops()).isEqualTo(1);
    assertThat(heard).containsExactly("our-edge miss");
    assertThatThrownBy(() -> edge.handOver(head, again))
        .hasMessage("a request is handed over by outcome authority, not cell");
  }

  @Test
  void explanation_tellsTheWayOfAKeyThatIsTaken() {
    CellRouter router = CellRouter.builder(rules, resolver).tier(Tier.AUTHORITY).build();
    Explanation taken =
        explain(router, TestHead.get("/direct").with(KEY, key("business:7", "header")));
    Explanation notTaken =
        explain(
            router,
            TestHead.get("/x").with(KEY, key("business:7", "none")).with("X-Business-Id", "8"));

    assertThat(taken.decision().source()).hasValue("edge");
    assertThat(taken.steps())
        .extracting(Explanation.Step::rule)
        .containsExactly("direct", "header");
    assertThat(taken.steps().get(1).conditions()).hasSize(2);
    assertThat(taken.steps().get(1).sources()).isEmpty();
    assertThat(notTaken.steps().get(0).conditions()).hasSize(2);
    assertThat(notTaken.steps().get(0).sources()).hasSize(1);
  }

  private static Explanation explain(CellRouter router, TestHead head) {
    return Explanation.of(router, fromEdge(head), ByteBuffer.allocate(0))
        .toCompletableFuture()
        .join();
  }

  @Test
  void explanation_saysThatKeysAreAbsent() {
    RuleSet keyless =
        RuleSet.parse(
            """
            turnout: 1
            jwt: { t: { token: { header: X-T }, verify: { secret: "env:NO", algorithms: [HS256] } } }
            rules: [ { name: r, key: { namespace: n, from: [ { header: X-A }, { jwt: { token: t, claim: sub } } ] } } ]
            """,
            Path.of(""),
            Keys.ofProcess().without("t"));
    Explanation explanation =
        explain(CellRouter.builder(keyless, resolver).tier(Tier.EDGE).build(), TestHead.get("/"));

    assertThat(explanation.decision().reason()).hasValue(Reason.NO_KEY);
    assertThat(explanation.steps().get(0).sources().get(1).why())
        .hasValue("the keys of the token are not here");
  }
}
