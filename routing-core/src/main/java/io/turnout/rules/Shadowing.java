// SPDX-License-Identifier: Apache-2.0
package io.turnout.rules;

import io.turnout.match.PathTemplate;
import io.turnout.plan.Action;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds rules that can never decide, because one earlier rule always does first.
 *
 * <p>Only what is certain is reported: the earlier rule decides by {@code then} on every tier, and
 * its conditions {@linkplain Implication follow} from the later one's. What several earlier rules
 * shadow only together is not seen.
 *
 * <p>The conditions of a rule with paths can follow only from a path that begins with the same
 * literal segments, so these are the key under which it is found again.
 */
final class Shadowing {

  private final Map<List<String>, List<Decider>> byLiteralStart = new HashMap<>();
  private final List<Decider> withoutPath = new ArrayList<>();

  private record Decider(int number, RuleFile.Rule rule) {}

  private Shadowing() {}

  /** Each shadowed rule with the first rule that shadows it, in file order. */
  static Map<RuleFile.Rule, RuleFile.Rule> of(List<RuleFile.Rule> rules) {
    Shadowing earlier = new Shadowing();
    Map<RuleFile.Rule, RuleFile.Rule> shadowed = new LinkedHashMap<>();
    for (int number = 0; number < rules.size(); number++) {
      RuleFile.Rule rule = rules.get(number);
      earlier.firstImpliedBy(rule).ifPresent(by -> shadowed.put(rule, by.rule()));
      if (alwaysDecides(rule)) {
        earlier.add(new Decider(number, rule));
      }
    }
    return shadowed;
  }

  private static boolean alwaysDecides(RuleFile.Rule rule) {
    return rule.effect() instanceof RuleFile.Then then
        && !(then.action().value() instanceof Action.ToAuthority);
  }

  private void add(Decider decider) {
    List<PathTemplate> templates = decider.rule().when().templates();
    if (templates.isEmpty()) {
      withoutPath.add(decider);
    }
    for (PathTemplate path : templates) {
      Template template = Template.of(path.text());
      List<String> start = template.segments().subList(0, template.literalSegments());
      byLiteralStart.computeIfAbsent(start, none -> new ArrayList<>()).add(decider);
    }
  }

  private Optional<Decider> firstImpliedBy(RuleFile.Rule rule) {
    Optional<Decider> first = first(withoutPath, rule);
    List<PathTemplate> templates = rule.when().templates();
    if (templates.isEmpty()) {
      return first;
    }
    Template template = Template.of(templates.get(0).text());
    for (int count = 0; count <= template.literalSegments(); count++) {
      List<Decider> candidates =
          byLiteralStart.getOrDefault(template.segments().subList(0, count), List.of());
      Optional<Decider> found = first(candidates, rule);
      if (found.isPresent() && (first.isEmpty() || found.get().number() < first.get().number())) {
        first = found;
      }
    }
    return first;
  }

  private static Optional<Decider> first(List<Decider> candidates, RuleFile.Rule rule) {
    return candidates.stream()
        .filter(decider -> Implication.holds(rule, decider.rule()))
        .findFirst();
  }
}
