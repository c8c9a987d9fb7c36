// SPDX-License-Identifier: Apache-2.0
package io.turnout.analyze;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.Seeds;
import io.turnout.analyze.RuleDiff.Change;
import io.turnout.analyze.RuleDiff.End;
import io.turnout.rules.RuleSet;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is said of a random change holds for each request that is tried. */
class RuleDiffPropertyTest {

  private static final int ROUNDS = 200;
  private static final List<String> OUTCOMES =
      List.of(
          "", "", "outcomes: { ambiguous: reject 422 }\n", "outcomes: { no-rule: reject 400 }\n");

  private record Pair(Optional<String> before, Optional<String> after) {
    static Pair of(Change change) {
      return new Pair(change.before().rule(), change.after().rule());
    }

    Pair turned() {
      return new Pair(/* before= */ after, /* after= */ before);
    }
  }

  /** Two files of which one came from the other by a few changes. */
  private record Edit(RuleSet before, RuleSet after, String text) {
    static Edit of(Random random) {
      RandomRules source = new RandomRules(random, true, true);
      List<String> before = RandomRules.named(source.rules(6));
      List<String> after = new ArrayList<>(before);
      for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
        int at = random.nextInt(after.size());
        switch (random.nextInt(4)) {
          case 0 -> after.remove(at);
          case 1 -> after.add(at, "n" + changes + ':' + source.rule());
          case 2 -> Collections.swap(after, at, random.nextInt(after.size()));
          default -> {
            String name = after.get(at).substring(0, after.get(at).indexOf(':'));
            after.set(at, name + ':' + source.rule());
          }
        }
      }
      String old = OUTCOMES.get(random.nextInt(OUTCOMES.size()));
      String now = random.nextBoolean() ? old : OUTCOMES.get(random.nextInt(OUTCOMES.size()));
      return new Edit(
          RandomRules.file(before, old),
          RandomRules.file(after, now),
          before + old + "\n→\n" + after + now);
    }
  }

  @Test
  void requestThatIsDecidedDifferently_isInAReportedClass() {
    assertThat(Seeds.sum(ROUNDS, RuleDiffPropertyTest::differentRequests)).isGreaterThan(ROUNDS);
  }

  private static int differentRequests(Random random) {
    Edit edit = Edit.of(random);
    RuleDiff diff = RuleDiff.between(edit.before(), edit.after());
    assertThat(diff.complete()).isTrue();
    Set<Pair> reported = new HashSet<>();
    diff.changes().forEach(change -> reported.add(Pair.of(change)));
    Program before = new Program(edit.before().plan());
    Program after = new Program(edit.after().plan());
    int different = 0;
    for (int i = 0; i < 300; i++) {
      ExampleRequest request = SomeRequests.random(random);
      boolean handsOn = random.nextBoolean();
      End old = Ends.of(before, before.landing(request, handsOn));
      End now = Ends.of(after, after.landing(request, handsOn));
      if (old.equals(now) || isOutcome(diff, old, now)) {
        continue;
      }
      different++;
      assertThat(reported)
          .as("%s from %s to %s in %s", request, old, now, edit.text())
          .contains(new Pair(old.rule(), now.rule()));
    }
    return different;
  }

  private static boolean isOutcome(RuleDiff diff, End old, End now) {
    return old.rule().equals(now.rule())
        && old.reason().isPresent()
        && old.reason().equals(now.reason())
        && diff.outcomes().stream()
            .anyMatch(change -> Optional.of(change.outcome()).equals(old.reason()));
  }

  @Test
  void example_endsAsTheClassSays() {
    assertThat(Seeds.sum(ROUNDS, RuleDiffPropertyTest::examplesBeyondTwoForEachBareClass))
        .isPositive();
  }

  private static int examplesBeyondTwoForEachBareClass(Random random) {
    int balance = 0;
    Edit edit = Edit.of(random);
    Program before = new Program(edit.before().plan());
    Program after = new Program(edit.after().plan());
    for (Change change : RuleDiff.between(edit.before(), edit.after()).changes()) {
      if (change.example().isEmpty()) {
        balance -= 2;
        continue;
      }
      balance++;
      ExampleRequest example = change.example().get();
      String what = "%s in %s".formatted(change, edit.text());
      assertThat(change.before()).as(what).isNotEqualTo(change.after());
      assertThat(change.aspects()).as(what).isNotEmpty();
      assertThat(Ends.of(before, before.landing(example, change.handsOn())))
          .as(what)
          .isEqualTo(change.before());
      assertThat(Ends.of(after, after.landing(example, change.handsOn())))
          .as(what)
          .isEqualTo(change.after());
    }
    return balance;
  }

  @Test
  void turnedRound_theSameClassesAreReported() {
    Seeds.each(
        ROUNDS,
        random -> {
          Edit edit = Edit.of(random);
          Set<Pair> there = new HashSet<>();
          Set<Pair> back = new HashSet<>();
          RuleDiff.between(edit.before(), edit.after()).changes().stream()
              .filter(change -> change.example().isPresent())
              .forEach(change -> there.add(Pair.of(change)));
          RuleDiff.between(edit.after(), edit.before())
              .changes()
              .forEach(change -> back.add(Pair.of(change).turned()));
          assertThat(back).as(edit.text()).containsAll(there);
        });
  }

  @Test
  void equalFiles_haveNoClass() {
    Seeds.each(
        ROUNDS,
        random -> {
          List<String> rules = RandomRules.named(new RandomRules(random, true, true).rules(8));
          RuleDiff diff =
              RuleDiff.between(RandomRules.file(rules, ""), RandomRules.file(rules, ""));
          assertThat(diff.isEmpty() && diff.complete()).as("%s", rules).isTrue();
        });
  }
}
