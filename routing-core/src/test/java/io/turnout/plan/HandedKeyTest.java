// SPDX-License-Identifier: Apache-2.0
package io.turnout.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.Seeds;
import io.turnout.plan.TierTraits.HandingOn;
import io.turnout.protocol.HandedKey;
import io.turnout.request.Request;
import io.turnout.request.RequestHead;
import io.turnout.request.TestHead;
import io.turnout.rules.RuleSet;
import io.turnout.spi.RouteClock;
import io.turnout.spi.RouteKey;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Which keys of another router are taken, held against a reading of the rules one by one. */
class HandedKeyTest {

  private static final List<String> CONDITIONS =
      List.of(
          "method: POST",
          "path: /a",
          "path: [/b/**, \"/{x}\"]",
          "host: \"*.x\"",
          "header: { X-A: b }",
          "header: { X-A: { present: false } }",
          "query: { q: { prefix: a } }");
  private static final List<String> EFFECTS =
      List.of(
          "then: cell c",
          "then: authority",
          "cell-from: { from: [ { header: X-C } ] }",
          "key: { namespace: n, from: [ { header: X-K } ] }",
          "key: { namespace: m, from: [ { body: { json: /k } } ] }");

  private static <T> T pick(Random random, List<T> from) {
    return from.get(random.nextInt(from.size()));
  }

  private static RulePlan plan(Random random) {
    StringBuilder text =
        new StringBuilder("turnout: 1\ncells: [c]\nedges: [ { name: e, router: true, ");
    text.append("cidr: [10.0.0.0/8] } ]\nrules:\n");
    for (int i = 0; i < 8; i++) {
      text.append("  - { name: r").append(i).append(", ");
      if (random.nextInt(4) > 0) {
        text.append("when: { ").append(pick(random, CONDITIONS)).append(" }, ");
      }
      if (random.nextInt(4) == 0) {
        text.append("unless: { ").append(pick(random, CONDITIONS)).append(" }, ");
      }
      int effect = random.nextInt(3) == 0 ? random.nextInt(2) : 2 + random.nextInt(3);
      text.append(EFFECTS.get(effect)).append(" }\n");
    }
    return RuleSet.parse(text.toString(), Path.of("")).plan();
  }

  private static RequestHead head(Random random) {
    TestHead head =
        TestHead.of(
            pick(random, List.of("GET", "POST")),
            pick(random, List.of("/a", "/b/c", "/d?q=ab", "/%zz", "*", "/")));
    head = random.nextBoolean() ? head.with("X-A", pick(random, List.of("b", "c"))) : head;
    return random.nextBoolean() ? head.with("Host", pick(random, List.of("a.x", "y"))) : head;
  }

  /** Whether the key is taken, by the words of the reference. */
  private static boolean naive(RulePlan plan, RequestHead head, HandedKey key) {
    boolean malformed = Request.of(head).target().isMalformed();
    boolean sameRules = key.rules().map(plan.version()::equals).orElse(true);
    for (PlannedRule rule : plan.rules()) {
      if (malformed && rule.indexed().looksAtPath()) {
        return false;
      }
      boolean applies = rule.applies(Request.of(head));
      if (rule.name().equals(key.rule())) {
        return sameRules
            && applies
            && rule.effect() instanceof RuleEffect.FindKey find
            && find.extractor().namespace().equals(key.key().namespace());
      }
      if (applies
          && rule.effect() instanceof RuleEffect.Then then
          && !(then.action() instanceof Action.ToAuthority)) {
        return false;
      }
    }
    return false;
  }

  @Test
  void keys_areTakenAsTheReferenceSays() {
    long taken =
        Seeds.sum(
            1_500,
            random -> {
              int found = 0;
              RulePlan plan = plan(random);
              TierPlan tier =
                  TierPlan.of(plan, TierTraits.of(HandingOn.IMPOSSIBLE, RouteClock.system()));
              for (int i = 0; i < 12; i++) {
                RequestHead head = head(random);
                HandedKey key =
                    new HandedKey(
                        new RouteKey(pick(random, List.of("n", "m", "o")), "1"),
                        "r" + random.nextInt(9),
                        pick(
                            random,
                            List.of(
                                Optional.empty(),
                                Optional.of(plan.version()),
                                Optional.of("other"))));
                Judgement judged = tier.judge(Request.of(head), key);
                assertThat(judged != null)
                    .as("%s of %s by %s", key, head, plan.rules())
                    .isEqualTo(naive(plan, head, key));
                if (judged instanceof Judgement.Key believed) {
                  assertThat(believed.key()).isEqualTo(key.key());
                  assertThat(believed.keyGrounds().found().rule()).hasValue(key.rule());
                  assertThat(believed.keyGrounds().found().source()).hasValue("edge");
                  found++;
                }
              }
              return found;
            });
    assertThat(taken).isGreaterThan(500);
  }

  @Test
  void tierThatHandsOn_takesNone() {
    RulePlan plan =
        RuleSet.parse(
                """
                turnout: 1
                edges: [ { name: e, router: true, cidr: [10.0.0.0/8] } ]
                rules: [ { name: r, key: { namespace: n, from: [ { header: X-K } ] } } ]
                """,
                Path.of(""))
            .plan();
    HandedKey key = new HandedKey(new RouteKey("n", "1"), "r", Optional.empty());
    Request request = TestHead.get("/").request();

    assertThat(
            TierPlan.of(plan, TierTraits.of(HandingOn.POSSIBLE, RouteClock.system()))
                .judge(request, key))
        .isNull();
    assertThat(
            TierPlan.of(plan, TierTraits.of(HandingOn.IMPOSSIBLE, RouteClock.system()))
                .judge(request, key))
        .isNotNull();
  }
}
