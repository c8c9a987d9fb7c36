// SPDX-License-Identifier: Apache-2.0
package io.turnout.decision;

import io.turnout.extract.UnreadableCause;
import java.util.Optional;

/**
 * What a decision rests on.
 *
 * @param rule the name of the rule that decided or at which the search ended; empty if none did
 * @param source the word of the source that held the key, {@code header}; empty without one
 * @param reason empty where a rule or a key decided
 * @param detail why a body was unreadable; empty for any other reason
 * @param rulesVersion the version of the rule set that was asked
 */
public record Grounds(
    Optional<String> rule,
    Optional<String> source,
    Optional<Reason> reason,
    Optional<UnreadableCause> detail,
    String rulesVersion) {

  /** The same grounds of what was simply routed. */
  public Grounds withoutReason() {
    return reason.isEmpty()
        ? this
        : new Grounds(rule, source, Optional.empty(), Optional.empty(), rulesVersion);
  }

  /** The same grounds, with a reason. */
  public Grounds because(Reason why) {
    return new Grounds(rule, source, Optional.of(why), Optional.empty(), rulesVersion);
  }
}
