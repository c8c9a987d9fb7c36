// SPDX-License-Identifier: Apache-2.0
package io.turnout.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class RegexSizeTest {

  private static void hasAtoms(String regex, int atoms) {
    assertThat(RegexSize.of(regex, atoms)).as("%s at %d", regex, atoms).isEqualTo(atoms);
    assertThat(RegexSize.of(regex, 20_000)).as(regex).isEqualTo(atoms);
    assertThat(RegexSize.of(regex, atoms - 1)).as("%s below %d", regex, atoms).isEqualTo(atoms);
  }

  @Test
  void atoms_areCounted() {
    hasAtoms("abc", 3);
    hasAtoms("a\\(\\{b", 4);
    hasAtoms("[a-z0-9]x", 2);
    hasAtoms("\\x{2028}b", 2);
    hasAtoms("\\x{41}{3}b", 4);
    hasAtoms("\\p{Greek}\\P{L}", 2);
    hasAtoms("\\d{3}", 3);
    hasAtoms("[]a]b", 2);
    hasAtoms("[^]a]b", 2);
    hasAtoms("[\\]{9}]b", 2);
    hasAtoms("[[:alpha:]{5}]b", 2);
    hasAtoms("\\x{1000}b", 2);
    hasAtoms("\\p{Greek}{3}", 3);
  }

  @Test
  void quotedText_isText() {
    hasAtoms("\\Q[(\\E(a{5}){2}\\Q)]\\E", 14);
    hasAtoms("\\Qab\\E{3}", 4);
    hasAtoms("\\Qa\\", 2);
    hasAtoms("x\\Q\\E", 1);
  }

  @Test
  void repetitions_areWrittenOut() {
    hasAtoms("a{3}", 3);
    hasAtoms("a{2,5}b", 6);
    hasAtoms("a{4,}", 4);
    hasAtoms("(ab){3}", 6);
    hasAtoms("((a{2}b){3}c){4}", 40);
    hasAtoms("[0-9a-z_]{1,40}", 40);
    hasAtoms("a{x}", 4);
  }

  @Test
  void repetitionsThatFillTheMemory_areRefusedBeforeTheyAreCompiled() {
    for (String regex :
        new String[] {
          "((a{1000}){1000}){1000}",
          "(((a{100}){100}){100}){100}",
          "(([^)]{1000}){1000}){1000}",
          "\\Q[\\E((a{1000}){1000}){1000}\\Q]\\E",
          "(?:(?:(?:\\pL{999}){999}){999}){999}"
        }) {
      assertThatThrownBy(() -> TextTest.regex(regex))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("20000 atoms");
    }
    assertThat(TextTest.regex("(a{1000}){20}").passes("a".repeat(20_000))).isTrue();
    assertThatThrownBy(() -> TextTest.regex("(a{1000}){20}a"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void parenthesesInQuotedText_doNotNest() {
    String quoted = "\\Q" + "(".repeat(RegexLimits.MAX_DEPTH + 1) + "\\E";
    assertThat(TextTest.regex(quoted).passes("(".repeat(RegexLimits.MAX_DEPTH + 1))).isTrue();
    String nested = "(".repeat(RegexLimits.MAX_DEPTH + 1) + ")".repeat(RegexLimits.MAX_DEPTH + 1);
    assertThatThrownBy(() -> TextTest.regex("\\Q)))\\E" + nested))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("100 parentheses");
  }

  @Test
  void brokenExpressions_haveSomeSize() {
    for (String regex :
        new String[] {
          "", "\\", "\\x", "\\x{", "\\p{L", "[", "[^", "[\\", "[[:", "(", ")", "{", "a{", "a{1",
          "){9}", "\\Q"
        }) {
      assertThat(RegexSize.of(regex, 20_000)).as(regex).isLessThanOrEqualTo(9);
    }
  }
}
