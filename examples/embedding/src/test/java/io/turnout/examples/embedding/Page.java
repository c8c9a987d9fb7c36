// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.embedding;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A page of the documentation, of which tests see the fenced blocks.
 *
 * @param name its path from the project's root
 * @param text all of it
 * @param fences its fenced blocks, in order
 */
record Page(String name, String text, List<Fence> fences) {

  /** The project's root, seen from the folder of this module, where tests run. */
  private static final Path ROOT = Path.of("..", "..");

  private static final String FENCE = "```";

  /**
   * A fenced block.
   *
   * @param place the page and the line where it begins
   * @param language the word behind the opening fence
   * @param note what a comment says in the line before, without its brackets; empty if there is
   *     none
   * @param after the line behind the closing fence
   */
  record Fence(String place, String language, String note, String text, String after) {

    boolean isExample() {
      return note.startsWith("example: ");
    }

    String exampleName() {
      return note.substring("example: ".length());
    }

    @Override
    public String toString() {
      return place;
    }
  }

  static Page read(String name) {
    try {
      String text = Files.readString(ROOT.resolve(name));
      return new Page(name, text, fences(name, text.lines().toList()));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + name, e);
    }
  }

  @Override
  public String toString() {
    return name;
  }

  private static List<Fence> fences(String name, List<String> lines) {
    List<Fence> fences = new ArrayList<>();
    for (int start = 0; start < lines.size(); start++) {
      if (lines.get(start).startsWith(FENCE)) {
        int end = start + 1;
        while (!lines.get(end).equals(FENCE)) {
          end++;
        }
        fences.add(
            new Fence(
                name + ":" + (start + 1),
                lines.get(start).substring(FENCE.length()),
                start == 0 ? "" : note(lines.get(start - 1)),
                String.join("\n", lines.subList(start + 1, end)) + "\n",
                end + 1 < lines.size() ? lines.get(end + 1) : ""));
        start = end;
      }
    }
    return fences;
  }

  private static String note(String line) {
    return line.startsWith("<!-- ") && line.endsWith(" -->")
        ? line.substring("<!-- ".length(), line.length() - " -->".length())
        : "";
  }
}
