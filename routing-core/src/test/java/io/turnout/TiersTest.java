// SPDX-License-Identifier: Apache-2.0
package io.turnout;

import static org.assertj.core.api.Assertions.assertThat;

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
import io.turnout.resolve.Resolution;
import io.turnout.rules.RuleSet;
import io.turnout.spi.AuthorityAnswer;
import io.turnout.spi.RouteAuthority;
import io.turnout.spi.RouteKey;
import io.turnout.spi.VirtualTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An edge that hands misses on to an authority tier, and learns from its answers. */
class TiersTest {

  private static final String RULES =
      """
      turnout: 1
      edges: [ { name: our-edge, router: true, tls: { san: edge.internal } } ]
      rules:
        - { name: fixed, when: { path: /fixed }, then: cell us-1 }
        - { name: direct, cell-from: { from: [ { header: X-Cell } ] } }
        - { name: id, key: { namespace: business, from: [ { header: X-Id } ] }, unknown-key: cell us-2 }
      cells: [us-1, us-2, eu-1]
      """;
  private static final RuleSet RULE_SET = RuleSet.parse(RULES, Path.of(""));
  private static final RouteKey KEY = RouteKey.parse("business:1");
  private static final RequestHead HEAD = TestHead.get("/").with("X-Id", "1");

  private final VirtualTime time = new VirtualTime(1_000_000);
  private final Map<RouteKey, AuthorityAnswer> truth = new HashMap<>();
  private final List<String> asked = new ArrayList<>();
  private final List<String> ignored = new ArrayList<>();
  private final CellResolver near = resolver(this::unasked);
  private final CellResolver far = resolver(this::lookUp);
  private final CellRouter edge =
      CellRouter.builder(RULE_SET, near)
          .tier(Tier.EDGE)
          .onMiss(OnMiss.HAND_ON)
          .protocolListener(
              new ProtocolListener() {
                @Override
                public void onIgnored(String field, FieldMistake mistake) {
                  ignored.add(field + " " + mistake.word());
                }
              })
          .build();
  private final CellRouter authority =
      CellRouter.builder(RULE_SET, far).tier(Tier.AUTHORITY).build();

  private CellResolver resolver(RouteAuthority of) {
    return CellResolver.builder(of)
        .nearCache(100)
        .clock(time)
        .scheduler(time)
        .freshnessSpread(0)
        .build();
  }

  private CompletionStage<AuthorityAnswer> unasked(RouteKey key, long atLeast) {
    return CompletableFuture.failedFuture(new IllegalStateException("an edge does not look up"));
  }

  private CompletionStage<AuthorityAnswer> lookUp(RouteKey key, long atLeast) {
    asked.add(key.text() + " " + atLeast);
    AuthorityAnswer answer = truth.get(key);
    return answer == null
        ? CompletableFuture.failedFuture(new IllegalStateException("down"))
        : CompletableFuture.completedFuture(answer);
  }

  @AfterEach
  void closeResolvers() {
    near.close();
    far.close();
  }

  private void at(String cell, long version) {
    truth.put(
        KEY,
        new AuthorityAnswer.Known(KEY, cell, version, Duration.ofMinutes(5), Duration.ofHours(1)));
  }

  private RouteDecision edgeSays(RequestHead head) {
    return edge.begin(head).decisionNow();
  }

  private RequestHead passedOn(Handover handover) {
    TestHead next = TestHead.get("/").with("X-Id", "1");
    for (HeaderField field : handover.fields()) {
      next = next.with(field.name(), field.value());
    }
    return FromPeer.named(List.of("edge.internal"), next);
  }

  private RouteDecision authoritySays(Handover handover) {
    RoutingAttempt attempt = authority.begin(passedOn(handover));
    time.settle();
    return attempt.decisionNow();
  }

  private static Function<String, List<String>> answer(Optional<HeaderField> teaching) {
    return answer(teaching.map(HeaderField::value).map(List::of).orElse(List.of()));
  }

  private static Function<String, List<String>> answer(List<String> routes) {
    return name -> name.equals("turnout-route") ? routes : List.of();
  }

  /** Hands a miss on, and learns from the answer. */
  private RouteDecision handOn() {
    RouteDecision missed = edgeSays(HEAD);
    assertThat(missed.outcome()).isEqualTo(Outcome.AUTHORITY);
    Handover handover = edge.handOver(HEAD, missed);
    RouteDecision decision = authoritySays(handover);
    handover.learn(answer(authority.teaching(decision)));
    return decision;
  }

  @Test
  void miss_isHandedOnAndTheAnswerLearnt() {
    at("us-1", 7);
    assertThat(handOn().cell()).hasValue("us-1");

    RouteDecision known = edgeSays(HEAD);
    assertThat(known.cell()).hasValue("us-1");
    assertThat(known.resolution().orElseThrow().held().orElseThrow().version()).isEqualTo(7);
  }

  @Test
  void lifeThatIsLearnt_isNoLongerThanTheAuthorityHasIt() {
    at("us-1", 7);
    far.resolve(KEY);
    time.advance(Duration.ofMinutes(2));
    RouteDecision missed = edgeSays(HEAD);
    Handover handover = edge.handOver(HEAD, missed);
    time.advance(Duration.ofMinutes(1));
    RouteDecision decision = authoritySays(handover);
    handover.learn(answer(authority.teaching(decision)));
    time.advance(Duration.ofMinutes(1).minusMillis(1));

    assertThat(edgeSays(HEAD).resolution().orElseThrow().kind()).isEqualTo(Resolution.Kind.FRESH);
    time.advance(Duration.ofMillis(1));
    assertThat(edgeSays(HEAD).resolution().orElseThrow().kind()).isEqualTo(Resolution.Kind.STALE);
  }

  @Test
  void unknownKey_isLearntToo() {
    truth.put(
        KEY, new AuthorityAnswer.Unknown(KEY, 3, Duration.ofSeconds(30), Duration.ofSeconds(60)));
    RouteDecision there = handOn();

    assertThat(there.reason()).hasValue(Reason.UNKNOWN_KEY);
    assertThat(edgeSays(HEAD).reason()).hasValue(Reason.UNKNOWN_KEY);
    assertThat(edgeSays(HEAD).cell()).hasValue("us-2");
  }

  @Test
  void noProvenRouter_isTaughtNothing() {
    at("us-1", 7);
    RoutingAttempt direct = authority.begin(HEAD);
    time.settle();

    assertThat(direct.decisionNow().cell()).hasValue("us-1");
    assertThat(authority.teaching(direct.decisionNow())).isEmpty();
  }

  @Test
  void whatWasNotResolvedOrFailed_teachesNothing() {
    RequestHead fixed = FromPeer.named(List.of("edge.internal"), TestHead.get("/fixed"));
    assertThat(authority.teaching(authority.begin(fixed).decisionNow())).isEmpty();
    assertThat(handOn().reason()).hasValue(Reason.UNAVAILABLE);
    at("elsewhere", 1);
    assertThat(handOn().reason()).hasValue(Reason.UNAVAILABLE);
    assertThat(edgeSays(HEAD).outcome()).isEqualTo(Outcome.AUTHORITY);
  }

  @Test
  void answerWithAge_teachesNothing() {
    Handover handover = edge.handOver(HEAD, edgeSays(HEAD));
    String route = "\"business:1\";cell=\"us-1\";fresh-for=10;expire-after=20;version=1";
    handover.learn(name -> name.equals("age") ? List.of("0") : List.of(route));

    assertThat(edgeSays(HEAD).outcome()).isEqualTo(Outcome.AUTHORITY);
    handover.learn(answer(List.of(route)));
    assertThat(edgeSays(HEAD).cell()).hasValue("us-1");
  }

  @Test
  void severalKeys_areAllLearnt() {
    Handover handover = edge.handOver(HEAD, edgeSays(HEAD));
    handover.learn(
        answer(
            List.of(
                "\"business:2\";cell=\"us-2\";fresh-for=10;expire-after=20;version=1",
                "\"business:1\";cell=\"us-1\";fresh-for=10;expire-after=20;version=1")));

    assertThat(edgeSays(HEAD).cell()).hasValue("us-1");
    assertThat(edgeSays(TestHead.get("/").with("X-Id", "2")).cell()).hasValue("us-2");
  }

  @Test
  void brokenField_isIgnoredAsAWhole() {
    Handover handover = edge.handOver(HEAD, edgeSays(HEAD));
    handover.learn(
        answer(
            List.of(
                "\"business:1\";cell=\"us-1\";fresh-for=10;expire-after=20;version=1",
                "\"business:2\";cell=\"US\";fresh-for=10;expire-after=20;version=1")));

    assertThat(edgeSays(HEAD).outcome()).isEqualTo(Outcome.AUTHORITY);
    assertThat(ignored).containsExactly("Turnout-Route out-of-bounds");
  }

  @Test
  void cellThatTheEdgeDoesNotKnow_isNotLearntNorIsWhatWasBefore() {
    at("us-1", 7);
    handOn();
    Handover handover = edge.handOver(HEAD, edgeSays(HEAD).handedOn());
    handover.learn(
        answer(List.of("\"business:1\";cell=\"ap-1\";fresh-for=10;expire-after=20;version=8")));

    assertThat(ignored).containsExactly("Turnout-Route out-of-bounds");
    assertThat(edgeSays(HEAD).outcome()).isEqualTo(Outcome.AUTHORITY);
  }

  @Test
  void wrongCell_isCorrectedByTheAuthority() {
    at("us-1", 7);
    RouteDecision wrong = handOn();
    at("eu-1", 8);
    CompletableFuture<Optional<RouteDecision>> corrected =
        authority.correct(wrong).toCompletableFuture();
    time.settle();

    RouteDecision right = corrected.join().orElseThrow();
    assertThat(right.cell()).hasValue("eu-1");
    assertThat(right.rule()).hasValue("id");
    assertThat(right.client()).isEqualTo(wrong.client());
    assertThat(asked).containsExactly("business:1 0", "business:1 8");
    assertThat(authority.teaching(right).orElseThrow().value())
        .startsWith("\"business:1\";cell=\"eu-1\";");
  }

  @Test
  void wrongCellAtTheEdge_isHandedOnWithItsKey() {
    at("us-1", 7);
    handOn();
    RouteDecision wrong = edgeSays(HEAD);
    RouteDecision instead = edge.correct(wrong).toCompletableFuture().join().orElseThrow();

    assertThat(instead.outcome()).isEqualTo(Outcome.AUTHORITY);
    assertThat(instead.reason()).hasValue(Reason.WRONG_CELL);
    assertThat(edge.handOver(HEAD, instead).fields())
        .contains(new HeaderField("Turnout-Reason", "wrong-cell"))
        .anyMatch(field -> field.name().equals("Turnout-Key"));
    assertThat(edgeSays(HEAD).outcome()).isEqualTo(Outcome.AUTHORITY);
  }

  @Test
  void newerVersionAtTheEdge_isUsedInstead() {
    at("us-1", 7);
    handOn();
    RouteDecision wrong = edgeSays(HEAD);
    edge.handOver(HEAD, wrong.handedOn())
        .learn(
            answer(List.of("\"business:1\";cell=\"eu-1\";fresh-for=10;expire-after=20;version=8")));

    assertThat(edge.correct(wrong).toCompletableFuture().join().orElseThrow().cell())
        .hasValue("eu-1");
  }

  @Test
  void noBetterCell_leavesTheAnswerOfTheFirst() {
    at("us-1", 7);
    RouteDecision wrong = handOn();
    CompletableFuture<Optional<RouteDecision>> same =
        authority.correct(wrong).toCompletableFuture();
    time.settle();
    assertThat(same).isCompletedWithValue(Optional.empty());

    time.advance(Duration.ofSeconds(1));
    at("elsewhere", 8);
    CompletableFuture<Optional<RouteDecision>> unlisted =
        authority.correct(wrong).toCompletableFuture();
    time.settle();
    assertThat(unlisted).isCompletedWithValue(Optional.empty());

    time.advance(Duration.ofSeconds(1));
    truth.clear();
    CompletableFuture<Optional<RouteDecision>> down =
        authority.correct(wrong).toCompletableFuture();
    time.settle();
    assertThat(down).isCompletedWithValue(Optional.empty());
  }

  @Test
  void whatNoEntryNamed_isNotCorrected() {
    RouteDecision fixed = edgeSays(TestHead.get("/fixed"));
    RouteDecision direct = edgeSays(TestHead.get("/").with("X-Cell", "eu-1"));
    RouteDecision missed = edgeSays(HEAD);

    for (RouteDecision decision : List.of(fixed, direct, missed)) {
      assertThat(edge.correct(decision)).isCompletedWithValue(Optional.empty());
    }
  }

  @Test
  void cellForUnknownKeys_isCorrectedOnceTheKeyIsKnown() {
    truth.put(
        KEY, new AuthorityAnswer.Unknown(KEY, 3, Duration.ofSeconds(30), Duration.ofSeconds(60)));
    RouteDecision wrong = handOn();
    at("eu-1", 4);
    CompletableFuture<Optional<RouteDecision>> corrected =
        authority.correct(wrong).toCompletableFuture();
    time.settle();

    assertThat(corrected.join().orElseThrow().cell()).hasValue("eu-1");
    assertThat(corrected.join().orElseThrow().reason()).isEmpty();
  }
}
