// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.demo;

import io.turnout.cli.measure.Latencies;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The tables of two tiers, as lines of at most 78 characters; always as many. */
final class TierBoard {

  private static final int COLUMN = 24;
  private static final int ROWS = 4;

  private TierBoard() {}

  static List<String> lines(TierTally tally, TierCourse course) {
    List<String> lines = new ArrayList<>();
    lines.addAll(
        new Columns()
            .add(
                COLUMN,
                rows(
                    "EDGES DECIDED",
                    tally.atEdges(),
                    "by a copy",
                    "by a rule alone",
                    "rejected",
                    "handed on"))
            .add(COLUMN, most("HANDED ON BECAUSE", tally.handedOn()))
            .add(
                COLUMN,
                rows(
                    "AUTHORITY DECIDED",
                    tally.atAuthority(),
                    "to a cell",
                    "rejected",
                    "of a proven edge",
                    "of somebody else"))
            .lines());
    lines.add("");
    lines.addAll(
        new Columns()
            .add(COLUMN, way(tally, course))
            .add(COLUMN, most("ARRIVED AT CELL", course.cells()))
            .add(COLUMN, times(tally))
            .lines());
    return lines;
  }

  private static List<String> way(TierTally tally, TierCourse course) {
    List<String> lines = new ArrayList<>();
    lines.add("ON THE WAY");
    lines.add(row("  by an edge alone", course.ways().of(TierCourse.DIRECT)));
    lines.add(row("  by the authority", course.ways().of(TierCourse.HANDED_ON)));
    lines.add(row("  routes learnt", tally.routes().of("taught")));
    lines.add(row("  used, refreshed", tally.routes().of("used and refreshed")));
    return lines;
  }

  private static List<String> times(TierTally tally) {
    List<String> lines = new ArrayList<>();
    lines.add("TIME TO DECIDE");
    lines.addAll(times("edge", tally.edgeDecisions()));
    lines.addAll(times("authority", tally.authorityDecisions()));
    return lines;
  }

  private static List<String> times(String tier, Latencies latencies) {
    return List.of(
        Columns.row("  " + tier + " p50", Numbers.time(latencies.quantile(0.5)), COLUMN),
        Columns.row("  " + tier + " p99", Numbers.time(latencies.quantile(0.99)), COLUMN));
  }

  private static List<String> rows(String heading, Counts counts, String... words) {
    List<String> lines = new ArrayList<>();
    lines.add(heading);
    for (String word : words) {
      lines.add(row("  " + word, counts.of(word)));
    }
    return lines;
  }

  private static List<String> most(String heading, Counts counts) {
    List<String> lines = new ArrayList<>();
    lines.add(heading);
    counts.top(ROWS).forEach(count -> lines.add(row("  " + count.word(), count.times())));
    lines.addAll(Collections.nCopies(ROWS + 1 - lines.size(), ""));
    return lines;
  }

  private static String row(String label, long number) {
    return Columns.row(label, Numbers.count(number), COLUMN);
  }
}
