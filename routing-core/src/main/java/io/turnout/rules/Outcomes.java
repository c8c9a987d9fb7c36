// SPDX-License-Identifier: Apache-2.0
package io.turnout.rules;

import io.turnout.decision.Reason;
import io.turnout.plan.Action;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The outcomes that a rule file can name, and what each is where the file leaves it out. */
final class Outcomes {

  private static final Map<Reason, List<Action>> DEFAULTS = defaults();

  private Outcomes() {}

  /** The outcomes, in the order of the language's description. */
  static List<Reason> all() {
    return List.copyOf(DEFAULTS.keySet());
  }

  /** What {@code outcome} is where the file leaves it out. */
  static List<Action> defaultOf(Reason outcome) {
    List<Action> actions = DEFAULTS.get(outcome);
    if (actions == null) {
      throw new IllegalArgumentException("a rule file cannot name the outcome " + outcome.text());
    }
    return actions;
  }

  /** The words of {@link #all}. */
  static List<String> words() {
    return all().stream().map(Reason::text).toList();
  }

  /** The outcome of that word, which is one of {@link #words}. */
  static Reason ofWord(String word) {
    return Arrays.stream(Reason.values())
        .filter(reason -> reason.text().equals(word))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no outcome is called \"" + word + "\""));
  }

  private static Map<Reason, List<Action>> defaults() {
    Map<Reason, List<Action>> defaults = new LinkedHashMap<>();
    defaults.put(Reason.NO_RULE, List.of(new Action.ToAuthority(), new Action.Reject(404)));
    defaults.put(Reason.AMBIGUOUS, List.of(new Action.Reject(400)));
    defaults.put(Reason.MALFORMED, List.of(new Action.Reject(400)));
    defaults.put(Reason.UNREADABLE_BODY, List.of(new Action.ToAuthority(), new Action.Reject(413)));
    defaults.put(Reason.UNKNOWN_KEY, List.of(new Action.Reject(404)));
    defaults.put(Reason.UNAVAILABLE, List.of(new Action.Reject(503)));
    return Collections.unmodifiableMap(defaults);
  }
}
