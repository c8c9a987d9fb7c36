// SPDX-License-Identifier: Apache-2.0
package io.turnout;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.authority.MemoryAuthority;
import io.turnout.client.EdgeSigner;
import io.turnout.decision.Outcome;
import io.turnout.decision.RouteDecision;
import io.turnout.decision.StageChoice;
import io.turnout.decision.StageChoice.How;
import io.turnout.protocol.HeaderField;
import io.turnout.request.FromPeer;
import io.turnout.request.RequestHead;
import io.turnout.request.TestHead;
import io.turnout.resolve.CellResolver;
import io.turnout.rules.Keys;
import io.turnout.rules.RuleSet;
import io.turnout.spi.AuthorityAnswer;
import io.turnout.spi.RouteKey;
import io.turnout.spi.VirtualTime;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Stages, and who may choose them, from the rule file to the decision. */
class SplitRoutingTest {

  private static final String SECRET = "a secret of more than 32 bytes, for ";
  private static final Keys KEYS = Keys.of(name -> Optional.of(SECRET + name));
  private static final long START_MILLIS = 1_767_225_600_000L;

  private static final String FILE =
      """
      turnout: 1
      edges:
        - name: our-edge
          router: true
          signature: { keys: [ { id: e1, secret: "env:E1" } ] }
      tags: { internal: { cidr: [10.0.0.0/8] } }
      splits:
        - name: web
          when: { host: www.example.com }
          id: { cookie: rid, max-age: 30m }
          pin: { header: X-App-Stage, tag: internal }
          sticky: session
          keys: [ { id: s1, secret: "env:S1" } ]
          stages:
            - { name: canary, weight: 1, labels: { version: "8f2" } }
            - { name: prod, weight: 99, labels: { version: "8e9" } }
            - { name: old, weight: 0 }
            - { name: broken, closed: true }
        - name: api
          when: { path: /api/** }
          id: { cookie: aid, max-age: 1h }
          stages: [ { name: one, weight: 1 }, { name: two, weight: 1 } ]
      rules:
        - { name: closed, when: { path: /admin }, unless: { tag: internal }, then: reject 403 }
        - { name: all, then: cell us-1 }
      """;

  private final VirtualTime time = new VirtualTime(START_MILLIS);
  private final CellResolver resolver = CellResolver.builder(new MemoryAuthority(time)).build();

  private CellRouter router(String file) {
    AtomicInteger ids = new AtomicInteger();
    return CellRouter.builder(RuleSet.parse(file, Path.of(""), KEYS), resolver)
        .clock(time)
        .routingIds(() -> "id-%019d".formatted(ids.incrementAndGet()))
        .build();
  }

  private final CellRouter router = router(FILE);

  private static TestHead get(String target) {
    return TestHead.get(target).with("Host", "www.example.com");
  }

  private static RouteDecision decided(CellRouter router, RequestHead head) {
    return router.begin(head).decisionNow();
  }

  private static String cookie(RouteDecision decision) {
    String set = decision.setCookies().get(0);
    return set.substring(0, set.indexOf(';'));
  }

  @Test
  void newUser_getsAStageAndTheCookieThatKeepsIt() {
    RouteDecision first = decided(router, get("/"));
    assertThat(first.stages()).hasSize(1);
    StageChoice chosen = first.stages().get(0);
    assertThat(chosen.how()).isEqualTo(How.NEW);
    assertThat(first.labels()).isEqualTo(chosen.labels());
    assertThat(first.setCookies()).hasSize(1);
    assertThat(first.setCookies().get(0))
        .startsWith("rid=v1.id-0000000000000000001." + chosen.stage() + '.')
        .endsWith("; Max-Age=1800; Path=/; Secure; HttpOnly; SameSite=Lax");

    String turned = FILE.replace("weight: 99", "weight: 0");
    RouteDecision again = decided(router(turned), get("/").with("Cookie", cookie(first)));
    assertThat(again.stages().get(0).how()).isEqualTo(How.KEPT);
    assertThat(again.stages().get(0).stage()).isEqualTo(chosen.stage());

    String closed =
        FILE.replace(
            "name: " + chosen.stage() + ",", "closed: true, name: " + chosen.stage() + ",");
    RouteDecision moved = decided(router(closed), get("/").with("Cookie", cookie(first)));
    assertThat(moved.stages().get(0).how()).isEqualTo(How.COMPUTED);
    assertThat(moved.stages().get(0).stage()).isNotEqualTo(chosen.stage());
    assertThat(cookie(moved)).contains("id-0000000000000000001." + moved.stages().get(0).stage());
  }

  @Test
  void session_slidesAndEnds() {
    String first = cookie(decided(router, get("/")));
    time.advance(Duration.ofMinutes(29));
    RouteDecision slid = decided(router, get("/").with("Cookie", first));
    assertThat(slid.stages().get(0).how()).isEqualTo(How.KEPT);
    time.advance(Duration.ofMinutes(29));
    assertThat(decided(router, get("/").with("Cookie", cookie(slid))).stages().get(0).how())
        .isEqualTo(How.KEPT);
    assertThat(decided(router, get("/").with("Cookie", first)).stages().get(0).how())
        .isEqualTo(How.NEW);
  }

  @Test
  void pin_isForThoseWhoMay() {
    RequestHead outside = FromPeer.at("8.8.8.8", get("/").with("X-App-Stage", "old"));
    assertThat(decided(router, outside).stages().get(0).how()).isEqualTo(How.NEW);
    RouteDecision pinned =
        decided(router, FromPeer.at("10.1.1.1", get("/").with("X-App-Stage", "old")));
    assertThat(pinned.stages().get(0).how()).isEqualTo(How.PINNED);
    assertThat(pinned.stages().get(0).stage()).isEqualTo("old");
    assertThat(pinned.setCookies()).isEmpty();
    for (String none : List.of("broken", "none", "")) {
      assertThat(
              decided(router, FromPeer.at("10.1.1.1", get("/").with("X-App-Stage", none)))
                  .stages()
                  .get(0)
                  .how())
          .as(none)
          .isEqualTo(How.NEW);
    }
  }

  @Test
  void rejectedRequest_hasNoStage() {
    RouteDecision rejected = decided(router, FromPeer.at("8.8.8.8", get("/admin")));
    assertThat(rejected.outcome()).isEqualTo(Outcome.REJECT);
    assertThat(rejected.stages()).isEmpty();
    assertThat(rejected.setCookies()).isEmpty();
    assertThat(decided(router, FromPeer.at("10.0.0.1", get("/admin"))).cell()).hasValue("us-1");
  }

  @Test
  void severalSplits_eachChoose() {
    RouteDecision both = decided(router, get("/api/x").with("Cookie", "aid=user-7"));
    assertThat(both.stages()).extracting(StageChoice::split).containsExactly("web", "api");
    assertThat(both.stages().get(1).how()).isEqualTo(How.COMPUTED);
    assertThat(both.setCookies()).hasSize(1);
    assertThat(decided(router, TestHead.get("/x").with("Host", "other")).stages()).isEmpty();
  }

  private static final String EDGE_SECRET = SECRET + "E1";

  private EdgeSigner signer(String secret) {
    return EdgeSigner.builder("e1", secret.getBytes(StandardCharsets.UTF_8)).clock(time).build();
  }

  /** What the authority sees of a request that an edge hands on. */
  private TestHead handedOn(TestHead head, String peer, String secret) {
    CellRouter edge =
        CellRouter.builder(
                RuleSet.parse(
                    FILE.replace("then: cell us-1", "then: authority"), Path.of(""), KEYS),
                resolver)
            .tier(Tier.EDGE)
            .clock(time)
            .signer(signer(secret))
            .build();
    RequestHead asCame = FromPeer.at(peer, head);
    RouteDecision decision = decided(edge, asCame);
    TestHead sent = head;
    for (HeaderField field : edge.handOver(asCame, decision).fields()) {
      sent = sent.without(field.name()).with(field.name(), field.value());
    }
    return sent;
  }

  @Test
  void provenRouter_tellsClientTagsAndStages() {
    TestHead sent = handedOn(get("/api/x"), "10.1.2.3", EDGE_SECRET);
    RouteDecision known = decided(router, FromPeer.at("192.0.2.1", sent));
    assertThat(known.client().routerEdge()).hasValue("our-edge");
    assertThat(known.client().tags()).containsExactly("internal");
    assertThat(known.client().address().orElseThrow().getHostAddress()).isEqualTo("10.1.2.3");
    assertThat(known.stages()).extracting(StageChoice::how).containsExactly(How.TOLD, How.TOLD);
    assertThat(known.setCookies()).isEmpty();
    assertThat(known.labels()).containsKey("version");
  }

  @Test
  void wrongSecretOrFieldAddedOnTheWay_isNotBelieved() {
    TestHead forged = handedOn(get("/"), "10.1.2.3", EDGE_SECRET.replace("secret", "Secret"));
    RouteDecision direct = decided(router, FromPeer.at("192.0.2.1", forged));
    assertThat(direct.client().edges()).isEmpty();
    assertThat(direct.client().tags()).isEmpty();
    assertThat(direct.stages().get(0).how()).isEqualTo(How.NEW);

    TestHead added = handedOn(get("/"), "10.1.2.3", EDGE_SECRET).with("Turnout-New", "1");
    RouteDecision doubted = decided(router, FromPeer.at("192.0.2.1", added));
    assertThat(doubted.client().edges()).containsExactly("our-edge");
    assertThat(doubted.client().routerEdge()).isEmpty();
    assertThat(doubted.client().tags()).containsExactly("via-our-edge");
    assertThat(doubted.stages().get(0).how()).isEqualTo(How.NEW);
  }

  @Test
  void clientsOwnSignature_neitherHelpsNorHarms() {
    for (String input :
        List.of("turnout=();created=1;keyid=\"e1\"", "turnout=", "x".repeat(9_000))) {
      TestHead theirs = get("/").with("Signature-Input", input).with("Signature", "turnout=:AAAA:");
      TestHead sent = handedOn(theirs, "10.1.2.3", EDGE_SECRET);
      assertThat(decided(router, FromPeer.at("192.0.2.1", sent)).client().routerEdge())
          .as(input.substring(0, 8))
          .hasValue("our-edge");
    }
  }

  @Test
  void attemptThatWasCancelled_readsItsHeadNoMore() {
    CompletableFuture<AuthorityAnswer> answer = new CompletableFuture<>();
    AtomicInteger made = new AtomicInteger();
    String keyed =
        FILE.replace(
            "{ name: all, then: cell us-1 }",
            "{ name: all, key: { namespace: user, from: [ { header: X-Id } ] } }");
    CellRouter waiting =
        CellRouter.builder(
                RuleSet.parse(keyed, Path.of(""), KEYS),
                CellResolver.builder((key, atLeast) -> answer).clock(time).scheduler(time).build())
            .clock(time)
            .routingIds(() -> "id-%019d".formatted(made.incrementAndGet()))
            .build();
    RoutingAttempt cancelled = waiting.begin(get("/").with("X-Id", "7"));
    RoutingAttempt other = waiting.begin(get("/").with("X-Id", "7"));
    cancelled.cancel();
    answer.complete(
        new AuthorityAnswer.Known(
            RouteKey.parse("user:7"), "us-1", 1, Duration.ofSeconds(30), Duration.ofMinutes(1)));
    assertThat(other.decisionNow().stages()).hasSize(1);
    assertThat(cancelled.isDecided()).isFalse();
    assertThat(made).as("IDs that were made").hasValue(1);
  }
}
