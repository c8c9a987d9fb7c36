// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pages show what the command prints; long outputs with lines left out. */
class PageOutputsTest {

  private static final Pattern RUN =
      Pattern.compile("```\n\\$ \\./turnout ([^\n]*)\n(.*?)```", Pattern.DOTALL);

  @ParameterizedTest
  @CsvSource({"docs/change.md, 6", "docs/traffic.md, 1"})
  void outputs_areThoseOfTheCommand(String page, int expected) throws IOException {
    Matcher run = RUN.matcher(Files.readString(Ran.project().resolve(page)));
    int runs = 0;
    while (run.find()) {
      runs++;
      String project = Ran.project() + "/examples/";
      List<String> words = new ArrayList<>();
      for (String word : run.group(1).split(" ", -1)) {
        words.add(word.replaceFirst("^examples/", Matcher.quoteReplacement(project)));
      }
      String printed =
          Ran.turnout(words.toArray(String[]::new)).out().replace(project, "examples/");
      assertThat(printed.lines().toList())
          .as(run.group(1))
          .containsSubsequence(run.group(2).lines().toList());
    }
    assertThat(runs).as(page).isEqualTo(expected);
  }
}
