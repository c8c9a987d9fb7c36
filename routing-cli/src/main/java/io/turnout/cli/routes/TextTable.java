// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.routes;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Rows below a head, in columns as wide as they have to be. For one thread. */
final class TextTable {

  private static final String GAP = "  ";

  private final List<List<String>> rows = new ArrayList<>();
  private final Set<Integer> numbers;

  /**
   * A table without rows.
   *
   * @param numbers the columns that are aligned at their ends, from 0
   */
  TextTable(Set<Integer> numbers, String... head) {
    this.numbers = Set.copyOf(numbers);
    rows.add(List.of(head));
  }

  /** Adds a row of as many cells as the head has. */
  void add(String... cells) {
    if (cells.length != rows.get(0).size()) {
      throw new IllegalArgumentException(
          cells.length + " cells in a table of " + rows.get(0).size() + " columns");
    }
    rows.add(List.of(cells));
  }

  /** The lines, each with its end. */
  String text() {
    int columns = rows.get(0).size();
    int[] widths = new int[columns];
    for (List<String> row : rows) {
      for (int i = 0; i < columns; i++) {
        widths[i] = Math.max(widths[i], width(row.get(i)));
      }
    }
    StringBuilder text = new StringBuilder();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < columns; i++) {
        String space = " ".repeat(widths[i] - width(row.get(i)));
        line.append(i == 0 ? "" : GAP)
            .append(numbers.contains(i) ? space + row.get(i) : row.get(i) + space);
      }
      text.append(line.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }

  private static int width(String text) {
    return text.codePointCount(0, text.length());
  }
}
