// SPDX-License-Identifier: Apache-2.0
package io.turnout.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What was measured and what it is held against, as a page shows it. */
interface Table {

  /** What its marks on the page are called. */
  String name();

  /** The table as text. */
  String text();

  /** The lines whose goal fails by more than noise. */
  List<String> failures();

  /**
   * Replaces what a page has between the two marks of the table.
   *
   * @throws IllegalStateException if it does not have them
   */
  default void writeInto(Path page) throws IOException {
    String begin = "<!-- " + name() + " -->\n";
    String end = "<!-- /" + name() + " -->";
    String old = Files.readString(page);
    int from = old.indexOf(begin);
    int to = old.indexOf(end);
    if (from < 0 || to < from) {
      throw new IllegalStateException(
          page + " must have the marks " + begin.strip() + " and " + end);
    }
    Files.writeString(page, old.substring(0, from + begin.length()) + text() + old.substring(to));
  }
}
