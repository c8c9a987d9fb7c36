// SPDX-License-Identifier: Apache-2.0
package io.turnout.match;

import java.util.List;

/**
 * What an index wants to know of a rule.
 *
 * @param when the conditions that must all hold; empty for always
 * @param unless the conditions of which one must fail; empty for none
 */
public record IndexedRule(List<Condition> when, List<Condition> unless) {

  /** Copies both lists. */
  public IndexedRule {
    when = List.copyOf(when);
    unless = List.copyOf(unless);
  }

  /** Whether a {@code path} condition stands in either list. */
  public boolean looksAtPath() {
    return when.stream().anyMatch(Condition::looksAtPath)
        || unless.stream().anyMatch(Condition::looksAtPath);
  }
}
