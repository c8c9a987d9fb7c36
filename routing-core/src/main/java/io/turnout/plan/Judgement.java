// SPDX-License-Identifier: Apache-2.0
package io.turnout.plan;

import io.turnout.decision.Grounds;
import io.turnout.spi.RouteKey;

/** What the rules say of a request. */
public sealed interface Judgement permits Judgement.Act, Judgement.Key, BodyWalk {

  /** The rules are done, and this is what they say is to be done. */
  record Act(Action action, Grounds grounds) implements Judgement {}

  /** A route key was found, which is to be resolved. */
  record Key(RouteKey key, KeyGrounds keyGrounds) implements Judgement {}

  /**
   * What stands fixed for a source of a rule before any request comes.
   *
   * @param namespace the namespace of its keys
   * @param found the grounds of a key that it yields
   * @param unknownKey what is done where that key is unknown
   */
  record KeyGrounds(String namespace, Grounds found, Act unknownKey) {}
}
