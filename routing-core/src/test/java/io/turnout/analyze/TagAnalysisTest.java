// SPDX-License-Identifier: Apache-2.0
package io.turnout.analyze;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.analyze.Shadowing.Finding;
import io.turnout.analyze.Shadowing.Status;
import io.turnout.rules.Keys;
import io.turnout.rules.RuleSet;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What the analyses say where tags are asked for. */
class TagAnalysisTest {

  private static final String TAGS =
      """
      turnout: 1
      edges: [ { name: cdn, cidr: [10.9.0.0/16] } ]
      tags:
        internal: { cidr: [10.0.0.0/8] }
        bot: { user-agent: { contains: bot } }
      """;
  private static final String SECRET = "0123456789abcdef0123456789abcdef";

  private static RuleSet parse(String text) {
    return RuleSet.parse(text, Path.of(""), Keys.of(name -> Optional.of(SECRET)));
  }

  private static RuleSet rules(String... rules) {
    return parse(TAGS + "rules:\n" + String.join("\n", rules) + "\n");
  }

  private static List<Finding> findings(String... rules) {
    return Shadowing.of(rules(rules)).findings();
  }

  private static final String INSIDE =
      "- { name: inside, when: { path: /admin/** }, unless: { tag: internal }, then: reject 403 }";

  @Test
  void witness_hasTheTagThatItTakes() {
    List<Finding> findings =
        findings(INSIDE, "- { name: admin, when: { path: /admin/** }, then: reject 404 }");
    assertThat(findings.get(0).witness().orElseThrow().tags()).isEmpty();
    ExampleRequest witness = findings.get(1).witness().orElseThrow();
    assertThat(witness.tags()).containsExactly("internal");
    assertThat(witness).hasToString("GET /admin, with tag internal");
    assertThat(findings.get(1).status()).isEqualTo(Status.PARTLY);
  }

  @Test
  void witness_hasOneOfTheTags_thatNoEarlierRuleTakes() {
    List<Finding> findings =
        findings(
            "- { name: one, when: { tag: internal }, then: reject 403 }",
            "- { name: two, when: { tag: [internal, bot, via-cdn] }, then: reject 404 }",
            "- { name: three, when: { tag: [via-cdn, bot] }, then: reject 405 }");
    assertThat(findings.get(1).witness().orElseThrow().tags()).containsExactly("bot");
    assertThat(findings.get(2).status()).isEqualTo(Status.DEAD);
    assertThat(findings.get(2).shadowedBy()).containsExactly("two");
  }

  @Test
  void tagsThatExcludeEachOther_leaveNothing() {
    assertThat(
            findings(
                    "- { name: never, when: { tag: bot }, unless: { tag: [internal, bot] }, then:"
                        + " reject 403 }")
                .get(0)
                .status())
        .isEqualTo(Status.DEAD);
  }

  @Test
  void several_areNamedInOrder() {
    ExampleRequest witness =
        findings(
                "- { name: a, when: { tag: bot }, unless: { tag: internal }, then: reject 403 }",
                "- { name: b, when: { tag: bot }, then: reject 404 }")
            .get(1)
            .witness()
            .orElseThrow();
    assertThat(witness).hasToString("GET /, with tags bot, internal");
  }

  @Test
  void conditionThatWantsAnotherTag_isAClassWithAnExample() {
    RuleDiff diff =
        RuleDiff.between(
            rules("- { name: a, when: { tag: bot }, then: reject 403 }"),
            rules("- { name: a, when: { tag: internal }, then: reject 403 }"));
    assertThat(diff.changes())
        .extracting(change -> change.example().orElseThrow().toString())
        .containsExactlyInAnyOrder("GET /, with tag bot", "GET /, with tag internal");
    assertThat(diff.changedTags()).isEmpty();
    assertThat(diff.complete()).isTrue();
  }

  @Test
  void equalTagsEdgesAndSplits_areEqual() {
    String more =
        """
        turnout: 1
        edges:
          - name: cdn
            signature: { keys: [ { id: k1, secret: "env:KEY" } ], covers: ["@method"], max-age: 60s }
        tags: { any: { user-agent: { contains: bot } }, all: { cidr: [10.0.0.0/8] } }
        splits:
          - name: web
            id: { cookie: rid, max-age: 30m }
            sticky: session
            keys: [ { id: s1, secret: "env:KEY" } ]
            stages: [ { name: a, weight: 1 }, { name: b, weight: %s } ]
        rules: []
        """;
    RuleSet file = parse(more.formatted("2"));
    assertThat(RuleDiff.between(file, parse(more.formatted("2"))).isEmpty()).isTrue();
    RuleSet otherKeys =
        RuleSet.parse(
            more.formatted("2"), Path.of(""), Keys.of(name -> Optional.of("other " + SECRET)));
    RuleDiff keys = RuleDiff.between(file, otherKeys);
    assertThat(keys.changedEdges()).containsExactly("cdn");
    assertThat(keys.changedSplits()).containsExactly("web");
    RuleDiff weights = RuleDiff.between(file, parse(more.formatted("3")));
    assertThat(weights.changedSplits()).containsExactly("web");
    assertThat(weights.changedEdges()).isEmpty();
    assertThat(weights.isEmpty()).isFalse();
  }

  @Test
  void tagOfOtherAddressesOrAgents_isToldAsChanged() {
    RuleSet before = rules("- { name: a, when: { tag: bot }, then: reject 403 }");
    String text = TAGS + "rules: [ { name: a, when: { tag: bot }, then: reject 403 } ]\n";
    RuleDiff addresses = RuleDiff.between(before, parse(text.replace("10.0.0.0/8", "10.0.0.0/9")));
    assertThat(addresses.changedTags()).containsExactly("internal");
    assertThat(addresses.changes()).isEmpty();
    assertThat(addresses.isEmpty()).isFalse();
    RuleDiff agents = RuleDiff.between(before, parse(text.replace("contains: bot", "suffix: bot")));
    assertThat(agents.changedTags()).containsExactly("bot");
    RuleDiff gone = RuleDiff.between(before, parse(text.replaceAll(" *internal.*\n", "")));
    assertThat(gone.changedTags()).containsExactly("internal");
    assertThat(RuleDiff.between(before, parse(text)).isEmpty()).isTrue();
  }

  private static List<SplitNote> notes(String before, String after) {
    String split =
        """
        splits:
          - name: web
            when: { tag: internal }
            id: { cookie: rid, max-age: 30m }
            sticky: hash
            stages: [ { name: a, weight: 1 } ]
        rules: []
        """;
    return SplitPlan.between(parse(before + split), parse(after + split)).changes().get(0).notes();
  }

  @Test
  void split_tellsThatATagForWhichItAsksMayMove() {
    assertThat(notes(TAGS, TAGS)).isEmpty();
    assertThat(notes(TAGS, TAGS.replace("contains: bot", "contains: bots"))).isEmpty();
    assertThat(notes(TAGS, TAGS.replace("10.0.0.0/8", "10.0.0.0/9")))
        .extracting(SplitNote::kind)
        .containsExactly(SplitNote.Kind.TAGS);
    assertThat(notes(TAGS, TAGS.replace("10.9.0.0/16", "10.8.0.0/16")))
        .extracting(SplitNote::text)
        .containsExactly(
            "Tags or edges change: internal, for which it asks, may be on other requests than"
                + " before.");
  }

  @Test
  void conditionOnATag_costsNothing() {
    RuleCost.Cost cost = RuleCost.of(rules(INSIDE)).costs().get(0);
    assertThat(cost.isNothing()).isTrue();
    assertThat(cost.payers()).hasToString("path: /admin/**; unless tag: internal");
  }
}
