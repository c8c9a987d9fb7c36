// SPDX-License-Identifier: Apache-2.0
package io.turnout.rules;

import io.turnout.match.PathTemplate;
import io.turnout.plan.Action;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Finds rules that can never decide, because one earlier rule always does first.
 *
 * <p>Only what is certain is reported: the earlier rule decides by {@code then} on every tier, and
 * its conditions {@linkplain Implication follow} from the later one's. What several earlier rules
 * shadow only together is not seen.
 *
 * <p>So that thousands of rules are not compared with each other, a deciding rule is kept under one
 * feature that a later rule must share if its conditions are to follow: a literal segment of a path
 * with its number, a host, or a text that a header or parameter must equal. Of its features that is
 * the one which the fewest rules have, and with several alternatives one of each. Where that leaves
 * more than {@value #MOST_COMPARISONS} comparisons to make in a file, because its rules are too
 * much alike, those beyond are not made, and what they would have found is not reported.
 */
final class Shadowing {

  /** The most pairs of rules of one file that are compared. */
  static final int MOST_COMPARISONS = 500_000;

  private static final List<String> NO_FEATURE = List.of();

  private final Map<List<String>, Integer> rulesWith = new HashMap<>();
  private final Map<List<String>, List<Decider>> byFeature = new HashMap<>();

  private record Decider(int number, RuleFile.Rule rule) {}

  private int comparisonsLeft = MOST_COMPARISONS;

  private Shadowing(List<RuleFile.Rule> rules) {
    rules.stream()
        .filter(Shadowing::alwaysDecides)
        .flatMap(rule -> alternatives(rule.when()).stream())
        .flatMap(List::stream)
        .flatMap(List::stream)
        .forEach(feature -> rulesWith.merge(feature, 1, Integer::sum));
  }

  /** Each shadowed rule with the first rule that shadows it, in file order. */
  static Map<RuleFile.Rule, RuleFile.Rule> of(List<RuleFile.Rule> rules) {
    Shadowing earlier = new Shadowing(rules);
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
    for (List<String> feature : anchors(decider.rule().when())) {
      byFeature.computeIfAbsent(feature, none -> new ArrayList<>()).add(decider);
    }
  }

  private Optional<Decider> firstImpliedBy(RuleFile.Rule rule) {
    return sharedFeatures(rule.when()).stream()
        .flatMap(feature -> first(byFeature.getOrDefault(feature, List.of()), rule).stream())
        .min(Comparator.comparingInt(Decider::number));
  }

  private Optional<Decider> first(List<Decider> candidates, RuleFile.Rule rule) {
    for (Decider decider : candidates) {
      if (comparisonsLeft == 0) {
        break;
      }
      comparisonsLeft--;
      if (Implication.holds(rule, decider.rule())) {
        return Optional.of(decider);
      }
    }
    return Optional.empty();
  }

  /** The rarest features of the condition that has the rarest ones. */
  private List<List<String>> anchors(RuleFile.Tests when) {
    return alternatives(when).stream()
        .filter(condition -> condition.stream().noneMatch(List::isEmpty))
        .map(condition -> condition.stream().map(this::rarest).toList())
        .min(Comparator.comparingInt(this::rulesWithAny))
        .orElse(List.of(NO_FEATURE));
  }

  private List<String> rarest(List<List<String>> features) {
    return features.stream().min(Comparator.comparingInt(this::rulesWith)).orElse(NO_FEATURE);
  }

  private int rulesWithAny(List<List<String>> features) {
    return features.stream().mapToInt(this::rulesWith).sum();
  }

  private int rulesWith(List<String> feature) {
    return rulesWith.getOrDefault(feature, 0);
  }

  /** For each condition that has features, those of each of its alternatives. */
  private static List<List<List<List<String>>>> alternatives(RuleFile.Tests when) {
    List<List<List<List<String>>>> conditions = new ArrayList<>();
    for (RuleFile.Test test : when.all()) {
      if (test instanceof RuleFile.PathTest path) {
        conditions.add(path.templates().stream().map(Shadowing::segments).toList());
      } else if (test instanceof RuleFile.HostTest host) {
        conditions.add(
            host.patterns().stream().map(pattern -> List.of(hostFeature(pattern))).toList());
      } else {
        equalFeature(test).ifPresent(feature -> conditions.add(List.of(List.of(feature))));
      }
    }
    return conditions;
  }

  /** The features of all rules whose conditions may follow from these. */
  private static List<List<String>> sharedFeatures(RuleFile.Tests when) {
    List<List<String>> features = new ArrayList<>();
    features.add(NO_FEATURE);
    for (RuleFile.Test test : when.all()) {
      if (test instanceof RuleFile.PathTest path) {
        features.addAll(segments(path.templates().get(0)));
      } else if (test instanceof RuleFile.HostTest hosts) {
        String host = hosts.patterns().get(0);
        features.add(hostFeature(host));
        for (int dot = host.indexOf('.'); dot >= 0; dot = host.indexOf('.', dot + 1)) {
          features.add(hostFeature("*" + host.substring(dot)));
        }
      } else {
        equalFeature(test).ifPresent(features::add);
      }
    }
    return features;
  }

  private static List<List<String>> segments(PathTemplate path) {
    List<String> segments = Template.of(path.text()).segments();
    List<List<String>> features = new ArrayList<>();
    for (int i = 0; i < segments.size(); i++) {
      if (Template.isLiteral(segments.get(i))) {
        features.add(List.of("path", Integer.toString(i), segments.get(i)));
      }
    }
    return features;
  }

  private static List<String> hostFeature(String pattern) {
    return List.of("host", pattern.toLowerCase(Locale.ROOT));
  }

  private static Optional<List<String>> equalFeature(RuleFile.Test test) {
    if (test instanceof RuleFile.HeaderTest header && header.test().isEqual()) {
      String name = header.name().value().toLowerCase(Locale.ROOT);
      return Optional.of(List.of("header", name, (String) header.test().operand()));
    }
    if (test instanceof RuleFile.QueryTest query && query.test().isEqual()) {
      return Optional.of(List.of("query", query.name().value(), (String) query.test().operand()));
    }
    return Optional.empty();
  }
}
