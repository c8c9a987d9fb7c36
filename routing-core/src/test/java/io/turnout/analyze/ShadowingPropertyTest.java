// SPDX-License-Identifier: Apache-2.0
package io.turnout.analyze;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.Seeds;
import io.turnout.analyze.Shadowing.Finding;
import io.turnout.analyze.Shadowing.Status;
import io.turnout.rules.RuleSet;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is said of random rules holds for each request that is tried. */
class ShadowingPropertyTest {

  private static final int ROUNDS = 200;
  private static final List<ExampleRequest> ALL = SomeRequests.all();

  @Test
  void witness_landsOnItsRule() {
    assertThat(Seeds.sum(ROUNDS, ShadowingPropertyTest::decidingWitnesses)).isGreaterThan(ROUNDS);
  }

  private static int decidingWitnesses(Random random) {
    int decided = 0;
    List<String> rules = RandomRules.named(new RandomRules(random, true, true).rules(8));
    RuleSet file = RandomRules.file(rules, "");
    Program program = new Program(file.plan());
    for (Finding finding : Shadowing.of(file).findings()) {
      if (finding.witness().isEmpty()) {
        continue;
      }
      int rule = program.number(finding.rule());
      ExampleRequest witness = finding.witness().get();
      Landing landing = program.landing(witness, program.needsHandingOn(rule));
      String what = "%s of %s".formatted(finding, rules);
      assertThat(program.applies(rule, witness)).as(what).isTrue();
      assertThat(landing.rule()).as(what).isGreaterThanOrEqualTo(rule);
      if (finding.decides()) {
        decided++;
        assertThat(landing.rule()).as(what).isEqualTo(rule);
        assertThat(landing.reason()).as(what).isEmpty();
      }
    }
    return decided;
  }

  @Test
  void deadRule_decidesNoRequest() {
    assertThat(Seeds.sum(ROUNDS, ShadowingPropertyTest::deadRules)).isGreaterThan(ROUNDS / 4);
  }

  private static int deadRules(Random random) {
    int dead = 0;
    List<String> rules = RandomRules.named(new RandomRules(random, true, true).rules(8));
    RuleSet file = RandomRules.file(rules, "");
    Set<String> never = new HashSet<>();
    Shadowing.of(file).dead().forEach(finding -> never.add(finding.rule()));
    dead += never.size();
    Program program = new Program(file.plan());
    for (int i = 0; i < 300; i++) {
      ExampleRequest request = SomeRequests.random(random);
      for (boolean handsOn : new boolean[] {true, false}) {
        assertThat(never)
            .as("%s of %s", request, rules)
            .doesNotContain(deciding(program, request, handsOn));
      }
    }
    return dead;
  }

  @Test
  void rulesWithoutExpressionsAndKeys_areAllProved() {
    assertThat(Seeds.sum(ROUNDS / 8, ShadowingPropertyTest::provedDeadRules)).isPositive();
  }

  private static int provedDeadRules(Random random) {
    int dead = 0;
    List<String> rules = RandomRules.named(new RandomRules(random, false, false).rules(10));
    RuleSet file = RandomRules.file(rules, "");
    Program program = new Program(file.plan());
    Set<String> reached = new HashSet<>();
    for (ExampleRequest request : ALL) {
      reached.add(deciding(program, request, true));
      reached.add(deciding(program, request, false));
    }
    for (Finding finding : Shadowing.of(file).findings()) {
      String what = "%s of %s".formatted(finding, rules);
      assertThat(finding.status()).as(what).isNotEqualTo(Status.UNKNOWN);
      if (finding.status() == Status.DEAD) {
        dead++;
        assertThat(reached).as(what).doesNotContain(finding.rule());
      } else {
        assertThat(finding.decides()).as(what).isTrue();
      }
    }
    return dead;
  }

  @Test
  void rulesThatShadowADeadOne_areEnoughAndAllNeeded() {
    assertThat(Seeds.sum(ROUNDS, ShadowingPropertyTest::rulesDeadBySeveral)).isPositive();
  }

  private static int rulesDeadBySeveral(Random random) {
    int several = 0;
    List<String> rules = RandomRules.named(new RandomRules(random, false, true).rules(10));
    for (Finding finding : Shadowing.of(RandomRules.file(rules, "")).dead()) {
      String what = "%s of %s".formatted(finding, rules);
      List<String> blamed = finding.shadowedBy();
      assertThat(statusAmong(rules, blamed, finding.rule())).as(what).isEqualTo(Status.DEAD);
      several += blamed.size() > 1 ? 1 : 0;
      for (String one : blamed) {
        List<String> fewer = new ArrayList<>(blamed);
        fewer.remove(one);
        assertThat(statusAmong(rules, fewer, finding.rule()))
            .as("%s without %s", what, one)
            .isNotEqualTo(Status.DEAD);
      }
    }
    return several;
  }

  @Test
  void findings_areTheSameEachTime() {
    Seeds.each(
        2,
        random -> {
          List<String> rules = RandomRules.named(new RandomRules(random, true, true).rules(40));
          assertThat(Shadowing.of(RandomRules.file(rules, "")))
              .isEqualTo(Shadowing.of(RandomRules.file(rules, "")));
        });
  }

  private static Status statusAmong(List<String> rules, List<String> some, String rule) {
    List<String> kept = new ArrayList<>(rules);
    kept.removeIf(
        text -> {
          String name = text.substring(0, text.indexOf(':'));
          return !name.equals(rule) && !some.contains(name);
        });
    return Shadowing.of(RandomRules.file(kept, "")).findings().stream()
        .filter(finding -> finding.rule().equals(rule))
        .findFirst()
        .orElseThrow()
        .status();
  }

  private static String deciding(Program program, ExampleRequest request, boolean handsOn) {
    Landing landing = program.landing(request, handsOn);
    return landing.reason().isPresent() || landing.rule() == program.size()
        ? ""
        : program.rule(landing.rule()).name();
  }
}
