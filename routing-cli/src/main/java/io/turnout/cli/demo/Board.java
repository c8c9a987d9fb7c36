// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.demo;

import io.turnout.cli.measure.Latencies;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The tables of a tally, as lines of at most 78 characters; always as many. */
final class Board {

  private static final int COLUMN = 24;
  private static final int ROWS = 5;
  private static final int CELLS = 4;

  private Board() {}

  static List<String> lines(Tally tally) {
    List<String> lines = new ArrayList<>();
    Latencies latencies = tally.latencies();
    lines.addAll(
        new Columns()
            .add(
                COLUMN,
                List.of(
                    "OUTCOME",
                    row("  to a cell", tally.outcomes().of("to a cell")),
                    row("  rejected", tally.outcomes().of("rejected")),
                    row("  as expected", tally.done() - tally.different()),
                    row("  different", tally.different())))
            .add(COLUMN, table("ARRIVED AT CELL", tally.cells(), CELLS))
            .add(
                COLUMN,
                List.of(
                    "TIME TO DECIDE",
                    Columns.row("  p50", Numbers.time(latencies.quantile(0.5)), COLUMN),
                    Columns.row("  p99", Numbers.time(latencies.quantile(0.99)), COLUMN),
                    Columns.row("  max", Numbers.time(latencies.max()), COLUMN)))
            .lines());
    lines.add("");
    lines.addAll(
        new Columns()
            .add(COLUMN, table("RULE", tally.rules(), ROWS))
            .add(COLUMN, table("SOURCE OF THE KEY", tally.sources(), ROWS))
            .add(COLUMN, table("FRESHNESS, FROM", tally.freshness(), ROWS))
            .lines());
    return lines;
  }

  /** A heading, the most frequent words, and what is left; always as many lines. */
  private static List<String> table(String heading, Counts counts, int rows) {
    List<String> lines = new ArrayList<>();
    lines.add(heading);
    boolean all = counts.size() <= rows;
    for (Counts.Count count : counts.top(all ? rows : rows - 1)) {
      lines.add(row("  " + count.word(), count.times()));
    }
    if (!all) {
      lines.add("  and " + (counts.size() - rows + 1) + " more");
    }
    lines.addAll(Collections.nCopies(rows + 1 - lines.size(), ""));
    return lines;
  }

  private static String row(String label, long number) {
    return Columns.row(label, Numbers.count(number), COLUMN);
  }
}
