// SPDX-License-Identifier: Apache-2.0
package io.turnout.analyze;

import io.turnout.analyze.RuleDiff.Aspect;
import io.turnout.analyze.RuleDiff.End;
import io.turnout.plan.Action;
import io.turnout.plan.Judgement;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** Says how a request ends, and what two ends differ in. */
final class Ends {

  private Ends() {}

  static End of(Program program, Landing landing) {
    Optional<String> rule =
        landing.rule() == program.size()
            ? Optional.empty()
            : Optional.of(program.rule(landing.rule()).name());
    if (landing.judgement() instanceof Judgement.Key found) {
      return new End(
          rule,
          landing.grounds().source(),
          Optional.of(found.key()),
          Optional.empty(),
          Optional.of(found.keyGrounds().unknownKey().action()),
          landing.reason());
    }
    return new End(
        rule,
        landing.grounds().source(),
        Optional.empty(),
        Optional.of(((Judgement.Act) landing.judgement()).action()),
        Optional.empty(),
        landing.reason());
  }

  /** What changes from one end to the other. */
  static Set<Aspect> aspects(End before, End after) {
    Set<Aspect> aspects = EnumSet.noneOf(Aspect.class);
    if (!before.rule().equals(after.rule())) {
      aspects.add(Aspect.RULE);
    }
    if (!before.source().equals(after.source())) {
      aspects.add(Aspect.SOURCE);
    }
    if (!before.key().equals(after.key())) {
      aspects.add(Aspect.KEY);
    }
    if (!before.action().equals(after.action())) {
      boolean cells = isCell(before) && isCell(after);
      aspects.add(cells ? Aspect.CELL : Aspect.OUTCOME);
    }
    if (!before.unknownKey().equals(after.unknownKey())
        || !before.reason().equals(after.reason())) {
      aspects.add(Aspect.OUTCOME);
    }
    return aspects;
  }

  private static boolean isCell(End end) {
    return end.action().filter(Action.ToCell.class::isInstance).isPresent();
  }
}
