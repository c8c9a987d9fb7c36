// SPDX-License-Identifier: Apache-2.0
package io.turnout.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ProblemTest {

  private static final Position AT = new Position(2, 52);

  @Test
  void text_namesPlaceAndSuggestion() {
    Problem plain = Problem.error(AT, ProblemCode.UNKNOWN_KEY, "unknown key \"methd\"");

    assertThat(plain.text()).isEqualTo("2:52: unknown key \"methd\"");
    assertThat(plain.suggesting(Optional.of("method")).toString())
        .isEqualTo("2:52: unknown key \"methd\" (did you mean \"method\"?)");
  }

  @Test
  void problems_areListedByPlaceAndWarningsApart() {
    Problems problems = new Problems();
    problems.warning(new Position(3, 1), ProblemCode.UNUSED_TOKEN, "w");
    assertThat(problems.hasErrors()).isFalse();
    problems.error(new Position(2, 9), ProblemCode.YAML, "b");
    problems.error(new Position(2, 3), ProblemCode.YAML, "a");

    assertThat(problems.hasErrors()).isTrue();
    assertThat(problems.list()).extracting(Problem::message).containsExactly("a", "b", "w");
    assertThat(problems.warnings()).extracting(Problem::message).containsExactly("w");
  }

  @Test
  void problemFoundTwice_isListedOnce() {
    Problems problems = new Problems();
    problems.error(AT, ProblemCode.UNKNOWN_KEY, "a");
    problems.error(AT, ProblemCode.UNKNOWN_KEY, "a");
    problems.error(AT, ProblemCode.UNKNOWN_KEY, "b");

    assertThat(problems.list()).extracting(Problem::message).containsExactly("a", "b");
  }

  @Test
  void codes_areSpeltAsInTheRuleLanguage() {
    assertThat(Arrays.stream(ProblemCode.values()).map(ProblemCode::text))
        .startsWith(
            "yaml",
            "duplicate-key",
            "unknown-key",
            "missing-key",
            "conflicting-keys",
            "wrong-type",
            "unsupported-version",
            "duplicate-name",
            "unknown-capture",
            "unknown-token",
            "unknown-tag",
            "unknown-cell",
            "invalid-regex",
            "invalid-pointer",
            "invalid-media-type",
            "invalid-duration",
            "invalid-size",
            "invalid-path",
            "invalid-action",
            "invalid-value",
            "limit-too-large",
            "unreadable-key");
  }

  @Test
  void position_beginsAtOne() {
    assertThatThrownBy(() -> new Position(0, 1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Position(1, 0)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void shown_isShortAndOnOneLine() {
    assertThat(Shown.text("a\nb\u0085")).isEqualTo("\"a\\u000ab\\u0085\"");
    assertThat(Shown.text("x".repeat(60))).hasSize(62);
    assertThat(Shown.text("x".repeat(61))).isEqualTo("\"" + "x".repeat(60) + "…\"");
    assertThat(Shown.text("x".repeat(59) + "\uD83D\uDE00"))
        .isEqualTo("\"" + "x".repeat(59) + "…\"");
  }
}
