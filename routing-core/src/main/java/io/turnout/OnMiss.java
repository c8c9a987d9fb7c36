// SPDX-License-Identifier: Apache-2.0
package io.turnout;

/** What a router does with a request whose key it does not hold. */
public enum OnMiss {
  /** Asks the authority before it decides. */
  LOOK_UP,
  /** Hands the request to the authority tier; only {@link Tier#EDGE} can. */
  HAND_ON
}
