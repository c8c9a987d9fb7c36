// SPDX-License-Identifier: Apache-2.0
package io.turnout.analyze;

import io.turnout.decision.Grounds;
import io.turnout.decision.Reason;
import io.turnout.plan.Judgement;
import java.util.Optional;

/**
 * Where a request ended.
 *
 * @param rule the number of the rule; the number of rules if none decided
 * @param grounds what the judgement rests on
 * @param judgement what the rules said; never one that is still open
 */
record Landing(int rule, Grounds grounds, Judgement judgement) {

  /** Why the rule did not simply decide. */
  Optional<Reason> reason() {
    return grounds.reason();
  }
}
