// SPDX-License-Identifier: Apache-2.0
package io.turnout.analyze;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Looks for a request that has one stop in an old file and another in a new one. */
final class PairSearch {

  private final Stop before;
  private final Stop after;
  private final boolean handsOn;
  private final Chooser chooser;
  private final List<Clause> clauses = new ArrayList<>();

  PairSearch(Stop before, Stop after, Effort effort) {
    this.before = before;
    this.after = after;
    this.handsOn = before.needsHandingOn() || after.needsHandingOn();
    this.chooser = new Chooser(effort, false);
    clauses.addAll(before.clauses());
    clauses.addAll(after.clauses());
  }

  /** Whether only a tier that can hand on has such requests. */
  boolean handsOn() {
    return handsOn;
  }

  /** Whether it is proved that no request comes to both stops. */
  boolean isEmpty() {
    try {
      State start = nothingAsked().plus(literals());
      if (start == null) {
        return chooser.effort().isExact();
      }
      Effort effort = chooser.effort();
      Goal past = before.past(handsOn, effort).and(after.past(handsOn, effort));
      Search search = new Search(start, clauses, past);
      boolean empty = search.run().verdict() == Search.Verdict.NONE;
      clauses.clear();
      clauses.addAll(search.clauses());
      return empty;
    } catch (Effort.Exhausted e) {
      return false;
    }
  }

  private State nothingAsked() {
    return before.malformed() || after.malformed() ? State.malformed(chooser) : State.of(chooser);
  }

  private List<Literal> literals() {
    List<Literal> literals = new ArrayList<>(before.literals());
    literals.addAll(after.literals());
    return literals;
  }

  /** The smallest request found that ends at both, and differently; null if none was found. */
  @Nullable ExampleRequest example() {
    return example(this::sameEnd);
  }

  /** The smallest request found that ends at both; null if none was found. */
  @Nullable ExampleRequest exampleOfAny() {
    return example(request -> null);
  }

  private @Nullable ExampleRequest example(Goal different) {
    Goal both = before.reached(handsOn).and(after.reached(handsOn));
    Goal goal = both.and(different);
    for (List<Literal> oldWay : before.ways()) {
      for (List<Literal> newWay : after.ways()) {
        List<Literal> literals = literals();
        literals.addAll(oldWay);
        literals.addAll(newWay);
        State found = Search.found(nothingAsked(), literals, clauses, both);
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
    return before.endOf(request, handsOn).equals(after.endOf(request, handsOn))
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
