// SPDX-License-Identifier: Apache-2.0
package io.turnout.analyze;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Looks for a request that reaches a goal, guided by what stands in the way of those it tries.
 *
 * <p>A request is made of what is known to be needed, and tried. If a rule stands in its way, the
 * clause "that rule does not" is needed too. A clause with one way that is left is taken at once;
 * among the others ways are chosen, and chosen differently when they lead nowhere. Each round rules
 * a request out, and only clauses of rules that really stood in the way are ever looked at. When
 * the clauses cannot be true together, no request reaches the goal.
 */
final class Search {

  /** The most requests that are tried in one search. */
  static final int MOST_ROUNDS = 5_000;

  /** What a round costs, beside what the lines of the request's header do. */
  private static final int STEPS_OF_A_ROUND = 50;

  /** The most clauses of which those are sorted out that were not needed. */
  private static final int MOST_SORTED_CLAUSES = 64;

  private final Goal goal;
  private final State start;
  private final List<Clause> all = new ArrayList<>();
  private final List<Clause> open = new ArrayList<>();
  private State sure;

  /**
   * What came of a search.
   *
   * @param verdict whether there is such a request
   * @param found the state of which the request is; null if none was found
   */
  record Result(Verdict verdict, @Nullable State found) {}

  /** Whether there is a request that reaches the goal. */
  enum Verdict {
    /** There is one. */
    FOUND,
    /** There is none. */
    NONE,
    /** None was found, and that there is none was not proved. */
    UNKNOWN
  }

  /**
   * A search among the requests of a state.
   *
   * @param clauses what else is needed from the start
   */
  Search(State start, List<Clause> clauses, Goal goal) {
    this.start = start;
    this.sure = start;
    this.goal = goal;
    all.addAll(clauses);
    open.addAll(clauses);
  }

  /**
   * A state whose request reaches a goal, and of which more literals are true; null if none was
   * found.
   */
  static @Nullable State found(
      State start, List<Literal> literals, List<Clause> clauses, Goal goal) {
    try {
      State state = start.plus(literals);
      return state == null ? null : new Search(state, clauses, goal).run().found();
    } catch (Effort.Exhausted e) {
      return null;
    }
  }

  /** Looks for the request. */
  Result run() {
    try {
      State state = solved(sure, open);
      for (int round = 0; state != null && round < MOST_ROUNDS; round++) {
        ExampleRequest request = state.draft().request();
        start.effort().spend(STEPS_OF_A_ROUND + request.fields().size() * request.fields().size());
        Goal.Objection objection = goal.objection(request);
        if (objection == null) {
          return new Result(Verdict.FOUND, state);
        }
        if (objection.clause() == null) {
          return new Result(Verdict.UNKNOWN, null);
        }
        state = without(state, objection.clause());
      }
      boolean none = state == null && start.effort().isExact();
      return new Result(none ? Verdict.NONE : Verdict.UNKNOWN, null);
    } catch (Effort.Exhausted e) {
      return new Result(Verdict.UNKNOWN, null);
    }
  }

  /** The clauses that came up, of which many may not have been needed. */
  List<Clause> clauses() {
    return all;
  }

  /**
   * The rules whose clauses leave nothing, after {@link #run} found that nothing is left: as few as
   * can be, where there are not too many clauses to sort.
   */
  List<Integer> needed() {
    List<Clause> needed = new ArrayList<>(all);
    if (needed.size() <= MOST_SORTED_CLAUSES) {
      for (int i = all.size() - 1; i >= 0 && needed.size() > 1; i--) {
        List<Clause> fewer = new ArrayList<>(needed);
        fewer.remove(all.get(i));
        try {
          if (solved(start, fewer) == null && start.effort().isExact()) {
            needed = fewer;
          }
        } catch (Effort.Exhausted e) {
          break;
        }
      }
    }
    return needed.stream().map(Clause::rule).filter(rule -> rule >= 0).distinct().sorted().toList();
  }

  /** A state of which one more clause is true; null if there is none. */
  private @Nullable State without(State state, Clause clause) {
    all.add(clause);
    List<List<Literal>> ways = ways(sure, clause);
    if (ways.isEmpty()) {
      return null;
    }
    if (ways.size() == 1) {
      State surer = sure.plus(ways.get(0));
      sure = surer == null ? sure : surer;
    } else {
      open.add(new Clause(clause.rule(), ways));
    }
    for (List<Literal> way : ways) {
      State next = state.plus(way);
      if (next != null) {
        return next;
      }
    }
    return solved(sure, open);
  }

  private static List<List<Literal>> ways(State state, Clause clause) {
    List<List<Literal>> ways = new ArrayList<>();
    for (List<Literal> way : clause.ways()) {
      if (state.plus(way) != null) {
        ways.add(way);
      }
    }
    return ways;
  }

  /** A state in which one way of each clause is true; null if there is none. */
  private static @Nullable State solved(State state, List<Clause> clauses) {
    List<List<Literal>> fewest = null;
    List<Clause> left = new ArrayList<>();
    Clause chosen = null;
    for (Clause clause : clauses) {
      if (clause.ways().stream().anyMatch(state::asks)) {
        continue;
      }
      left.add(clause);
      if (fewest == null || fewest.size() > 1) {
        List<List<Literal>> ways = ways(state, clause);
        if (ways.isEmpty()) {
          return null;
        }
        if (fewest == null || ways.size() < fewest.size()) {
          fewest = ways;
          chosen = clause;
        }
      }
    }
    if (fewest == null) {
      return state;
    }
    left.remove(chosen);
    for (List<Literal> way : fewest) {
      State next = state.plus(way);
      State found = next == null ? null : solved(next, left);
      if (found != null) {
        return found;
      }
    }
    return null;
  }
}
