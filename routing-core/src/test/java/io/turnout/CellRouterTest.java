// SPDX-License-Identifier: Apache-2.0
package io.turnout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.turnout.decision.Outcome;
import io.turnout.decision.Reason;
import io.turnout.decision.RouteDecision;
import io.turnout.extract.UnreadableCause;
import io.turnout.request.TestHead;
import io.turnout.resolve.CellResolver;
import io.turnout.resolve.Resolution;
import io.turnout.rules.RuleSet;
import io.turnout.spi.AuthorityAnswer;
import io.turnout.spi.RouteAuthority;
import io.turnout.spi.RouteKey;
import io.turnout.spi.VirtualTime;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CellRouterTest {

  private static final String RULES =
      """
      turnout: 1
      rules:
        - name: header
          key: { namespace: business, from: [ { header: X-Business-Id } ] }
        - name: fixed
          when: { path: /status }
          then: cell us-1
        - name: hand-on
          when: { path: /far }
          then: authority
        - name: body
          when: { path: /hook }
          key: { namespace: account, from: [ { body: { json: /id, limit: 64 } } ] }
          unknown-key: cell us-9
      outcomes:
        no-rule: [authority, reject 404]
        unreadable-body: [authority, reject 413]
        unavailable: reject 503
      """;

  private final VirtualTime time = new VirtualTime(0);
  private final Map<RouteKey, CompletableFuture<AuthorityAnswer>> asked = new HashMap<>();
  private final RouteAuthority authority =
      (key, atLeast) -> asked.computeIfAbsent(key, missing -> new CompletableFuture<>());
  private final CellResolver resolver =
      CellResolver.builder(authority).nearCache(100).clock(time).scheduler(time).build();
  private final RuleSet rules = RuleSet.parse(RULES, Path.of(""));

  @AfterEach
  void closeResolver() {
    resolver.close();
  }

  @Test
  void rule_decidesAtOnce() {
    RoutingAttempt attempt = router().begin(TestHead.get("/status"));

    assertThat(attempt.isDecided()).isTrue();
    assertThat(attempt.needsBody()).isFalse();
    RouteDecision decision = attempt.decisionNow();
    assertThat(decision.outcome()).isEqualTo(Outcome.CELL);
    assertThat(decision.cell()).contains("us-1");
    assertThat(decision.rule()).contains("fixed");
    assertThat(decision.reason()).isEmpty();
    assertThat(decision.rulesVersion()).isEqualTo(rules.version());
    assertThat(attempt.decision().toCompletableFuture()).isCompletedWithValue(decision);
  }

  @Test
  void miss_waitsForTheAuthority() {
    RoutingAttempt attempt = router().begin(TestHead.get("/").with("x-business-id", "1"));

    assertThat(attempt.isDecided()).isFalse();
    assertThatThrownBy(attempt::decisionNow)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("not decided yet");
    answer("business:1", "eu-1");
    RouteDecision decision = attempt.decisionNow();
    assertThat(decision.cell()).contains("eu-1");
    assertThat(decision.key()).contains(RouteKey.parse("business:1"));
    assertThat(decision.source()).contains("header");
    assertThat(decision.resolution().orElseThrow().layer()).isEqualTo(Resolution.AUTHORITY);
  }

  @Test
  void hit_isDecidedAtOnce() {
    CellRouter router = router();
    router.begin(TestHead.get("/").with("x-business-id", "1"));
    answer("business:1", "eu-1");

    RouteDecision decision =
        router.begin(TestHead.get("/").with("x-business-id", "1")).decisionNow();

    assertThat(decision.resolution().orElseThrow().kind()).isEqualTo(Resolution.Kind.FRESH);
    assertThat(decision.resolution().orElseThrow().layer()).isEqualTo(Resolution.NEAR);
  }

  @Test
  void authorityThatFails_isUnavailable() {
    RoutingAttempt attempt = router().begin(TestHead.get("/").with("x-business-id", "1"));

    future("business:1").completeExceptionally(new IllegalStateException("away"));
    time.settle();

    RouteDecision decision = attempt.decisionNow();
    assertThat(decision.status()).hasValue(503);
    assertThat(decision.reason()).contains(Reason.UNAVAILABLE);
    assertThat(decision.key()).contains(RouteKey.parse("business:1"));
  }

  @Test
  void authorityThatHangs_isUnavailableAfterItsTimeout() {
    RoutingAttempt attempt = router().begin(TestHead.get("/").with("x-business-id", "1"));

    time.advance(Duration.ofMillis(249));
    assertThat(attempt.isDecided()).isFalse();
    time.advance(Duration.ofMillis(1));
    assertThat(attempt.decisionNow().reason()).contains(Reason.UNAVAILABLE);
  }

  @Test
  void body_isAskedForNoFurtherThanNeeded() {
    RoutingAttempt attempt = router().begin(TestHead.post("/hook"));

    assertThat(attempt.needsBody()).isTrue();
    attempt.offer(bytes("{\"id\":"));
    assertThat(attempt.needsBody()).isTrue();
    ByteBuffer piece = bytes("\"7\", and what follows is no JSON");
    attempt.offer(piece);
    assertThat(attempt.needsBody()).isFalse();
    assertThat(piece.position()).isZero();
    attempt.offer(bytes("ignored"));
    attempt.end();
    answer("account:7", "eu-1");
    assertThat(attempt.decisionNow().cell()).contains("eu-1");
    assertThat(attempt.decisionNow().bodyRead()).isEqualTo(9);
  }

  @Test
  void unknownKey_takesTheRulesOwnAnswer() {
    RoutingAttempt attempt = router().begin(TestHead.post("/hook"));
    attempt.offer(bytes("{\"id\":8}"));

    RouteKey key = RouteKey.parse("account:8");
    future("account:8")
        .complete(
            new AuthorityAnswer.Unknown(key, 1, Duration.ofSeconds(30), Duration.ofMinutes(1)));
    time.settle();

    assertThat(attempt.decisionNow().cell()).contains("us-9");
    assertThat(attempt.decisionNow().reason()).contains(Reason.UNKNOWN_KEY);
  }

  @Test
  void brokenBody_endsTheSearch() {
    RoutingAttempt attempt = router().begin(TestHead.post("/hook"));

    attempt.offer(bytes("{\"id\":12abc"));

    RouteDecision decision = attempt.decisionNow();
    assertThat(decision.status()).hasValue(413);
    assertThat(decision.reason()).contains(Reason.UNREADABLE_BODY);
    assertThat(decision.detail()).contains(UnreadableCause.BODY_MALFORMED);
    assertThat(decision.rule()).contains("body");
  }

  @Test
  void bodyLimit_isTheSmallerOfRouterAndRule() {
    byte[] late =
        ("{\"x\":\"" + "y".repeat(40) + "\",\"id\":\"7\"}").getBytes(StandardCharsets.UTF_8);

    assertThat(decideWithLimit(late.length - 2, late).reason()).contains(Reason.UNREADABLE_BODY);
    assertThat(decideWithLimit(late.length - 1, late).reason()).isEmpty();
    assertThat(decideWithLimit(1 << 20, late).reason()).isEmpty();
  }

  private RouteDecision decideWithLimit(int limit, byte[] body) {
    RoutingAttempt attempt =
        CellRouter.builder(rules, resolver).bodyLimit(limit).build().begin(TestHead.post("/hook"));
    attempt.offer(ByteBuffer.wrap(body));
    answer("account:7", "eu-1");
    return attempt.decisionNow();
  }

  @Test
  void tiers_takeTheFirstActionTheyCanDo() {
    CellRouter edge = CellRouter.builder(rules, resolver).tier(Tier.EDGE).build();

    assertThat(edge.begin(TestHead.get("/none")).decisionNow().outcome())
        .isEqualTo(Outcome.AUTHORITY);
    assertThat(router().begin(TestHead.get("/none")).decisionNow().status()).hasValue(404);
    assertThat(edge.begin(TestHead.get("/far")).decisionNow().rule()).contains("hand-on");
    assertThat(router().begin(TestHead.get("/far")).decisionNow().rule()).isEmpty();
  }

  @Test
  void edge_handsMissesOnWhereItIsToldTo() {
    CellRouter edge =
        CellRouter.builder(rules, resolver).tier(Tier.EDGE).onMiss(OnMiss.HAND_ON).build();

    RouteDecision decision = edge.begin(TestHead.get("/").with("x-business-id", "1")).decisionNow();

    assertThat(decision.outcome()).isEqualTo(Outcome.AUTHORITY);
    assertThat(decision.reason()).contains(Reason.MISS);
    assertThat(decision.key()).contains(RouteKey.parse("business:1"));
    assertThat(asked).isEmpty();
  }

  @Test
  void expiredEntry_isHandedOnAsExpired() {
    CellRouter.of(rules, resolver).begin(TestHead.get("/").with("x-business-id", "1"));
    answer("business:1", "eu-1");
    time.advance(Duration.ofHours(2));
    CellRouter edge =
        CellRouter.builder(rules, resolver).tier(Tier.EDGE).onMiss(OnMiss.HAND_ON).build();

    RouteDecision decision = edge.begin(TestHead.get("/").with("x-business-id", "1")).decisionNow();

    assertThat(decision.reason()).contains(Reason.EXPIRED);
  }

  @Test
  void contradictingOptions_areRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CellRouter.builder(rules, resolver).onMiss(OnMiss.HAND_ON).build())
        .withMessageContaining("HAND_ON")
        .withMessageContaining("STANDALONE");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CellRouter.builder(rules, resolver).bodyLimit(-1))
        .withMessageContaining("-1");
  }

  @Test
  void cancel_failsTheStageAndNobodyElse() {
    CellRouter router = router();
    RoutingAttempt first = router.begin(TestHead.get("/").with("x-business-id", "1"));
    RoutingAttempt second = router.begin(TestHead.get("/").with("x-business-id", "1"));

    first.cancel();
    answer("business:1", "eu-1");

    assertThat(first.isDecided()).isFalse();
    assertThatThrownBy(() -> first.decision().toCompletableFuture().join())
        .isInstanceOf(CancellationException.class);
    assertThat(second.decisionNow().cell()).contains("eu-1");
  }

  @Test
  void cancel_stopsAskingForTheBody() {
    RoutingAttempt attempt = router().begin(TestHead.post("/hook"));

    attempt.cancel();

    assertThat(attempt.needsBody()).isFalse();
    assertThat(attempt.isDecided()).isFalse();
  }

  @Test
  void stage_cannotBeCompletedFromOutside() {
    RoutingAttempt attempt = router().begin(TestHead.get("/").with("x-business-id", "1"));
    CompletionStage<RouteDecision> stage = attempt.decision();

    stage.toCompletableFuture().cancel(true);
    answer("business:1", "eu-1");

    assertThat(attempt.decisionNow().cell()).contains("eu-1");
  }

  @Test
  void listeners_hearEachDecisionOnceAndHarmNothing() {
    List<RouteDecision> heard = new ArrayList<>();
    CellRouter router =
        CellRouter.builder(rules, resolver)
            .listener(
                (head, decision) -> {
                  throw new IllegalStateException("broken listener");
                })
            .listener(
                (head, decision) -> {
                  throw new AssertionError("badly broken listener");
                })
            .listener((head, decision) -> heard.add(decision))
            .build();

    RouteDecision immediate = router.begin(TestHead.get("/status")).decisionNow();
    RoutingAttempt waiting = router.begin(TestHead.get("/").with("x-business-id", "1"));
    RoutingAttempt cancelled = router.begin(TestHead.get("/").with("x-business-id", "1"));
    cancelled.cancel();
    answer("business:1", "eu-1");

    assertThat(heard).containsExactly(immediate, waiting.decisionNow());
  }

  @Test
  void swap_concernsRequestsThatBeginAfterIt() {
    CellRouter router = router();
    RoutingAttempt before = router.begin(TestHead.post("/hook"));
    RuleSet other =
        RuleSet.parse("turnout: 1\nrules: [ { name: all, then: reject 418 } ]\n", Path.of(""));

    router.swap(other);

    before.offer(bytes("{\"id\":\"7\"}"));
    answer("account:7", "eu-1");
    assertThat(before.decisionNow().rulesVersion()).isEqualTo(rules.version());
    assertThat(router.begin(TestHead.get("/status")).decisionNow().status()).hasValue(418);
    assertThat(router.rules()).isSameAs(other);
  }

  @Test
  void cellOutsideTheFilesList_isAFailedLookUp() {
    RuleSet closed =
        RuleSet.parse(
            """
            turnout: 1
            cells: [us-1]
            rules:
              - name: header
                key: { namespace: business, from: [ { header: X-Business-Id } ] }
            """,
            Path.of(""));
    RoutingAttempt attempt =
        CellRouter.of(closed, resolver).begin(TestHead.get("/").with("x-business-id", "1"));

    answer("business:1", "eu-1");

    assertThat(attempt.decisionNow().reason()).contains(Reason.UNAVAILABLE);
    assertThat(attempt.decisionNow().status()).hasValue(503);
  }

  @Test
  void decision_neverShowsTheKeysValue() {
    RoutingAttempt attempt = router().begin(TestHead.get("/").with("x-business-id", "s3cret"));
    answer("business:s3cret", "eu-1");

    assertThat(attempt.decisionNow())
        .hasToString("cell eu-1, rule header, source header, key business:…, FRESH from authority");
  }

  private CellRouter router() {
    return CellRouter.of(rules, resolver);
  }

  private CompletableFuture<AuthorityAnswer> future(String key) {
    return asked.computeIfAbsent(RouteKey.parse(key), missing -> new CompletableFuture<>());
  }

  private void answer(String key, String cell) {
    future(key)
        .complete(
            new AuthorityAnswer.Known(
                RouteKey.parse(key), cell, 1, Duration.ofMinutes(5), Duration.ofHours(1)));
    time.settle();
  }

  private static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }
}
