// SPDX-License-Identifier: Apache-2.0
package io.turnout.analyze;

import io.turnout.plan.RulePlan;
import io.turnout.rules.RuleSet;
import io.turnout.split.Split;
import io.turnout.split.Splits;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Who gets another stage when one rule file replaces another, and how many. Immutable.
 *
 * @param changes one for each split of either file, in the order of the new one, followed by those
 *     that it no longer has. A split that was renamed, and is the same otherwise, is one
 */
public record SplitPlan(List<SplitChange> changes) {

  /** Copies the list. */
  public SplitPlan {
    changes = List.copyOf(changes);
  }

  /** Compares the splits of two files. */
  public static SplitPlan between(RuleSet oldRules, RuleSet newRules) {
    Objects.requireNonNull(oldRules, "oldRules");
    Objects.requireNonNull(newRules, "newRules");
    return between(oldRules.plan(), newRules.plan());
  }

  static SplitPlan between(RulePlan before, RulePlan after) {
    return between(
        before.splits(), after.splits(), ChangedClients.between(before.clients(), after.clients()));
  }

  static SplitPlan between(Splits before, Splits after, ChangedClients clients) {
    Map<String, Split> gone = byName(before);
    gone.keySet().removeAll(byName(after).keySet());
    Map<String, Split> old = byName(before);
    List<SplitChange> changes = new ArrayList<>();
    for (Split split : after.all()) {
      Split same = old.get(split.name());
      Optional<Split> was = same == null ? renamed(split, gone.values()) : Optional.of(same);
      was.ifPresent(found -> gone.remove(found.name()));
      changes.add(new SplitChange(was, Optional.of(split), clients));
    }
    gone.values()
        .forEach(
            split -> changes.add(new SplitChange(Optional.of(split), Optional.empty(), clients)));
    return new SplitPlan(changes);
  }

  private static Map<String, Split> byName(Splits splits) {
    Map<String, Split> byName = new LinkedHashMap<>();
    splits.all().forEach(split -> byName.put(split.name(), split));
    return byName;
  }

  /** The split that a new one was, if there is one that has its cookie and its stages. */
  private static Optional<Split> renamed(Split split, Iterable<Split> gone) {
    for (Split old : gone) {
      if (old.identity().cookie().name().equals(split.identity().cookie().name())
          && stages(old).equals(stages(split))) {
        return Optional.of(old);
      }
    }
    return Optional.empty();
  }

  private static Set<String> stages(Split split) {
    return SplitChange.byName(split).keySet();
  }

  /** Whether no split changes. */
  public boolean isEmpty() {
    return changes.stream().allMatch(SplitChange::isEmpty);
  }
}
