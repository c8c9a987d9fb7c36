// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.servletproxy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds the guide to servlets to the code of this module. */
class PageTest {

  private static final Pattern SHOWN =
      Pattern.compile("<!-- example: (\\S+) -->\n```java\n(.*?)```", Pattern.DOTALL);
  private static final Pattern MARKED =
      Pattern.compile("// example: (\\S+)\n(.*?)// end of example", Pattern.DOTALL);

  private final String page = Files.readString(Path.of("..", "..", "docs", "servlet.md"));

  PageTest() throws IOException {}

  @Test
  void examples_of_the_page_are_the_code_of_this_module() throws IOException {
    assertThat(texts(SHOWN, page)).isEqualTo(marked());
  }

  @Test
  void java_on_the_page_is_an_example() {
    assertThat(Pattern.compile("```java").matcher(page).results())
        .hasSameSizeAs(SHOWN.matcher(page).results().toList());
  }

  private static Map<String, String> marked() throws IOException {
    Map<String, String> marked = new TreeMap<>();
    try (Stream<Path> files = Files.walk(Path.of("src", "main"))) {
      List<Path> sources = files.filter(file -> file.toString().endsWith(".java")).toList();
      for (Path source : sources) {
        marked.putAll(texts(MARKED, Files.readString(source)));
      }
    }
    return marked;
  }

  private static Map<String, String> texts(Pattern pattern, String text) {
    Map<String, String> texts = new TreeMap<>();
    for (MatchResult found : pattern.matcher(text).results().toList()) {
      texts.put(found.group(1), flat(found.group(2)));
    }
    return texts;
  }

  private static String flat(String text) {
    return text.lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty())
        .collect(Collectors.joining("\n"));
  }
}
