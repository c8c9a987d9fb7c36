// SPDX-License-Identifier: Apache-2.0
package io.turnout.plan;

import io.turnout.protocol.HandedKey;

/**
 * A rule by which a router before this one can have found a key.
 *
 * @param number its place among the rules
 * @param grounds what stands fixed for such a key
 */
record HandedRule(int number, Judgement.KeyGrounds grounds) {

  /** The word for the source of such a key. */
  static final String SOURCE = "edge";

  /** Whether the rule, in this version of the rules, can have found the key. */
  boolean fits(HandedKey key) {
    return grounds.namespace().equals(key.key().namespace())
        && key.rules().map(grounds.found().rulesVersion()::equals).orElse(true);
  }
}
