// SPDX-License-Identifier: Apache-2.0
package io.turnout.analyze;

import java.util.List;

/**
 * What must be true so that one rule does not stand in the way: all literals of one of its ways.
 *
 * @param rule the number of the rule in its file
 * @param ways the ways out; none if there is none
 */
record Clause(int rule, List<List<Literal>> ways) {

  /** Copies the list. */
  Clause {
    ways = List.copyOf(ways);
  }
}
