// SPDX-License-Identifier: Apache-2.0
package io.turnout.analyze;

import io.turnout.analyze.RuleDiff.End;
import io.turnout.decision.Reason;
import io.turnout.plan.RuleEffect;
import java.util.List;
import java.util.Optional;

/**
 * Where requests of a class end in one file.
 *
 * @param program the file
 * @param rule the number of the rule; the number of rules for those that no rule decides
 * @param malformed whether they end there because their path is malformed; whatever else the rule
 *     asks does not matter then
 */
record Stop(Program program, int rule, boolean malformed) {

  /** Requests to which a rule applies. */
  static Stop at(Program program, int rule) {
    return new Stop(program, rule, false);
  }

  /** Requests whose malformed path ends the search at a rule, the first that looks at it. */
  static Stop malformedAt(Program program, int rule) {
    return new Stop(program, rule, true);
  }

  /** Whether only a tier that can hand on has such requests. */
  boolean needsHandingOn() {
    return !malformed && program.needsHandingOn(rule);
  }

  /** What is true of each such request. */
  List<Literal> literals() {
    return malformed ? List.of() : program.when(rule);
  }

  /** What else is. */
  List<Clause> clauses() {
    return malformed ? List.of() : program.unless(rule);
  }

  /** What makes them end there and nowhere later, each by itself enough. */
  List<List<Literal>> ways() {
    return malformed ? List.of(List.of()) : program.waysToDecide(rule);
  }

  /** That no rule before always decides a request that may end here. */
  Goal past(boolean handsOn, Effort effort) {
    return program.past(rule, handsOn, !malformed, effort);
  }

  /** That a request ends here. */
  Goal reached(boolean handsOn) {
    return malformed ? program.malformedAt(rule, handsOn) : program.comingTo(rule, handsOn, true);
  }

  /** How a request ends in the file, here or elsewhere. */
  End endOf(ExampleRequest request, boolean handsOn) {
    return Ends.of(program, program.landing(request, handsOn));
  }

  /** Whether the rule looks for a key to end them with. */
  boolean looksForKey() {
    return !malformed
        && rule < program.size()
        && program.rule(rule).effect() instanceof RuleEffect.FindKey;
  }

  /** The rule's name; empty for none. */
  Optional<String> name() {
    return rule == program.size() ? Optional.empty() : Optional.of(program.rule(rule).name());
  }

  /** What is known of the end of each such request. */
  End known() {
    if (malformed) {
      return End.at(name(), Optional.of(Reason.MALFORMED));
    }
    return End.at(name(), rule == program.size() ? Optional.of(Reason.NO_RULE) : Optional.empty());
  }
}
