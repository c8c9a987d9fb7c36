// SPDX-License-Identifier: Apache-2.0
package io.turnout.analyze;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.turnout.analyze.RouteDeciders.Answer;
import java.util.List;
import org.junit.jupiter.api.Test;

class RouteDecidersTest {

  private static RouteDeciders rules(String... named) {
    return RouteDeciders.of(RandomRules.file(List.of(named), ""));
  }

  private static String shown(Answer answer) {
    StringBuilder text = new StringBuilder();
    answer
        .deciders()
        .forEach(
            decider -> {
              text.append(decider.rule()).append(' ').append(decider.part());
              decider.example().ifPresent(example -> text.append(' ').append(example));
              text.append('\n');
            });
    answer.noRule().ifPresent(example -> text.append("none ").append(example));
    return text.toString();
  }

  @Test
  void route_namesItsRulesUpToTheOneThatAlwaysDecides() {
    RouteDeciders rules =
        rules(
            "key:key: { namespace: n, from: [ { header: H } ] }",
            "other:when: { path: /b }, then: cell c1",
            "post:when: { method: POST }, then: cell c1",
            "cards:when: { path: /cards/** }, then: cell c2",
            "late:when: { path: /cards/1 }, then: reject 404");
    Answer answer = rules.deciding("GET", "/cards/{id}");
    assertThat(shown(answer))
        .isEqualTo("key SOMETIMES GET /cards/1, H: 1\ncards ALWAYS GET /cards/1\n");
    assertThat(answer.noRulePossible()).isFalse();
  }

  @Test
  void rulesTogether_canDecideAlways() {
    RouteDeciders rules =
        rules(
            "a:when: { header: { A: { present: true } } }, then: cell c1",
            "b:when: { header: { A: { present: false } } }, then: cell c1");
    assertThat(shown(rules.deciding("GET", "/x")))
        .isEqualTo("a SOMETIMES GET /x, A: \nb ALWAYS GET /x\n");
  }

  @Test
  void requestThatNoRuleDecides_isShown() {
    RouteDeciders rules = rules("a:when: { path: /cards/1 }, then: cell c1");
    Answer answer = rules.deciding("GET", "/cards/{id}");
    assertThat(shown(answer)).isEqualTo("a SOMETIMES GET /cards/1\nnone GET /cards/a");
    assertThat(answer.noRulePossible()).isTrue();
  }

  @Test
  void host_narrowsTheRoute() {
    RouteDeciders rules =
        rules("a:when: { host: a.com }, then: cell c1", "b:when: { host: b.com }, then: cell c1");
    assertThat(shown(rules.deciding("GET", "/"))).contains("a SOMETIMES", "b SOMETIMES", "none");
    assertThat(shown(rules.withHost("b.com").deciding("GET", "/")))
        .isEqualTo("b ALWAYS GET /, Host: b.com\n");
  }

  @Test
  void badRoute_isRefused() {
    RouteDeciders rules = rules("a:then: cell c1");
    assertThatThrownBy(() -> rules.deciding("GET", "cards"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("cards");
    assertThatThrownBy(() -> rules.deciding("G T", "/cards"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("G T");
  }
}
