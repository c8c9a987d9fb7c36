// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.ownlayer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class PageTest {

  private static final Pattern EXAMPLE =
      Pattern.compile("<!-- example: own-layer[a-z-]* -->\n```java\n(.*?)```", Pattern.DOTALL);

  @Test
  void examplesOfThePage_areTheCodeOfThisModule() throws IOException {
    String code =
        flat(source("main/java/io/turnout/examples/ownlayer/MapRouteCache.java"))
            + flat(source("test/java/io/turnout/examples/ownlayer/MapRouteCacheContractTest.java"));
    String page = Files.readString(Path.of("..", "..", "docs", "layers.md"));
    assertThat(EXAMPLE.matcher(page).results().map(MatchResult::group)).hasSize(2);
    assertThat(EXAMPLE.matcher(page).results().map(example -> flat(example.group(1))))
        .allSatisfy(example -> assertThat(code).contains(example));
  }

  private static String source(String path) throws IOException {
    return Files.readString(Path.of("src", path));
  }

  private static String flat(String text) {
    return text.lines().map(String::strip).collect(Collectors.joining("\n"));
  }
}
