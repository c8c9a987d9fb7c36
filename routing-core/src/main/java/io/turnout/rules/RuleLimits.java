// SPDX-License-Identifier: Apache-2.0
package io.turnout.rules;

import io.turnout.client.ClientIdentifier;
import io.turnout.protocol.HandedClient;

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
 * @param ranges ranges of addresses of one list
 * @param rangeFiles files of ranges of one list
 * @param rangeFileBytes bytes of one of them
 * @param sharedKeys keys of one edge or split
 * @param covers components that an edge's signatures must cover
 * @param tags entries of {@code tags}
 * @param splits entries of {@code splits}
 * @param stages stages of one split
 * @param labels labels of one stage
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
    int rangeFiles,
    int rangeFileBytes,
    int sharedKeys,
    int covers,
    int tags,
    int splits,
    int stages,
    int labels,
    int regexAtoms,
    int textChars,
    int bodyBytes,
    int depth) {

  /** Room for thousands of rules. */
  static final RuleLimits DEFAULT =
      new RuleLimits(
          20_000,
          64,
          1_000,
          64,
          16,
          8,
          10_000,
          64,
          100,
          256 << 10,
          64,
          10_000,
          16,
          8 << 20,
          8,
          32,
          ClientIdentifier.MAX_TAGS,
          HandedClient.MAX_STAGES,
          64,
          16,
          2_000_000,
          4_096,
          1 << 30,
          1_000);
}
