// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import io.turnout.analyze.ExampleRequest;
import io.turnout.analyze.RuleDiff;
import io.turnout.decision.Reason;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What changes, ready to be shown.
 *
 * @param rows the classes, the biggest effect first
 */
record DiffReport(RuleDiff diff, TrafficDiff traffic, List<Row> rows) {

  /**
   * A class of requests.
   *
   * @param count how many of the recorded requests are in it
   * @param handsOn whether it is so on a tier only that can hand on
   */
  record Row(
      TrafficDiff.Pair rules,
      long count,
      String before,
      String after,
      Set<RuleDiff.Aspect> aspects,
      boolean handsOn,
      Optional<ExampleRequest> example) {

    /** What changes, in words. */
    String what() {
      return aspects.stream().sorted().map(Words::of).collect(Collectors.joining(", "));
    }

    /** Whether a request of the class is known. */
    boolean isShown() {
      return count > 0 || example.isPresent();
    }

    int weight() {
      return aspects.contains(RuleDiff.Aspect.OUTCOME) || aspects.contains(RuleDiff.Aspect.CELL)
          ? 2
          : aspects.contains(RuleDiff.Aspect.KEY) ? 1 : 0;
    }
  }

  static DiffReport of(RuleDiff diff, TrafficDiff traffic) {
    Set<TrafficDiff.Pair> onEachTier = new HashSet<>();
    List<Row> all = new ArrayList<>();
    for (RuleDiff.Change change : diff.changes()) {
      Row row = row(change, traffic);
      if (change.handsOn() || onEachTier.add(row.rules())) {
        all.add(row);
      }
    }
    for (TrafficDiff.Pair pair : traffic.pairs()) {
      if (!onEachTier.contains(pair)) {
        all.add(recorded(pair, diff, traffic));
      }
    }
    all.sort(Comparator.comparingLong(Row::count).thenComparingInt(Row::weight).reversed());
    return new DiffReport(diff, traffic, List.copyOf(all));
  }

  private static Row row(RuleDiff.Change change, TrafficDiff traffic) {
    TrafficDiff.Pair pair = new TrafficDiff.Pair(change.before().rule(), change.after().rule());
    Optional<TrafficDiff.Counted> counted = traffic.of(pair).filter(none -> !change.handsOn());
    return new Row(
        pair,
        counted.map(TrafficDiff.Counted::count).orElse(0L),
        text(change.before()),
        text(change.after()),
        change.aspects(),
        change.handsOn(),
        change.example());
  }

  /** A class of recorded requests in which only the action of an outcome changes. */
  private static Row recorded(TrafficDiff.Pair pair, RuleDiff diff, TrafficDiff traffic) {
    TrafficDiff.Counted counted = traffic.of(pair).orElseThrow();
    Reason outcome = pair.before().isEmpty() ? Reason.NO_RULE : Reason.UNKNOWN_KEY;
    return new Row(
        pair,
        counted.count(),
        counted.before(),
        counted.after(),
        Set.of(RuleDiff.Aspect.OUTCOME),
        false,
        diff.outcomes().stream()
            .filter(change -> change.outcome() == outcome)
            .flatMap(change -> change.example().stream())
            .findFirst());
  }

  private static String text(RuleDiff.End end) {
    StringBuilder text = new StringBuilder();
    end.key()
        .ifPresent(
            key ->
                text.append("key ")
                    .append(key.namespace())
                    .append(end.source().map(source -> " from " + source).orElse("")));
    if (end.key().isEmpty()) {
      text.append(end.action().map(Object::toString).orElse("?"));
      end.reason().ifPresent(reason -> text.append(" (").append(reason.text()).append(')'));
    }
    return text.toString();
  }

  boolean isEmpty() {
    return diff.isEmpty() && rows.isEmpty();
  }
}
