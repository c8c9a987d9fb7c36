// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Classes of requests that have one side in common: those that end at one rule of the new file, or
 * ended at one of the old. One change of a file often moves requests of many rules.
 *
 * @param rows at least one
 */
record DiffGroup(List<DiffReport.Row> rows) {

  private static final String NO_RULE = "(no rule)";

  /** Groups the classes so that few groups are left; the biggest effect comes first. */
  static List<DiffGroup> of(List<DiffReport.Row> rows) {
    List<DiffReport.Row> left = new ArrayList<>(rows);
    List<DiffGroup> groups = new ArrayList<>();
    while (!left.isEmpty()) {
      List<DiffReport.Row> after = largest(left, row -> row.rules().after());
      List<DiffReport.Row> before = largest(left, row -> row.rules().before());
      List<DiffReport.Row> chosen = before.size() > after.size() ? before : after;
      groups.add(new DiffGroup(chosen));
      left.removeAll(chosen);
    }
    groups.sort(
        Comparator.comparingLong(DiffGroup::count)
            .thenComparingInt(group -> group.rows().get(0).weight())
            .thenComparingInt(group -> group.rows().size())
            .reversed());
    return groups;
  }

  private static List<DiffReport.Row> largest(
      List<DiffReport.Row> rows, Function<DiffReport.Row, Optional<String>> side) {
    Map<Optional<String>, List<DiffReport.Row>> bySide = new LinkedHashMap<>();
    rows.forEach(
        row -> bySide.computeIfAbsent(side.apply(row), none -> new ArrayList<>()).add(row));
    return bySide.values().stream().max(Comparator.comparingInt(List::size)).orElseThrow();
  }

  /** How many recorded requests are in it. */
  long count() {
    return rows.stream().mapToLong(DiffReport.Row::count).sum();
  }

  /** The class that stands for all of them. */
  DiffReport.Row first() {
    return rows.get(0);
  }

  /** How the old file ends them. */
  String before() {
    return side(row -> row.rules().before(), DiffReport.Row::before);
  }

  /** How the new file ends them. */
  String after() {
    return side(row -> row.rules().after(), DiffReport.Row::after);
  }

  private String side(
      Function<DiffReport.Row, Optional<String>> rule, Function<DiffReport.Row, String> end) {
    String name = rule.apply(first()).orElse(NO_RULE);
    long others = rows.stream().map(rule).distinct().count() - 1;
    if (others > 0) {
      return name + " and " + others + " more";
    }
    boolean oneEnd = rows.stream().map(end).distinct().count() == 1;
    return oneEnd ? name + ": " + end.apply(first()) : name;
  }
}
