// SPDX-License-Identifier: Apache-2.0
package io.turnout.analyze;

import io.turnout.analyze.RuleDiff.Aspect;
import io.turnout.analyze.RuleDiff.Change;
import io.turnout.analyze.RuleDiff.End;
import io.turnout.analyze.RuleDiff.OutcomeChange;
import io.turnout.decision.Reason;
import io.turnout.plan.Action;
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
    ChangedClients clients =
        ChangedClients.between(before.plan().clients(), after.plan().clients());
    return new RuleDiff(
        changes,
        outcomes(),
        without(after.plan().cells(), before.plan().cells()),
        without(before.plan().cells(), after.plan().cells()),
        clients.edges(),
        clients.tags(),
        changedSplits(),
        complete);
  }

  private Set<String> changedSplits() {
    Set<String> names = new HashSet<>();
    for (SplitChange change : SplitPlan.between(before.plan(), after.plan()).changes()) {
      if (!change.isEmpty()) {
        names.add(change.split());
        change.nameBefore().ifPresent(names::add);
      }
    }
    return names;
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

  private static <T> Set<T> without(Set<T> some, Set<T> others) {
    Set<T> rest = new HashSet<>(some);
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
    pair(Stop.at(before, old), Stop.at(after, now));
  }

  private boolean sameDepth(int old) {
    return before.plan().bodyDepth() == after.plan().bodyDepth()
        || before.yields(old).stream().noneMatch(yield -> yield.dimension().equals(Dimension.BODY));
  }

  /**
   * Reports the requests that have the one stop before and the other after, if there may be any.
   */
  private void pair(Stop old, Stop now) {
    PairSearch search = new PairSearch(old, now, effort.part(RuleDiff.MOST_STEPS_OF_A_CLASS));
    if (search.isEmpty()) {
      return;
    }
    ExampleRequest example = search.example();
    boolean handsOn = search.handsOn();
    if (example != null) {
      End oldEnd = old.endOf(example, handsOn);
      End newEnd = now.endOf(example, handsOn);
      changes.add(
          new Change(oldEnd, newEnd, Ends.aspects(oldEnd, newEnd), handsOn, Optional.of(example)));
    } else if (!isReported(old, now, handsOn)) {
      changes.add(new Change(old.known(), now.known(), maybe(old, now), handsOn, Optional.empty()));
    }
  }

  /**
   * Whether a class of malformed paths of which no example is known is told of elsewhere: among the
   * classes, since another of the same rules is there, or as an outcome.
   */
  private boolean isReported(Stop old, Stop now, boolean handsOn) {
    if (old.malformed() && now.malformed() && old.name().equals(now.name())) {
      return true;
    }
    return (old.malformed() || now.malformed())
        && changes.stream()
            .anyMatch(
                change ->
                    change.before().rule().equals(old.name())
                        && change.after().rule().equals(now.name())
                        && (handsOn || !change.handsOn()));
  }

  private static Set<Aspect> maybe(Stop old, Stop now) {
    if (!old.name().equals(now.name())) {
      return EnumSet.of(Aspect.RULE);
    }
    return old.looksForKey() && now.looksForKey()
        ? EnumSet.of(Aspect.KEY)
        : EnumSet.of(Aspect.OUTCOME);
  }

  /** Looks at the requests with a malformed path, which end at the first rule that looks at it. */
  private void malformed() {
    int old = RulePairs.firstOnPath(before);
    int now = RulePairs.firstOnPath(after);
    boolean endsBefore = old < before.size();
    boolean endsAfter = now < after.size();
    Stop oldStop = Stop.malformedAt(before, old);
    Stop newStop = Stop.malformedAt(after, now);
    if (endsBefore && endsAfter && hasRoom()) {
      pair(oldStop, newStop);
    }
    for (int rule = 0; endsBefore && rule < (endsAfter ? now : after.size() + 1); rule++) {
      boolean cameFirst = pairs.oldNumber(rule) >= 0 && pairs.oldNumber(rule) < old;
      if (!cameFirst && hasRoom()) {
        pair(oldStop, Stop.at(after, rule));
      }
    }
    for (int rule = 0; endsAfter && rule < (endsBefore ? old : before.size() + 1); rule++) {
      if (!pairs.isKeptBefore(rule, now) && hasRoom()) {
        pair(Stop.at(before, rule), newStop);
      }
    }
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
      case NO_RULE ->
          new PairSearch(Stop.at(before, before.size()), Stop.at(after, after.size()), own)
              .exampleOfAny();
      case MALFORMED ->
          new PairSearch(
                  Stop.malformedAt(before, RulePairs.firstOnPath(before)),
                  Stop.malformedAt(after, RulePairs.firstOnPath(after)),
                  own)
              .exampleOfAny();
      default -> null;
    };
  }
}
