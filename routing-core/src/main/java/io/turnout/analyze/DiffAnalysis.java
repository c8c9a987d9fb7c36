// SPDX-License-Identifier: Apache-2.0
package io.turnout.analyze;

import io.turnout.analyze.RuleDiff.Aspect;
import io.turnout.analyze.RuleDiff.Change;
import io.turnout.analyze.RuleDiff.End;
import io.turnout.analyze.RuleDiff.OutcomeChange;
import io.turnout.decision.Reason;
import io.turnout.plan.Action;
import io.turnout.plan.RuleEffect;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Compares two files, pair of rules by pair of rules. */
final class DiffAnalysis {

  private final Program before;
  private final Program after;
  private final RulePairs pairs;
  private final Effort effort = Effort.of(RuleDiff.MOST_STEPS);
  private final List<Change> changes = new ArrayList<>();
  private long pairsLeft = RuleDiff.MOST_PAIRS;
  private boolean complete = true;

  DiffAnalysis(Program before, Program after) {
    this.before = before;
    this.after = after;
    this.pairs = new RulePairs(before, after);
  }

  RuleDiff diff() {
    Neighbours neighbours = new Neighbours(after.plan().rules(), false);
    for (int old = 0; old < before.size(); old++) {
      for (int now : neighbours.of(before.rule(old))) {
        pairIfOfInterest(old, now);
      }
      pairIfOfInterest(old, after.size());
    }
    for (int now = 0; now < after.size(); now++) {
      pairIfOfInterest(before.size(), now);
    }
    malformed();
    return new RuleDiff(
        changes,
        outcomes(),
        without(after.plan().cells(), before.plan().cells()),
        without(before.plan().cells(), after.plan().cells()),
        complete);
  }

  private void pairIfOfInterest(int old, int now) {
    if (pairs.mayChange(old, now) && hasRoom()) {
      pair(old, now);
    }
  }

  private boolean hasRoom() {
    complete &= pairsLeft-- > 0 && changes.size() < RuleDiff.MOST_CHANGES;
    return complete;
  }

  private static Set<String> without(Set<String> cells, Set<String> others) {
    Set<String> rest = new HashSet<>(cells);
    rest.removeAll(others);
    return rest;
  }

  /** Looks at the requests that end at one rule before and at another after. */
  private void pair(int old, int now) {
    boolean bothRules = old < before.size() && now < after.size();
    if (bothRules && !Overlap.isPossible(before.rule(old).when(), after.rule(now).when(), false)) {
      return;
    }
    boolean sameName = bothRules && before.rule(old).name().equals(after.rule(now).name());
    if (sameName && before.rule(old).effect().equals(after.rule(now).effect()) && sameDepth(old)) {
      return;
    }
    PairSearch search =
        new PairSearch(before, after, old, now, effort.part(RuleDiff.MOST_STEPS_OF_A_CLASS));
    if (search.isEmpty()) {
      return;
    }
    ExampleRequest example = search.example();
    boolean handsOn = search.handsOn();
    changes.add(
        example == null
            ? new Change(
                end(before, old),
                end(after, now),
                maybe(old, now, sameName),
                handsOn,
                Optional.empty())
            : change(example, handsOn));
  }

  private boolean sameDepth(int old) {
    return before.plan().bodyDepth() == after.plan().bodyDepth()
        || before.yields(old).stream().noneMatch(yield -> yield.dimension().equals(Dimension.BODY));
  }

  private static End end(Program program, int rule) {
    Optional<String> name =
        rule == program.size() ? Optional.empty() : Optional.of(program.rule(rule).name());
    return End.at(name, rule == program.size() ? Optional.of(Reason.NO_RULE) : Optional.empty());
  }

  private Set<Aspect> maybe(int old, int now, boolean sameName) {
    if (!sameName) {
      return EnumSet.of(Aspect.RULE);
    }
    return before.rule(old).effect() instanceof RuleEffect.FindKey
            && after.rule(now).effect() instanceof RuleEffect.FindKey
        ? EnumSet.of(Aspect.KEY)
        : EnumSet.of(Aspect.OUTCOME);
  }

  private Change change(ExampleRequest example, boolean handsOn) {
    End old = Ends.of(before, before.landing(example, handsOn));
    End now = Ends.of(after, after.landing(example, handsOn));
    return new Change(old, now, Ends.aspects(old, now), handsOn, Optional.of(example));
  }

  /** Looks at the requests with a malformed path, which end at the first rule that looks at it. */
  private void malformed() {
    int old = RulePairs.firstOnPath(before);
    int now = RulePairs.firstOnPath(after);
    boolean endsBefore = old < before.size();
    boolean endsAfter = now < after.size();
    if (endsBefore && endsAfter) {
      State start = start(List.of());
      Goal both = before.malformedAt(old, false).and(after.malformedAt(now, false));
      if (start != null) {
        malformed(start, List.of(), both, false);
      }
    }
    for (int rule = 0; endsBefore && rule < (endsAfter ? now : after.size() + 1); rule++) {
      boolean cameFirst = pairs.oldNumber(rule) >= 0 && pairs.oldNumber(rule) < old;
      if (!cameFirst && hasRoom()) {
        boolean handsOn = after.needsHandingOn(rule);
        malformed(after, rule, before.malformedAt(old, handsOn));
      }
    }
    for (int rule = 0; endsAfter && rule < (endsBefore ? old : before.size() + 1); rule++) {
      if (!pairs.isKeptBefore(rule, now) && hasRoom()) {
        boolean handsOn = before.needsHandingOn(rule);
        malformed(before, rule, after.malformedAt(now, handsOn));
      }
    }
  }

  /** Reports a malformed request that a rule of one file decides and that ends in the other. */
  private void malformed(Program program, int rule, Goal ends) {
    boolean handsOn = program.needsHandingOn(rule);
    Goal decided = program.comingTo(rule, handsOn, true);
    for (List<Literal> way : program.waysToDecide(rule)) {
      List<Literal> literals = new ArrayList<>(program.when(rule));
      literals.addAll(way);
      State start = start(literals);
      if (start != null && malformed(start, program.unless(rule), ends.and(decided), handsOn)) {
        return;
      }
    }
  }

  private @Nullable State start(List<Literal> literals) {
    Chooser chooser = new Chooser(effort.part(RuleDiff.MOST_STEPS_OF_A_CLASS), false);
    try {
      return State.malformed(chooser).plus(literals);
    } catch (Effort.Exhausted e) {
      complete = false;
      return null;
    }
  }

  /** Reports a malformed request that reaches a goal; whether there is one. */
  private boolean malformed(State start, List<Clause> clauses, Goal goal, boolean handsOn) {
    State found = new Search(start, clauses, goal).run().found();
    if (found == null) {
      return false;
    }
    Change change =
        change(
            Shrinker.smallest(found.draft(), request -> goal.objection(request) == null), handsOn);
    if (change.aspects().isEmpty()) {
      return false;
    }
    return changes.add(change);
  }

  private List<OutcomeChange> outcomes() {
    List<OutcomeChange> outcomes = new ArrayList<>();
    for (Reason reason : Reason.values()) {
      List<Action> old = before.plan().outcomes().get(reason);
      List<Action> now = after.plan().outcomes().get(reason);
      if (old != null && now != null && !old.equals(now)) {
        outcomes.add(
            new OutcomeChange(
                reason, texts(old), texts(now), Optional.ofNullable(example(reason))));
      }
    }
    return outcomes;
  }

  private static List<String> texts(List<Action> actions) {
    return actions.stream().map(Action::toString).toList();
  }

  private @Nullable ExampleRequest example(Reason reason) {
    Effort own = effort.part(RuleDiff.MOST_STEPS_OF_A_CLASS);
    return switch (reason) {
      case NO_RULE -> new PairSearch(before, after, before.size(), after.size(), own).example();
      case MALFORMED -> {
        Goal both =
            before
                .malformedAt(RulePairs.firstOnPath(before), false)
                .and(after.malformedAt(RulePairs.firstOnPath(after), false));
        State found =
            Search.found(State.malformed(new Chooser(own, false)), List.of(), List.of(), both);
        yield found == null ? null : found.draft().request();
      }
      default -> null;
    };
  }
}
