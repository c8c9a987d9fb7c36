// SPDX-License-Identifier: Apache-2.0
package io.turnout.analyze;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Looks for a request that one rule decides in an old file and another in a new one. */
final class PairSearch {

  private final Program before;
  private final Program after;
  private final int old;
  private final int now;
  private final boolean handsOn;
  private final Chooser chooser;
  private final List<Clause> clauses = new ArrayList<>();

  PairSearch(Program before, Program after, int old, int now, Effort effort) {
    this.before = before;
    this.after = after;
    this.old = old;
    this.now = now;
    this.handsOn = before.needsHandingOn(old) || after.needsHandingOn(now);
    this.chooser = new Chooser(effort, false);
    clauses.addAll(before.unless(old));
    clauses.addAll(after.unless(now));
  }

  /** Whether only a tier that can hand on has such requests. */
  boolean handsOn() {
    return handsOn;
  }

  /** Whether it is proved that no request comes to both rules. */
  boolean isEmpty() {
    try {
      State start = State.of(chooser).plus(literals());
      if (start == null) {
        return chooser.effort().isExact();
      }
      Effort effort = chooser.effort();
      Goal past =
          before.past(old, handsOn, true, effort).and(after.past(now, handsOn, true, effort));
      Search search = new Search(start, clauses, past);
      boolean empty = search.run().verdict() == Search.Verdict.NONE;
      clauses.clear();
      clauses.addAll(search.clauses());
      return empty;
    } catch (Effort.Exhausted e) {
      return false;
    }
  }

  private List<Literal> literals() {
    List<Literal> literals = new ArrayList<>(before.when(old));
    literals.addAll(after.when(now));
    return literals;
  }

  /** The smallest request found that both decide, and differently; null if none was found. */
  @Nullable ExampleRequest example() {
    Goal both = before.comingTo(old, handsOn, true).and(after.comingTo(now, handsOn, true));
    boolean noRule = old == before.size() && now == after.size();
    Goal goal = noRule ? both : both.and(this::sameEnd);
    for (List<Literal> oldWay : before.waysToDecide(old)) {
      for (List<Literal> newWay : after.waysToDecide(now)) {
        List<Literal> literals = literals();
        literals.addAll(oldWay);
        literals.addAll(newWay);
        State found = Search.found(State.of(chooser), literals, clauses, both);
        if (found != null) {
          Draft draft = differing(found, goal, List.of(oldWay, newWay));
          if (draft != null) {
            return Shrinker.smallest(draft, request -> goal.objection(request) == null);
          }
        }
      }
    }
    return null;
  }

  private Goal.@Nullable Objection sameEnd(ExampleRequest request) {
    RuleDiff.End first = Ends.of(before, before.landing(request, handsOn));
    return first.equals(Ends.of(after, after.landing(request, handsOn)))
        ? Goal.Objection.FINAL
        : null;
  }

  /** The request of a state, or one with another value for its sources, that reaches a goal. */
  private static @Nullable Draft differing(State found, Goal goal, List<List<Literal>> ways) {
    Draft draft = found.draft();
    if (goal.objection(draft.request()) == null) {
      return draft;
    }
    for (List<Literal> way : ways) {
      for (Literal literal : way) {
        if (literal instanceof Literal.Yields asked && !asked.dimension().equals(Dimension.PATH)) {
          for (String value : YieldValues.of(asked.yield())) {
            Draft other = draft.with(asked.dimension(), List.of(value));
            if (goal.objection(other.request()) == null) {
              return other;
            }
          }
        }
      }
    }
    return null;
  }
}
