// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.demo;

import java.util.ArrayList;
import java.util.List;

/** Blocks of lines, side by side, each as wide as its widest line. */
final class Columns {

  private static final String GAP = "   ";

  private final List<List<String>> blocks = new ArrayList<>();
  private final List<Integer> widths = new ArrayList<>();

  /**
   * Adds a block to the right; longer lines are cut.
   *
   * @param width the columns that it takes
   */
  Columns add(int width, List<String> lines) {
    blocks.add(lines);
    widths.add(width);
    return this;
  }

  /** The lines of all blocks, without blanks at their ends. */
  List<String> lines() {
    int height = blocks.stream().mapToInt(List::size).max().orElse(0);
    List<String> lines = new ArrayList<>();
    for (int row = 0; row < height; row++) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < blocks.size(); i++) {
        String cell = row < blocks.get(i).size() ? blocks.get(i).get(row) : "";
        line.append(i == 0 ? "" : GAP).append(fitted(cell, widths.get(i)));
      }
      lines.add(line.toString().stripTrailing());
    }
    return lines;
  }

  /** A text of exactly {@code width} columns. */
  static String fitted(String text, int width) {
    return text.length() > width
        ? text.substring(0, width)
        : text + " ".repeat(width - text.length());
  }

  /** A label on the left and a number on the right of {@code width} columns. */
  static String row(String label, String number, int width) {
    return fitted(label, width - number.length() - 1) + " " + number;
  }
}
