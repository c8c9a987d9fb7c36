// SPDX-License-Identifier: Apache-2.0
package io.turnout.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.document.ProblemCode;
import io.turnout.plan.Judgement;
import io.turnout.plan.TierPlan;
import io.turnout.plan.TierTraits;
import io.turnout.request.Request;
import io.turnout.request.TestHead;
import io.turnout.spi.RouteClock;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ShadowingTest {

  /** Whether a rule with conditions {@code late} is found shadowed by one with {@code early}. */
  private static boolean shadows(String early, String late) {
    return isShadowed(rules(early, "then: reject 404", late));
  }

  private static boolean isShadowed(RuleSet rules) {
    return rules.warnings().stream()
        .anyMatch(warning -> warning.code() == ProblemCode.SHADOWED_RULE);
  }

  private static RuleSet rules(String early, String effect, String late) {
    return RuleSet.parse(
        "turnout: 1\nrules:\n- { name: early, "
            + early
            + effect
            + " }\n- { name: late, "
            + late
            + "key: { namespace: b, from: [ { header: K } ] } }\n",
        Path.of(""));
  }

  private static String when(String conditions) {
    return "when: { " + conditions + " }, ";
  }

  private static void yes(String early, String late) {
    assertThat(shadows(when(early), when(late))).as("%s shadows %s", early, late).isTrue();
  }

  private static void no(String early, String late) {
    assertThat(shadows(when(early), when(late))).as("%s shadows %s", early, late).isFalse();
  }

  @Test
  void ruleWithoutConditions_shadowsAllAfterIt() {
    assertThat(shadows("", "")).isTrue();
    assertThat(shadows("", when("path: /a"))).isTrue();
    assertThat(shadows(when("path: /a"), "")).isFalse();
  }

  /** Rules that have nothing in common but their path, and a last one that the first shadows. */
  private static String alike(int deciding) {
    StringBuilder rules = new StringBuilder("turnout: 1\nrules:\n");
    for (int i = 0; i < deciding; i++) {
      rules.append(
          "- { name: r%d, when: { path: /a/** }, unless: { header: { A: x%d } }, then: reject 404 }\n"
              .formatted(i, i));
    }
    return rules
        + "- { name: last, when: { path: /a/b }, unless: { header: { A: x0 } }, then: reject 400 }\n";
  }

  @Test
  void rulesThatAreAlike_areComparedUpToALimit() {
    int atLimit = (int) Math.sqrt(2.0 * Shadowing.MOST_COMPARISONS);
    assertThat(isShadowed(RuleSet.parse(alike(atLimit), Path.of("")))).isTrue();
    assertThat(isShadowed(RuleSet.parse(alike(atLimit + 2), Path.of("")))).isFalse();
  }

  @Test
  void onlyRulesThatDecideOnEveryTier_shadow() {
    assertThat(isShadowed(rules("", "then: reject 404", ""))).isTrue();
    assertThat(isShadowed(rules("", "then: cell us-1", ""))).isTrue();
    assertThat(isShadowed(rules("", "then: authority", ""))).isFalse();
    assertThat(isShadowed(rules("", "key: { namespace: n, from: [ { query: q } ] }", "")))
        .isFalse();
  }

  @Test
  void listsAndWildcards_containOthers() {
    yes("method: [GET, POST]", "method: POST");
    no("method: GET", "method: [GET, POST]");
    no("method: GET", "method: get");
    yes("host: \"*.a.com\"", "host: [x.a.com, \"*.y.A.com\"]");
    yes("host: A.com", "host: a.com");
    no("host: \"*.a.com\"", "host: a.com");
    no("host: \"*.a.com\"", "host: xa.com");
    no("host: x.a.com", "host: \"*.a.com\"");
    yes("content-type: application/*+json", "content-type: [application/x+json]");
    yes("content-type: A/B", "content-type: a/b");
    no("content-type: application/*+json", "content-type: application/json");
    no("content-type: application/x+json", "content-type: application/*+json");
  }

  @Test
  void pathTemplates_containOthers() {
    yes("path: /a/**", "path: /a/b/c");
    yes("path: /a/**", "path: /a");
    yes("path: /a/**", "path: \"/a/{x}/**\"");
    yes("path: /**", "path: /");
    yes("path: \"/a/{x}\"", "path: \"/a/{y:[0-9/]+}\"");
    yes("path: /a/*", "path: \"/a/{y}.json\"");
    yes("path: /*/b", "path: /a/b");
    yes("path: [/a, \"/b/{x}\"]", "path: [\"/b/c\", /a]");
    yes("path: \"/{a:x}\"", "path: \"/{a:x}\"");
    no("path: /a/*", "path: /a/");
    no("path: /a/*", "path: /a/b/c");
    no("path: /a/*", "path: /a/**");
    no("path: /a", "path: /a/");
    no("path: /a/b/**", "path: /a/**");
    no("path: \"/a/{x:[0-9]+}\"", "path: /a/1");
    no("path: \"/a/{x}.json\"", "path: /a/*");
    no("path: [/a, /b]", "path: [/a, /c]");
  }

  @Test
  void valueTests_containOthers() {
    for (String place : new String[] {"header", "query"}) {
      String start = place + ": { n: ";
      yes(start + "{ prefix: a } }", start + "abc }");
      yes(start + "{ prefix: a } }", start + "{ prefix: ab } }");
      yes(start + "{ contains: b } }", start + "{ prefix: ab } }");
      yes(start + "{ contains: b } }", start + "{ suffix: ab } }");
      yes(start + "{ contains: b } }", start + "{ contains: abc } }");
      yes(start + "{ suffix: c } }", start + "abc }");
      yes(start + "{ regex: \"[a-c]+\" } }", start + "abc }");
      yes(start + "{ regex: \"a+\" } }", start + "{ regex: \"a+\" } }");
      yes(start + "{ present: true } }", start + "{ regex: \"a+\" } }");
      yes(start + "{ present: true } }", start + "\"\" }");
      yes(start + "{ present: false } }", start + "{ present: false } }");
      no(start + "{ present: false } }", start + "a }");
      no(start + "{ present: true } }", start + "{ present: false } }");
      no(start + "abc }", start + "{ prefix: abc } }");
      no(start + "{ prefix: ab } }", start + "{ prefix: a } }");
      no(start + "{ prefix: a } }", start + "{ suffix: a } }");
      no(start + "{ regex: \"a\" } }", start + "{ regex: \"a|a\" } }");
      no(start + "{ regex: \"a\" } }", start + "{ prefix: a } }");
    }
    yes("header: { n: a }", "header: { N: a }");
    no("query: { n: a }", "query: { N: a }");
    no("query: { n: a }", "header: { n: a }");
  }

  @Test
  void everyConditionOfTheEarlierRule_mustFollow() {
    yes("method: GET", "method: GET, path: /a");
    no("method: GET, path: /a", "method: GET");
    no("method: GET, path: /a", "path: /a");
  }

  @Test
  void unless_isComparedTheOtherWayRound() {
    String get = "unless: { method: GET }, ";
    String getOrHead = "unless: { method: [GET, HEAD] }, ";
    assertThat(shadows(get, "")).isFalse();
    assertThat(shadows(get, get)).isTrue();
    assertThat(shadows("", get)).isTrue();
    assertThat(shadows(get, getOrHead)).isTrue();
    assertThat(shadows(getOrHead, get)).isFalse();
  }

  @Test
  void ruleWithoutPath_isFoundByItsHostOrText() {
    yes("host: \"*.com\"", "path: /a, host: [x.a.com, \"*.b.com\"]");
    yes("host: [b.com, a.com]", "path: /a, host: A.com");
    yes("header: { n: a }, method: GET", "query: { m: b }, header: { N: a }, method: GET");
    yes("query: { m: b, n: { prefix: c } }", "query: { n: cd, m: b }, host: a.com");
    yes("method: GET", "path: /a, host: a.com, method: GET, header: { n: a }");
  }

  @Test
  void firstOfSeveralRules_isBlamed() {
    RuleSet rules =
        RuleSet.parse(
            """
            turnout: 1
            rules:
            - { name: other, when: { path: /b/** }, then: reject 404 }
            - { name: wide, when: { path: /a/** }, then: reject 404 }
            - { name: narrow, when: { path: /a/b }, then: reject 404 }
            - { name: late, when: { path: /a/b }, then: authority }
            """,
            Path.of(""));
    assertThat(rules.warnings().stream().map(warning -> warning.message()).toList())
        .containsExactly(
            "rule \"narrow\" can never decide: rule \"wide\" in line 4 always decides first",
            "rule \"late\" can never decide: rule \"wide\" in line 4 always decides first");
  }

  @Test
  void ruleFoundShadowed_decidesNoRequest() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    int shadowed = 0;
    for (int round = 0; round < 1_000; round++) {
      String early = conditions(random, 2);
      String late = conditions(random, 3);
      RuleSet rules = rules(early, "then: reject 404", late);
      if (!isShadowed(rules)) {
        continue;
      }
      shadowed++;
      TierPlan plan =
          TierPlan.of(
              rules.plan(), TierTraits.of(TierTraits.HandingOn.POSSIBLE, RouteClock.system()));
      for (int i = 0; i < 60; i++) {
        TestHead head = head(random);
        assertThat(plan.judge(Request.of(head)))
            .as("seed %d: %s then %s on %s", seed, early, late, head.target())
            .isNotInstanceOf(Judgement.Key.class);
      }
    }
    assertThat(shadowed).as("seed %d", seed).isGreaterThan(10);
  }

  private static String conditions(Random random, int most) {
    StringBuilder text = new StringBuilder();
    for (String key : new String[] {"when", "unless"}) {
      if (random.nextInt(key.equals("when") ? 6 : 1) == 0 && random.nextInt(3) > 0) {
        continue;
      }
      List<String> some = new ArrayList<>();
      for (String condition : new String[] {"method", "host", "path", "header", "query"}) {
        if (some.size() < most && random.nextInt(5) < 2) {
          some.add(condition + ": " + value(random, condition));
        }
      }
      if (!some.isEmpty()) {
        text.append(key).append(": { ").append(String.join(", ", some)).append(" }, ");
      }
    }
    return text.toString();
  }

  private static String value(Random random, String condition) {
    return switch (condition) {
      case "method" -> pick(random, "GET", "POST", "[GET, POST]");
      case "host" -> pick(random, "a.com", "\"*.com\"", "\"*.a.com\"", "[x.a.com, b.com]");
      case "path" ->
          pick(
              random,
              "/a",
              "/**",
              "/a/**",
              "/a/*",
              "\"/a/{x}\"",
              "\"/{x}/b\"",
              "\"/a/{x:[ab]}\"",
              "[/a/b, /a/]",
              "\"/a/b{x}\"",
              "\"/a/{x}/**\"");
      default ->
          "{ n: "
              + pick(
                  random,
                  "ab",
                  "\"\"",
                  "{ prefix: a }",
                  "{ prefix: ab }",
                  "{ suffix: b }",
                  "{ contains: b }",
                  "{ regex: \"a?b\" }",
                  "{ present: true }",
                  "{ present: false }")
              + " }";
    };
  }

  private static TestHead head(Random random) {
    String path =
        pick(random, "/", "/a", "/a/", "/a/b", "/a/a", "/a/bb", "/a/b/c", "/b/b", "/a//b");
    String query = pick(random, "", "?n", "?n=ab", "?n=b&n=a", "?n=abab", "?m=ab");
    TestHead head =
        TestHead.of(pick(random, "GET", "POST", "PUT"), path + query)
            .with("Host", pick(random, "a.com", "x.a.com", "b.com", "com"))
            .with("K", "1");
    return random.nextInt(3) == 0
        ? head
        : head.with("N", pick(random, "", "ab", "a", "b", "aab", "abab"));
  }

  private static String pick(Random random, String... choices) {
    return choices[random.nextInt(choices.length)];
  }
}
