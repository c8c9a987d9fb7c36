// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Lists the sections of the rule reference that no fixture names under {@code proves}.
 *
 * <p>A section is a heading with text before the next one; its name is the heading. It needs no
 * other class, so {@code bin/unproved} runs it from its source.
 */
final class Unproved {

  private static final Pattern PROVES = Pattern.compile("(?m)^proves: \\[ (.*) ]$");
  private static final Pattern SECTION = Pattern.compile("\"rules: ([^\"]+)\"");

  private Unproved() {}

  /**
   * Prints the sections, each on a line.
   *
   * @param arguments the root folder of the project; the current one if there is none
   */
  public static void main(String[] arguments) throws IOException {
    Path root = Path.of(arguments.length == 0 ? "." : arguments[0]);
    sections(root).forEach(System.out::println);
  }

  /** The headings of the sections without a fixture, in the order of the page. */
  static List<String> sections(Path root) throws IOException {
    List<String> sections =
        sectionsWithText(Files.readAllLines(root.resolve(Path.of("docs", "rules.md"))));
    sections.removeAll(
        proved(root.resolve(Path.of("conformance-fixtures/src/main/resources/fixtures"))));
    return sections;
  }

  private static List<String> sectionsWithText(List<String> lines) {
    List<String> sections = new ArrayList<>();
    String heading = "";
    boolean fenced = false;
    for (String line : lines) {
      fenced ^= line.startsWith("```");
      if (line.startsWith("#") && !fenced) {
        heading = line.replaceFirst("^#+ ", "");
      } else if (!line.isBlank() && !heading.isEmpty()) {
        sections.add(heading);
        heading = "";
      }
    }
    return sections;
  }

  private static Set<String> proved(Path fixtures) throws IOException {
    Set<String> proved = new HashSet<>();
    try (Stream<Path> tree = Files.walk(fixtures)) {
      for (Path file : tree.filter(path -> path.toString().endsWith(".yaml")).toList()) {
        Matcher line = PROVES.matcher(Files.readString(file));
        while (line.find()) {
          SECTION.matcher(line.group(1)).results().forEach(found -> proved.add(found.group(1)));
        }
      }
    }
    return proved;
  }
}
