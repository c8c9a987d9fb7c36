// SPDX-License-Identifier: Apache-2.0
package io.turnout.analyze;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.analyze.RuleDiff.Change;
import io.turnout.analyze.RuleDiff.End;
import io.turnout.decision.Reason;
import io.turnout.rules.RuleSet;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class RuleDiffTest {

  /** Ends all well-formed requests for the host, so that only malformed ones end at "path". */
  private static final String BEFORE_PATH = "host:when: { host: a.com }, then: cell c1";

  private static final String PATH = "path:when: { host: a.com, path: /a }, then: cell c2";

  /** Applies only where N has an empty value, so it never yields a key, but can be ambiguous. */
  private static final String AMBIGUOUS =
      "new:when: { header: { N: \"\" } }, key: { namespace: k, from: [ { header: N } ] }";

  /** Decides only with a token that an analysis cannot sign. */
  private static final String SIGNED =
      "new:key: { namespace: k, from: [ { jwt: { token: signed, claim: a } } ] }";

  private static String changes(List<String> before, List<String> after) {
    RuleDiff diff = RuleDiff.between(RandomRules.file(before, ""), RandomRules.file(after, ""));
    assertThat(diff.complete()).isTrue();
    return diff.changes().stream().map(RuleDiffTest::shown).collect(Collectors.joining("\n"));
  }

  private static String shown(Change change) {
    return shown(change.before())
        + " → "
        + shown(change.after())
        + change.example().map(example -> ": " + example).orElse("")
        + (change.handsOn() ? " (handed on)" : "");
  }

  private static String shown(End end) {
    return end.rule().orElse("none") + end.reason().map(Reason::text).map(" "::concat).orElse("");
  }

  @Test
  void malformedPath_thatARuleDecidesNow_isAClassWithAnExample() {
    String rule = "new:when: { method: POST }, then: cell c2";
    assertThat(changes(List.of(BEFORE_PATH, PATH), List.of(BEFORE_PATH, rule, PATH)))
        .contains("path malformed → new: POST /%");
    assertThat(changes(List.of(BEFORE_PATH, rule, PATH), List.of(BEFORE_PATH, PATH)))
        .contains("new → path malformed: POST /%");
  }

  @Test
  void malformedPath_thatMayBeAmbiguousNow_isAClass() {
    assertThat(changes(List.of(BEFORE_PATH, PATH), List.of(BEFORE_PATH, AMBIGUOUS, PATH)))
        .contains("path malformed → new");
    assertThat(changes(List.of(BEFORE_PATH, AMBIGUOUS, PATH), List.of(BEFORE_PATH, PATH)))
        .contains("new → path malformed");
  }

  @Test
  void malformedPath_thatATokenMayDecideNow_isAClass() {
    assertThat(changes(List.of(BEFORE_PATH, PATH), List.of(BEFORE_PATH, SIGNED, PATH)))
        .contains("path malformed → new");
    assertThat(changes(List.of(BEFORE_PATH, SIGNED, PATH), List.of(BEFORE_PATH, PATH)))
        .contains("new → path malformed");
  }

  @Test
  void malformedPath_thatNoRuleLooksAtAnyMore_isAClassOfEachRuleThatMayDecideIt() {
    String signed = SIGNED.replace("new", "signed");
    assertThat(changes(List.of(BEFORE_PATH, PATH), List.of(BEFORE_PATH, AMBIGUOUS, signed)))
        .contains(
            "path malformed → new",
            "path malformed → signed",
            "path malformed → none no-rule: GET /%");
  }

  @Test
  void malformedPath_thatARuleBeforeDecides_isInNoClass() {
    String all = "host:then: cell c1";
    assertThat(changes(List.of(all, PATH), List.of(all, AMBIGUOUS, PATH))).isEmpty();
    String empty = "host:when: { header: { N: \"\" } }, then: cell c1";
    assertThat(changes(List.of(empty, PATH), List.of(empty, AMBIGUOUS, PATH))).isEmpty();
    assertThat(changes(List.of(empty, AMBIGUOUS, PATH), List.of(empty, PATH))).isEmpty();
  }

  @Test
  void malformedPath_thatAnotherRuleLooksAtFirst_isAClass() {
    String other = "other:when: { host: b.com, path: /b }, then: cell c2";
    assertThat(changes(List.of(BEFORE_PATH, PATH), List.of(BEFORE_PATH, other, PATH)))
        .contains("path malformed → other malformed: GET /%");
  }

  @Test
  void classOfMalformedPathsWithoutExample_isNotToldTwice() {
    String path = "path:when: { path: /a }, then: cell c2";
    assertThat(changes(List.of(path), List.of(SIGNED, path)))
        .isEqualTo("path → new\nnone no-rule → new");
  }

  @Test
  void malformedPathsOfARuleThatHandsOn_areAClassOnEachTier() {
    String path = "path:when: { path: /a }, then: authority";
    assertThat(changes(List.of(path), List.of(SIGNED, path)))
        .isEqualTo("path → new (handed on)\nnone no-rule → new\npath malformed → new");
  }

  @Test
  void edges_areNamedIfTheyChange() {
    String file =
        "turnout: 1\nedges: [ { name: a, cidr: [10.0.0.0/8, 10.1.0.0/16] }, { name: b, tls: { san: b"
            + " } }, { name: c, tls: { san: c } } ]\nrules: []\n";
    RuleSet old = RuleSet.parse(file, Path.of(""));
    RuleSet same = RuleSet.parse(file.replace(", 10.1.0.0/16", ""), Path.of(""));
    RuleSet other =
        RuleSet.parse(
            file.replace("10.0.0.0/8", "11.0.0.0/8")
                .replace("{ name: b, ", "{ name: b, router: true, ")
                .replace("name: c", "name: d"),
            Path.of(""));

    assertThat(RuleDiff.between(old, same).isEmpty()).isTrue();
    assertThat(RuleDiff.between(old, other).changedEdges())
        .containsExactlyInAnyOrder("a", "b", "c", "d");
    assertThat(RuleDiff.between(old, other).isEmpty()).isFalse();
  }
}
