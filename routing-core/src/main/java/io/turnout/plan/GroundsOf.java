// SPDX-License-Identifier: Apache-2.0
package io.turnout.plan;

import io.turnout.decision.Grounds;
import io.turnout.decision.Reason;
import io.turnout.extract.UnreadableCause;
import java.util.Optional;

/** The grounds of judgements, made once when a plan is made. */
final class GroundsOf {

  private GroundsOf() {}

  static Grounds noRule(String version) {
    return new Grounds(
        Optional.empty(), Optional.empty(), Optional.of(Reason.NO_RULE), Optional.empty(), version);
  }

  static Grounds rule(String rule, String version) {
    return new Grounds(
        Optional.of(rule), Optional.empty(), Optional.empty(), Optional.empty(), version);
  }

  static Grounds source(String rule, String word, String version) {
    return new Grounds(
        Optional.of(rule), Optional.of(word), Optional.empty(), Optional.empty(), version);
  }

  static Grounds unreadable(Grounds grounds, UnreadableCause cause) {
    return new Grounds(
        grounds.rule(),
        grounds.source(),
        Optional.of(Reason.UNREADABLE_BODY),
        Optional.of(cause),
        grounds.rulesVersion());
  }
}
