// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.nettyproxy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds the page on Netty to the code of this module. */
class PageTest {

  private static final Pattern SHOWN =
      Pattern.compile("<!-- example: ([a-z0-9-]+) -->\n```java\n(.*?)```\n", Pattern.DOTALL);
  private static final Pattern MARKED =
      Pattern.compile("// example: ([a-z0-9-]+)\n(.*?)// end of example", Pattern.DOTALL);

  @Test
  void javaOfThePage_isTheCodeOfThisModule() throws IOException {
    String page = Files.readString(Path.of("..", "..", "docs", "netty.md"));
    List<String> shown = found(SHOWN, page);

    assertThat(shown).isEqualTo(found(MARKED, code()));
    assertThat(page.split("```java", -1)).hasSize(shown.size() + 1);
  }

  private static List<String> found(Pattern pattern, String text) {
    return pattern
        .matcher(text)
        .results()
        .map((MatchResult found) -> found.group(1) + '\n' + flat(found.group(2)))
        .sorted()
        .toList();
  }

  private static String code() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("src", "main"))) {
      return files.filter(Files::isRegularFile).map(PageTest::text).collect(Collectors.joining());
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String flat(String text) {
    return text.lines().map(String::strip).collect(Collectors.joining("\n")).strip();
  }
}
