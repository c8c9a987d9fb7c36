// SPDX-License-Identifier: Apache-2.0
package io.turnout.analyze;

import io.turnout.match.Condition;
import io.turnout.match.HeaderFits;
import io.turnout.match.HostIs;
import io.turnout.match.MethodIs;
import io.turnout.match.PathFits;
import io.turnout.match.PathTemplate;
import io.turnout.match.QueryFits;
import io.turnout.match.SegmentPattern;
import io.turnout.match.TextTests;
import io.turnout.plan.PlannedRule;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Finds the rules of a file that can meet another rule, without looking at each.
 *
 * <p>Many rules say outright what a feature of the request is: a literal segment of the path, the
 * one host, the one method. Two rules that say different things of one feature never meet. So of
 * the features that a rule has, the one is taken that leaves the fewest others: those that say the
 * same of it, and those that say nothing. Immutable.
 */
final class Neighbours {

  /** A feature is of use if at least one rule in so many has it. */
  private static final int RARE = 4;

  private static final int MOST_SEGMENTS = 8;

  private final boolean single;
  private final int[] all;
  private final Map<String, Map<String, int[]>> same = new HashMap<>();
  private final Map<String, int[]> without = new HashMap<>();

  /**
   * The rules to find.
   *
   * @param single whether fields and parameters have one value at most
   */
  Neighbours(List<PlannedRule> rules, boolean single) {
    this.single = single;
    all = IntStream.range(0, rules.size()).toArray();
    List<Map<String, String>> features = rules.stream().map(this::features).toList();
    Map<String, Integer> counts = new HashMap<>();
    features.forEach(
        some -> some.keySet().forEach(feature -> counts.merge(feature, 1, Integer::sum)));
    counts.values().removeIf(count -> count < rules.size() / RARE);
    for (String feature : counts.keySet()) {
      Map<String, List<Integer>> numbers = new HashMap<>();
      List<Integer> others = new ArrayList<>();
      for (int rule = 0; rule < rules.size(); rule++) {
        String value = features.get(rule).get(feature);
        (value == null ? others : numbers.computeIfAbsent(value, key -> new ArrayList<>()))
            .add(rule);
      }
      Map<String, int[]> byValue = new HashMap<>();
      numbers.forEach((value, some) -> byValue.put(value, array(some)));
      same.put(feature, byValue);
      without.put(feature, array(others));
    }
  }

  private static int[] array(List<Integer> numbers) {
    return numbers.stream().mapToInt(Integer::intValue).toArray();
  }

  /** The numbers of all rules that can meet one, and of some that cannot, in order. */
  int[] of(PlannedRule rule) {
    int[] equal = all;
    int[] others = {};
    for (Map.Entry<String, String> feature : features(rule).entrySet()) {
      int[] silent = without.get(feature.getKey());
      if (silent != null) {
        Map<String, int[]> byValue = same.getOrDefault(feature.getKey(), Map.of());
        int[] agreeing = byValue.getOrDefault(feature.getValue(), new int[0]);
        if (agreeing.length + silent.length < equal.length + others.length) {
          equal = agreeing;
          others = silent;
        }
      }
    }
    return others.length == 0
        ? equal
        : IntStream.concat(IntStream.of(equal), IntStream.of(others)).sorted().toArray();
  }

  /** What a rule says outright, by the feature that it says it of. */
  private Map<String, String> features(PlannedRule rule) {
    Map<String, String> features = new HashMap<>();
    for (Condition condition : rule.when()) {
      if (condition instanceof MethodIs method && method.names().size() == 1) {
        features.put("method", method.names().get(0));
      } else if (condition instanceof HostIs host && host.patterns().size() == 1) {
        if (!host.patterns().get(0).startsWith("*.")) {
          features.put("host", host.patterns().get(0));
        }
      } else if (condition instanceof PathFits path) {
        segments(path.templates(), features);
      } else if (single
          && condition instanceof HeaderFits header
          && header.test() instanceof TextTests.Equal equal) {
        features.put("header " + header.name(), equal.text());
      } else if (single
          && condition instanceof QueryFits query
          && query.test() instanceof TextTests.Equal equal) {
        features.put("query " + query.name(), equal.text());
      }
    }
    return features;
  }

  private static void segments(List<PathTemplate> templates, Map<String, String> features) {
    List<SegmentPattern> first = templates.get(0).segments();
    for (int i = 0; i < Math.min(first.size(), MOST_SEGMENTS); i++) {
      SegmentPattern segment = first.get(i);
      int at = i;
      if (segment.literal()
          && templates.stream()
              .allMatch(
                  template ->
                      at < template.segments().size()
                          && template.segments().get(at).equals(segment))) {
        features.put("segment " + i, segment.prefix());
      }
    }
  }
}
