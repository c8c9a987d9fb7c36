// SPDX-License-Identifier: Apache-2.0
package io.turnout.match;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import io.turnout.Seeds;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RegexRunsTest {

  private static final List<String> PARTS =
      List.of(
          "a",
          "b",
          "-",
          "_",
          "é",
          ".",
          "\\.",
          "\\d",
          "\\-",
          "\\w",
          "[0-9]",
          "[a-c]",
          "[abc]",
          "[-a]",
          "[a-]",
          "[a-c0-9_]",
          "[^a]",
          "[]a]",
          "[a^]",
          "[+-]",
          "[a-c-e]",
          "[\\d]",
          "(a)",
          "a|b",
          "^",
          "$",
          "{",
          "}",
          ",");
  private static final List<String> COUNTS =
      List.of(
          "", "", "", "?", "*", "+", "{2}", "{1,}", "{1,3}", "{0,2}", "{0}", "+?", "{,2}", "{3,1}");
  private static final String CHARACTERS = "aabbc0-9_.^+]$,{}é";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "b-[0-9]{5,9}",
        "acct_[0-9a-z]{8}",
        "[0-9]{7}",
        "^card_\\d+$",
        "[a-z]+-[0-9]*",
        "",
        "a\\.b"
      })
  void runsOfCharacters_areReadAsSuch(String regex) {
    assertThat(RegexRuns.of(regex)).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "(a)",
        "a|b",
        ".*",
        "[^a]",
        "a+a",
        "[a-z]*[a-c]",
        "a?b?a",
        "\\w+",
        "a+?",
        "é",
        "a\\$$x"
      })
  void whatNeedsMore_isLeftToTheEngine(String regex) {
    assertThat(RegexRuns.of(regex)).isNull();
  }

  @Test
  void matching_agreesWithTheEngine() {
    assertThat(Seeds.sum(20_000, RegexRunsTest::runsThatAgree)).isGreaterThan(1_000);
  }

  private static int runsThatAgree(Random random) {
    String regex = randomRegex(random);
    RegexRuns read = RegexRuns.of(regex);
    Pattern pattern = read == null ? null : compiled(regex);
    if (read == null || pattern == null) {
      return 0;
    }
    for (int i = 0; i < 20; i++) {
      String text = randomText(random);
      assertThat(read.matches(text))
          .as("\"%s\" on \"%s\"", regex, text)
          .isEqualTo(pattern.matches(text));
    }
    return 1;
  }

  /** The engine's pattern; null where the expression is refused before anybody asks for runs. */
  private static @Nullable Pattern compiled(String regex) {
    try {
      return Pattern.compile(regex);
    } catch (PatternSyntaxException e) {
      return null;
    }
  }

  private static String randomRegex(Random random) {
    StringBuilder regex = new StringBuilder();
    for (int parts = 1 + random.nextInt(4); parts > 0; parts--) {
      regex.append(PARTS.get(random.nextInt(PARTS.size())));
      regex.append(COUNTS.get(random.nextInt(COUNTS.size())));
    }
    return regex.toString();
  }

  private static String randomText(Random random) {
    StringBuilder text = new StringBuilder();
    for (int length = random.nextInt(8); length > 0; length--) {
      text.append(CHARACTERS.charAt(random.nextInt(CHARACTERS.length())));
    }
    return text.toString();
  }
}
