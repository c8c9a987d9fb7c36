// SPDX-License-Identifier: Apache-2.0
package io.turnout.rules;

import static io.turnout.rules.Marked.mistakes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Each limit lets pass what is at it, and refuses what is one beyond. */
class RuleLimitsTest {

  private static final RuleLimits TWO_OF_ALL =
      new RuleLimits(2, 2, 2, 2, 2, 2, 2, 2, 2, 200, 2, 2, 2, 200, 2, 2, 2, 2, 2, 2, 30, 20, 64, 2);

  private static String rule(String rest) {
    return "turnout: 1\nrules: [ ▸{ name: a, " + rest + " } ]";
  }

  private static void atAndBeyond(String marked, String beyond) {
    String atLimit = marked.replace(beyond, "").replace("▸", "");
    assertThat(atLimit).isNotEqualTo(marked);
    mistakes(TWO_OF_ALL, atLimit);
    mistakes(TWO_OF_ALL, marked, "invalid-value");
  }

  @Test
  void lists_haveTwoOfEachAtMost() {
    atAndBeyond(
        "turnout: 1\n"
            + "rules:\n"
            + "- { name: a, then: authority }\n"
            + "- { name: b, then: authority }\n"
            + "- ▸{ name: c, then: authority }",
        "\n- ▸{ name: c, then: authority }");
    atAndBeyond(
        "turnout: 1\nrules: []\nedges:\n- { name: a, cidr: [1.0.0.0/8, 2.0.0.0/8, ▸3.0.0.0/8] }",
        ", ▸3.0.0.0/8");
    atAndBeyond(
        "turnout: 1\nrules: []\nedges:\n- { name: a, tls: { san: a } }\n- { name: b, tls: { san: b"
            + " } }\n- ▸{ name: c, tls: { san: c } }",
        "\n- ▸{ name: c, tls: { san: c } }");
    atAndBeyond("turnout: 1\nrules: []\ncells: [a, b, ▸c]", ", ▸c");
    atAndBeyond(
        "turnout: 1\n"
            + "rules: []\n"
            + "jwt:\n"
            + "  a: &t { token: { query: t }, verify: none }\n"
            + "  b: *t\n"
            + "  ▸c: *t",
        "\n  ▸c: *t");
    atAndBeyond(
        "turnout: 1\nrules: []\noutcomes: { no-rule: [authority, reject 400, ▸reject 401] }",
        ", ▸reject 401");
  }

  @Test
  void rule_hasTwoOfEachAtMost() {
    String key = "key: { namespace: b, from: [ { query: q }, { query: r }";
    atAndBeyond(
        "turnout: 1\nrules: [ { name: a, " + key + ", ▸{ query: s } ] } } ]", ", ▸{ query: s }");
    atAndBeyond(
        "turnout: 1\nrules: [ { name: a, " + key + " ], transform: [trim, trim, ▸trim] } } ]",
        ", ▸trim");
    atAndBeyond(
        rule("when: { header: { a: b, c: d }, query: { e: f } }, then: authority"),
        ", query: { e: f }");
    atAndBeyond(
        rule("when: { header: { a: b } }, unless: { query: { e: f, g: h } }, then: authority"),
        ", g: h");
  }

  @Test
  void conditions_haveTwoAlternativesAtMost() {
    String start = "turnout: 1\nrules: [ { name: a, then: authority, when: { ";
    atAndBeyond(start + "method: [A, B, ▸C] } } ]", ", ▸C");
    atAndBeyond(start + "host: [a, b, ▸c] } } ]", ", ▸c");
    atAndBeyond(start + "path: [/a, /b, ▸/c] } } ]", ", ▸/c");
    atAndBeyond(start + "content-type: [a/a, a/b, ▸a/c] } } ]", ", ▸a/c");
  }

  @Test
  void expressionsOfAFile_haveThirtyAtomsTogetherAtMost() {
    String regex = "header: { a: { regex: \"a{10}\" } }";
    String template = "path: \"/{b:c{3}}\"";
    String capture = "transform: [ { capture: \"(a{4})\" } ]";
    String start = "turnout: 1\nrules: [ { name: a, when: { " + regex + ", " + template + " }, ";
    String key = "key: { namespace: b, from: [ { query: q } ], " + capture + ", match: ";
    mistakes(TWO_OF_ALL, start + key + "\"a{8}\" } } ]");
    mistakes(TWO_OF_ALL, start + key + "▸\"a{9}\" } } ]", "invalid-regex");
    mistakes(
        TWO_OF_ALL,
        start + key + "▸\"a{31}\" } }, { name: b, then: authority } ]",
        "invalid-regex");
  }

  @Test
  void texts_haveTwentyCharactersAtMost() {
    String start = "turnout: 1\nrules: [ { then: authority, name: ▸";
    mistakes(TWO_OF_ALL, start.replace("▸", "") + "n".repeat(20) + " } ]");
    mistakes(TWO_OF_ALL, start + "n".repeat(21) + " } ]", "invalid-value");
    mistakes(
        TWO_OF_ALL,
        "turnout: 1\nrules: [ { name: a, then: authority, when: { query: { ▸"
            + "q".repeat(21)
            + ": a } } } ]",
        "invalid-value");
  }

  @Test
  void body_hasTheLargestLimitAndDepth() {
    String start = "turnout: 1\nrules: []\nbody: ";
    mistakes(TWO_OF_ALL, start + "{ limit: 64, depth: 2 }");
    mistakes(TWO_OF_ALL, start + "{ limit: ▸65 }", "invalid-size");
    mistakes(TWO_OF_ALL, start + "{ depth: ▸3 }", "invalid-value");
    mistakes("turnout: 1\nrules: []\nbody: { limit: 1GiB, depth: 1000 }");
    mistakes("turnout: 1\nrules: []\nbody: { limit: ▸1073741825 }", "invalid-size");
  }

  @Test
  void file_hasFourMebibytesAtMost() {
    String start = "turnout: 1\nrules: []\n#";
    String atLimit = start + "x".repeat((4 << 20) - start.length());
    assertThat(RuleSet.parse(atLimit, Path.of("")).plan().rules()).isEmpty();
    assertThatThrownBy(() -> RuleSet.parse(atLimit + "x", Path.of("")))
        .isInstanceOf(InvalidRulesException.class)
        .hasMessageContaining("4194304");
  }

  @Test
  void traffic_hasTwoOfEachAtMost() {
    String start = "turnout: 1\nrules: []\n";
    atAndBeyond(
        start + "tags: { a: { user-agent: x }, b: { user-agent: x }, ▸c: { user-agent: x } }",
        ", ▸c: { user-agent: x }");
    atAndBeyond(
        start + "tags: { a: { cidr: [1.0.0.0/8, 2.0.0.0/8, ▸3.0.0.0/8] } }", ", ▸3.0.0.0/8");
    String split = "{ name: a, id: { cookie: r, max-age: 1m }, stages: [ ";
    String stage = "{ name: x, weight: 1 }";
    atAndBeyond(
        start
            + "splits:\n- "
            + (split + stage + " ] }\n- ").repeat(2).replaceFirst("name: a", "name: b")
            + "▸"
            + split.replace("name: a", "name: c")
            + stage
            + " ] }",
        "\n- ▸" + split.replace("name: a", "name: c") + stage + " ] }");
    atAndBeyond(
        start + "splits: [ " + split + stage + ", { name: y }, ▸{ name: z } ] } ]",
        ", ▸{ name: z }");
    atAndBeyond(
        start
            + "splits: [ "
            + split
            + "{ name: x, weight: 1, labels: { a: b, c: d, ▸e: f } } ] } ]",
        ", ▸e: f");
  }
}
