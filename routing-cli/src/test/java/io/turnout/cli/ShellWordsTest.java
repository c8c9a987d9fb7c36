// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ShellWordsTest {

  private static void words(String line, String... words) {
    assertThat(ShellWords.of(line)).as(line).containsExactly(words);
  }

  @Test
  void blanks_separateWords() {
    words("node router.js", "node", "router.js");
    words("  a\t b \n", "a", "b");
    words("");
  }

  @Test
  void quotes_keepBlanksAndMayBeEmpty() {
    words("sh -c 'a \"b\" c'", "sh", "-c", "a \"b\" c");
    words("\"a 'b'\" ''", "a 'b'", "");
    words("a'b c'd", "ab cd");
  }

  @Test
  void backslash_escapesOneCharacter() {
    words("a\\ b", "a b");
    words("\"a\\\"b\\n\"", "a\"b\\n");
    words("'a\\b'", "a\\b");
    words("a\\", "a\\");
  }

  @Test
  void whatAShellExpands_staysAsItIs() {
    words("$HOME *.js ; ~", "$HOME", "*.js", ";", "~");
  }

  @Test
  void quoteThatIsNotClosed_isRefused() {
    assertThatThrownBy(() -> ShellWords.of("a 'b"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the quote ' at character 3 is not closed: a 'b");
  }
}
