// SPDX-License-Identifier: Apache-2.0
package io.turnout.rules;

/**
 * The most that a rule file may hold.
 *
 * @param rules rules of a file
 * @param conditions conditions of one rule, each name of {@code header} and {@code query} counted
 * @param alternatives entries of a list of methods, hosts, path templates or media types
 * @param sources sources of one rule
 * @param transforms transforms of one rule
 * @param actions entries of one list of actions
 * @param cells entries of {@code cells}
 * @param tokens entries of {@code jwt}
 * @param setKeys keys of one key set
 * @param keyFileBytes bytes of one key file
 * @param edges entries of {@code edges}
 * @param ranges ranges of addresses of one edge
 * @param regexAtoms atoms of all expressions and templates, repetitions written out; 100 bytes each
 * @param textChars code points of one text: a name, a template, a pointer, an expression
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
    int setKeys,
    int keyFileBytes,
    int edges,
    int ranges,
    int regexAtoms,
    int textChars,
    int bodyBytes,
    int depth) {

  /** Room for thousands of rules. */
  static final RuleLimits DEFAULT =
      new RuleLimits(
          20_000, 64, 1_000, 64, 16, 8, 10_000, 64, 100, 256 << 10, 64, 10_000, 2_000_000, 4_096,
          1 << 30, 1_000);
}
