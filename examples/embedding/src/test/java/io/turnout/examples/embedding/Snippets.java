// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.embedding;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The marked texts of this module's files, by name. */
final class Snippets {

  private static final String START = "example: ";
  private static final String END = "end of example";

  private Snippets() {}

  /** All of them; a name that stands twice or does not end fails. */
  static Map<String, String> ofThisModule() {
    Map<String, String> snippets = new TreeMap<>();
    try (Stream<Path> files = Stream.concat(Files.list(Path.of("")), Files.walk(Path.of("src")))) {
      files
          .filter(Snippets::mayHoldSome)
          .forEach(file -> collect(file.toString(), lines(file), snippets));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return snippets;
  }

  private static boolean mayHoldSome(Path file) {
    return file.toString().endsWith(".java") || file.toString().endsWith(".yaml");
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void collect(String file, List<String> lines, Map<String, String> to) {
    String sign = file.endsWith(".java") ? "// " : "# ";
    for (int start = 0; start < lines.size(); start++) {
      String line = lines.get(start).strip();
      if (line.startsWith(sign + START)) {
        int end = start + 1;
        while (!lines.get(end).strip().equals(sign + END)) {
          end++;
        }
        String name = line.substring((sign + START).length());
        if (to.put(name, text(lines.subList(start + 1, end))) != null) {
          throw new IllegalStateException(file + ": the example " + name + " stands twice");
        }
        start = end;
      }
    }
  }

  /** Without the common indentation and blank lines at the end. */
  private static String text(List<String> lines) {
    int indentation =
        lines.stream()
            .filter(line -> !line.isBlank())
            .mapToInt(line -> line.length() - line.stripLeading().length())
            .min()
            .orElse(0);
    return lines.stream()
            .map(line -> line.isBlank() ? "" : line.substring(indentation))
            .collect(Collectors.joining("\n"))
            .stripTrailing()
        + "\n";
  }
}
