// SPDX-License-Identifier: Apache-2.0
package io.turnout.analyze;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.turnout.analyze.Shadowing.Finding;
import io.turnout.analyze.Shadowing.Status;
import io.turnout.match.Conditions;
import io.turnout.match.TextTests;
import io.turnout.rules.RuleSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Large and contrived files are analysed within bounds, and never wrongly. The bounds are counts of
 * steps; the time-out only ends what has none, on a machine however slow.
 */
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class AnalysisBoundsTest {

  private static List<String> many(int count, IntFunction<String> rule) {
    List<String> rules = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      rules.add(rule.apply(i));
    }
    return rules;
  }

  private static List<Finding> findings(List<String> rules) {
    return Shadowing.of(RandomRules.file(RandomRules.named(rules), "")).findings();
  }

  private static Finding last(List<String> rules) {
    return findings(rules).get(rules.size() - 1);
  }

  @Test
  void thousandsOfRulesOfOneShape_areAllReached() {
    assertThat(findings(many(5_000, i -> "when: { path: /t/t" + i + "/** }, then: reject 404")))
        .allMatch(finding -> finding.status() == Status.REACHABLE);
    assertThat(findings(many(5_000, i -> "when: { header: { t: t" + i + " } }, then: reject 404")))
        .allMatch(finding -> finding.status() == Status.REACHABLE);
  }

  @Test
  void moreRulesThanAreLookedAt_areUnknownRatherThanSlow() {
    List<String> rules =
        many(
            12_000,
            i -> "when: { header: { t: { prefix: t" + (100_000 + i) + " } } }, then: reject 404");
    List<Finding> findings =
        Shadowing.deadOrUnknownOf(RandomRules.file(RandomRules.named(rules), ""));
    assertThat(findings).allMatch(finding -> finding.status() == Status.UNKNOWN);
    assertThat(findings).hasSizeBetween(1_000, 11_000);
  }

  @Test
  void deepTemplatesWithWildcards_areTold() {
    Random random = new Random(1);
    List<String> rules =
        many(
            300,
            i -> {
              StringBuilder path = new StringBuilder();
              for (int segment = 0; segment < 20; segment++) {
                path.append(random.nextInt(3) == 0 ? "/*" : "/s" + random.nextInt(3));
              }
              return "when: { path: \""
                  + path
                  + (i % 2 == 0 ? "/**" : "")
                  + "\" }, then: reject 404";
            });
    rules.add("when: { path: \"" + "/*".repeat(20) + "\" }, then: reject 404");
    assertThat(last(rules).decides()).isTrue();
  }

  @Test
  void chainOfUnless_isToldWhereItIsNotTooLong() {
    List<String> rules =
        many(
            40,
            i ->
                "when: { path: /a/** }, unless: { header: { A: { prefix: x%02d } } }, then: reject 404"
                    .formatted(i));
    rules.add("when: { path: /a/b }, then: reject 404");
    Finding finding = last(rules);
    assertThat(finding.decides()).as("%s", finding).isTrue();
    assertThat(finding.witness().orElseThrow().fields()).hasSizeBetween(10, 40);
  }

  @Test
  void longChainOfUnless_isBounded() {
    List<String> rules =
        many(
            100,
            i ->
                "when: { path: /a/** }, unless: { header: { A: { prefix: x%03d } } }, then: reject 404"
                    .formatted(i));
    assertThat(findings(rules))
        .noneMatch(finding -> finding.status() == Status.DEAD)
        .anyMatch(finding -> finding.status() == Status.UNKNOWN);
  }

  @Test
  void longListsOfTemplates_areTold() {
    List<String> rules =
        many(
            100,
            i -> {
              StringBuilder paths = new StringBuilder("/q" + i);
              for (int path = 0; path < 100; path++) {
                paths.append(", \"/p").append((i + path * 3) % 300).append("/{x}\"");
              }
              return "when: { path: [" + paths + "] }, then: reject 404";
            });
    assertThat(findings(rules)).noneMatch(finding -> finding.status() == Status.UNKNOWN);
  }

  @Test
  void rulesThatAreHardToCombine_areUnknownRatherThanWrong() {
    Random random = new Random(7);
    List<String> rules =
        many(110, i -> "when: { header: { " + three(random) + " } }, then: reject 404");
    rules.addAll(many(10, i -> "then: reject 404"));
    Program program = new Program(RandomRules.file(RandomRules.named(rules), "").plan());
    List<Finding> findings = findings(rules);
    assertThat(findings).anyMatch(finding -> finding.status() == Status.UNKNOWN);
    for (Finding finding : findings) {
      if (finding.decides()) {
        ExampleRequest witness = finding.witness().orElseThrow();
        assertThat(program.landing(witness, false).rule())
            .isEqualTo(program.number(finding.rule()));
      }
    }
  }

  private static String three(Random random) {
    Set<Integer> names = new TreeSet<>();
    while (names.size() < 3) {
      names.add(random.nextInt(40));
    }
    List<String> tests = new ArrayList<>();
    names.forEach(name -> tests.add("H%d: { present: %s }".formatted(name, random.nextBoolean())));
    return String.join(", ", tests);
  }

  @Test
  void effort_endsWhereItsStepsDo() {
    Effort whole = Effort.of(10);
    Effort part = whole.part(4);
    part.spend(4);
    assertThat(catchExhausted(part)).isTrue();
    Effort other = whole.part(100);
    other.spend(5);
    assertThat(catchExhausted(other)).isTrue();
  }

  @Test
  void lineOfHost_isChosenWithinTheSteps() {
    List<Literal> tests = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      tests.add(Literal.no(Conditions.header("Host", new TextTests.Prefix("x" + i))));
    }
    tests.add(Literal.yes(Conditions.header("Host", new TextTests.Prefix("x"))));
    Chooser chooser = new Chooser(Effort.of(50), false);
    assertThatThrownBy(() -> chooser.choose(Dimension.HOST, tests))
        .isInstanceOf(Effort.Exhausted.class);
    assertThat(new Chooser(Effort.of(1_000), false).choose(Dimension.HOST, tests)).hasSize(1);
  }

  private static boolean catchExhausted(Effort effort) {
    try {
      effort.spend(1);
      return false;
    } catch (Effort.Exhausted e) {
      return true;
    }
  }

  @Test
  void paymentsExample_hasNoDeadRule() {
    RuleSet rules = RuleSet.load(Path.of("../examples/payments/rules.yaml"));
    assertThat(Shadowing.of(rules).findings()).allMatch(Finding::decides);
  }

  @Test
  void deadRulesPlantedInThePaymentsExample_areFound() throws IOException {
    String[][] planted = {
      {"path: /v0/old", "retired-api"},
      {"method: HEAD, path: /healthz", "health"},
      {"host: x.sandbox.ostrand.example", "sandbox"},
      {"path: /internal/x, host: api.ostrand.example", "internal-from-outside"},
      {"method: [GET, TRACE], path: /assets/x", "trace", "assets"},
      {
        "header: { User-Agent: { prefix: OstrandMobile/1.5 }, X-Device-Id: { present: false } }",
        "too-old-app"
      },
    };
    StringBuilder rules = new StringBuilder();
    for (int i = 0; i < planted.length; i++) {
      rules.append(
          "  - { name: p%d, when: { %s }, then: reject 404 }\n".formatted(i, planted[i][0]));
    }
    String file = Files.readString(Path.of("../examples/payments/rules.yaml"));
    List<Finding> dead =
        Shadowing.of(
                RuleSet.parse(
                    file.replace("\noutcomes:", "\n" + rules + "\noutcomes:"), Path.of("")))
            .dead();
    assertThat(dead).hasSize(planted.length);
    for (int i = 0; i < planted.length; i++) {
      assertThat(dead.get(i).rule()).isEqualTo("p" + i);
      assertThat(dead.get(i).shadowedBy())
          .containsExactlyElementsOf(List.of(planted[i]).subList(1, planted[i].length));
    }
  }
}
