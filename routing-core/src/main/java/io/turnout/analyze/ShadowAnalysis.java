// SPDX-License-Identifier: Apache-2.0
package io.turnout.analyze;

import io.turnout.analyze.Shadowing.Finding;
import io.turnout.analyze.Shadowing.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Judges the rules of one file, in order. */
final class ShadowAnalysis {

  private final Program program;
  private final Neighbours neighbours;
  private final Effort effort = Effort.of(Shadowing.MOST_STEPS);
  private final Effort pairEffort = Effort.of(Shadowing.MOST_PAIR_STEPS);

  ShadowAnalysis(Program program) {
    this.program = program;
    this.neighbours = new Neighbours(program.plan().rules(), true);
  }

  List<Finding> findings() {
    List<Finding> findings = new ArrayList<>();
    for (int rule = 0; rule < program.size(); rule++) {
      findings.add(finding(rule));
    }
    return findings;
  }

  /**
   * Those of rules that never decide, or of which that is not known; nothing else is looked for.
   */
  List<Finding> deadOrUnknown() {
    List<Finding> findings = new ArrayList<>();
    for (int rule = 0; rule < program.size(); rule++) {
      WitnessSearch.Answer answer = search(rule).withoutWitness();
      if (answer.verdict() == Search.Verdict.NONE) {
        findings.add(dead(rule, answer.blamed()));
      } else if (answer.verdict() == Search.Verdict.UNKNOWN) {
        findings.add(unknown(rule));
      }
    }
    return findings;
  }

  private Finding unknown(int rule) {
    String name = program.rule(rule).name();
    return new Finding(name, Status.UNKNOWN, Optional.empty(), false, List.of());
  }

  private WitnessSearch search(int rule) {
    return new WitnessSearch(
        program, rule, program.needsHandingOn(rule), effort.part(Shadowing.MOST_STEPS_OF_A_RULE));
  }

  private Finding dead(int rule, List<Integer> blamed) {
    String name = program.rule(rule).name();
    return new Finding(name, Status.DEAD, Optional.empty(), false, names(blamed));
  }

  private Finding finding(int rule) {
    String name = program.rule(rule).name();
    WitnessSearch.Answer answer = search(rule).answer(List.of());
    if (answer.verdict() == Search.Verdict.NONE) {
      return dead(rule, answer.blamed());
    }
    ExampleRequest witness = answer.witness();
    if (witness == null) {
      return unknown(rule);
    }
    List<Integer> others = deciding(rule);
    Status status = others.isEmpty() ? Status.REACHABLE : Status.PARTLY;
    return new Finding(name, status, Optional.of(witness), answer.decides(), names(others));
  }

  private List<String> names(List<Integer> rules) {
    return rules.stream().map(rule -> program.rule(rule).name()).toList();
  }

  /** The first earlier rules that decide a request which fits the conditions of one. */
  private List<Integer> deciding(int rule) {
    List<Integer> deciding = new ArrayList<>();
    Chooser chooser = new Chooser(pairEffort.part(Shadowing.MOST_STEPS_OF_A_RULE), true);
    State own = plus(State.of(chooser), program.when(rule));
    try {
      for (int earlier : neighbours.of(program.rule(rule))) {
        if (own == null || earlier >= rule || deciding.size() == Shadowing.MOST_NAMED_RULES) {
          break;
        }
        pairEffort.spend(1);
        if (program.alwaysDecides(earlier, program.needsHandingOn(rule))
            && Overlap.isPossible(program.rule(rule).when(), program.rule(earlier).when(), true)
            && meets(own, rule, earlier)) {
          deciding.add(earlier);
        }
      }
    } catch (Effort.Exhausted e) {
      return deciding;
    }
    return deciding;
  }

  private boolean meets(State own, int rule, int earlier) {
    State both = own.plus(program.when(earlier));
    if (both == null) {
      return false;
    }
    List<Clause> clauses = new ArrayList<>(program.unless(rule));
    clauses.addAll(program.unless(earlier));
    return clauses.isEmpty()
        || new Search(both, clauses, request -> null).run().verdict() == Search.Verdict.FOUND;
  }

  private static @Nullable State plus(State state, List<Literal> literals) {
    try {
      return state.plus(literals);
    } catch (Effort.Exhausted e) {
      return null;
    }
  }
}
