// SPDX-License-Identifier: Apache-2.0
package io.turnout.analyze;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Looks for a request that one rule decides, among the requests of a class. */
final class WitnessSearch {

  private final Program program;
  private final int rule;
  private final boolean handsOn;
  private final Chooser chooser;

  /**
   * A search for one rule.
   *
   * @param rule its number; the number of rules to look for a request that none decides
   */
  WitnessSearch(Program program, int rule, boolean handsOn, Effort effort) {
    this.program = program;
    this.rule = rule;
    this.handsOn = handsOn;
    this.chooser = new Chooser(effort, false);
  }

  /**
   * What was found.
   *
   * @param verdict whether a request comes to the rule that no earlier one always decides
   * @param witness a request that comes to it; null if none was found
   * @param decides whether the rule decides the witness
   * @param blamed the numbers of the rules that leave nothing, if the verdict is NONE
   */
  record Answer(
      Search.Verdict verdict,
      @Nullable ExampleRequest witness,
      boolean decides,
      List<Integer> blamed) {

    private static Answer none(List<Integer> blamed) {
      return new Answer(Search.Verdict.NONE, null, false, blamed);
    }

    private static Answer unknown() {
      return new Answer(Search.Verdict.UNKNOWN, null, false, List.of());
    }
  }

  /**
   * Whether it is proved that, before the rule, others always decide each request of which these
   * literals are true; what the rule itself asks does not count.
   */
  boolean isEmpty(List<Literal> literals) {
    try {
      State start = State.of(chooser).plus(literals);
      return start == null
          ? chooser.effort().isExact()
          : new Search(start, List.of(), program.past(rule, handsOn, false, chooser.effort()))
                  .run()
                  .verdict()
              == Search.Verdict.NONE;
    } catch (Effort.Exhausted e) {
      return false;
    }
  }

  /** Looks for a request of which these literals, too, are true. */
  Answer answer(List<Literal> also) {
    State start = start(also);
    if (start == null) {
      return chooser.effort().isExact() ? Answer.none(List.of()) : Answer.unknown();
    }
    Search past =
        new Search(
            start, program.unless(rule), program.past(rule, handsOn, true, chooser.effort()));
    Search.Result result = past.run();
    if (result.verdict() == Search.Verdict.NONE) {
      return Answer.none(past.needed());
    }
    if (result.verdict() == Search.Verdict.UNKNOWN) {
      return Answer.unknown();
    }
    Goal decided = program.comingTo(rule, handsOn, true);
    for (List<Literal> way : program.waysToDecide(rule)) {
      State found = Search.found(start, way, past.clauses(), decided);
      if (found != null) {
        return shrunk(found, decided, also, true);
      }
    }
    Goal reached = program.comingTo(rule, handsOn, false);
    State found = Search.found(start, List.of(), past.clauses(), reached);
    return found == null
        ? new Answer(Search.Verdict.FOUND, null, false, List.of())
        : shrunk(found, reached, also, false);
  }

  /**
   * Whether earlier rules decide all requests which fit the rule's conditions, and which. No
   * witness is looked for, so this is quick.
   */
  Answer withoutWitness() {
    State start = start(List.of());
    if (start == null) {
      return chooser.effort().isExact() ? Answer.none(List.of()) : Answer.unknown();
    }
    Search past =
        new Search(
            start, program.unless(rule), program.past(rule, handsOn, true, chooser.effort()));
    Search.Verdict verdict = past.run().verdict();
    return verdict == Search.Verdict.NONE
        ? Answer.none(past.needed())
        : new Answer(verdict, null, false, List.of());
  }

  private @Nullable State start(List<Literal> also) {
    List<Literal> literals = new ArrayList<>(also);
    literals.addAll(program.when(rule));
    try {
      return State.of(chooser).plus(literals);
    } catch (Effort.Exhausted e) {
      chooser.effort().leftOut();
      return null;
    }
  }

  private Answer shrunk(State found, Goal goal, List<Literal> also, boolean decides) {
    ExampleRequest smallest =
        Shrinker.smallest(
            found.draft(),
            request ->
                program.applies(rule, request)
                    && also.stream().allMatch(literal -> literal.isTrueOf(request))
                    && goal.objection(request) == null);
    return new Answer(Search.Verdict.FOUND, smallest, decides, List.of());
  }
}
