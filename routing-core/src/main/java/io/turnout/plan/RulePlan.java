// SPDX-License-Identifier: Apache-2.0
package io.turnout.plan;

import io.turnout.client.ClientIdentifier;
import io.turnout.decision.Reason;
import io.turnout.split.Splits;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The compiled rules of one file, the same for every tier. Immutable.
 *
 * @param version the version of the rule set, 64 hexadecimal digits
 * @param rules the rules in file order
 * @param outcomes the actions of each outcome of the rule file, of which a tier takes the first it
 *     can do; has all six reasons that a rule file can name
 * @param cells the cells there are; empty if the file does not say
 * @param bodyDepth the deepest JSON nesting that is followed, at least 1
 * @param clients says who is asking
 * @param splits says which version answers
 * @param keysAbsent the names of the tokens whose keys are not here, so that only a tier that can
 *     hand on can run these rules
 */
public record RulePlan(
    String version,
    List<PlannedRule> rules,
    Map<Reason, List<Action>> outcomes,
    Set<String> cells,
    int bodyDepth,
    ClientIdentifier clients,
    Splits splits,
    Set<String> keysAbsent) {

  /** Copies the collections. */
  public RulePlan {
    rules = List.copyOf(rules);
    outcomes = Map.copyOf(outcomes);
    cells = Set.copyOf(cells);
    keysAbsent = Set.copyOf(keysAbsent);
  }
}
