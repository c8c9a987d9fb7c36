// SPDX-License-Identifier: Apache-2.0
package io.turnout.rules;

/**
 * The most that a rule file may hold.
 *
 * @param rules rules of a file
 * @param conditions conditions of one rule, {@code when} and {@code unless} together, each name of
 *     {@code header} and {@code query} counted
 * @param alternatives entries of a list of methods, hosts, path templates or media types
 * @param sources sources of one rule
 * @param transforms transforms of one rule
 * @param actions entries of one list of actions
 * @param cells entries of {@code cells}
 * @param tokens entries of {@code jwt}
 * @param regexAtoms atoms of all regular expressions and path templates together, repetitions
 *     written out; compiled, an atom takes about 100 bytes
 * @param textChars characters (code points) of one text: a name, a template, a pointer, a regular
 *     expression
 * @param bodyBytes the largest {@code body.limit}
 * @param depth the largest {@code body.depth}
 */
record RuleLimits(
    int rules,
    int conditions,
    int alternatives,
    int sources,
    int transforms,
    int actions,
    int cells,
    int tokens,
    int regexAtoms,
    int textChars,
    int bodyBytes,
    int depth) {

  /** Room for thousands of rules. */
  static final RuleLimits DEFAULT =
      new RuleLimits(20_000, 64, 1_000, 64, 16, 8, 10_000, 64, 2_000_000, 4_096, 1 << 30, 1_000);
}
