// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import java.util.ArrayList;
import java.util.List;

/** Takes a command line apart as a shell does: blanks, quotes and backslashes, and nothing else. */
final class ShellWords {

  private final String line;
  private final List<String> words = new ArrayList<>();
  private final StringBuilder word = new StringBuilder();
  private boolean inWord;
  private int at;

  private ShellWords(String line) {
    this.line = line;
  }

  /**
   * The words of a line.
   *
   * @throws IllegalArgumentException if a quote is not closed
   */
  static List<String> of(String line) {
    return new ShellWords(line).words();
  }

  private List<String> words() {
    while (at < line.length()) {
      char next = line.charAt(at++);
      if (next == ' ' || next == '\t' || next == '\n') {
        endWord();
      } else if (next == '\'' || next == '"') {
        inWord = true;
        quoted(next);
      } else {
        inWord = true;
        word.append(next == '\\' && at < line.length() ? line.charAt(at++) : next);
      }
    }
    endWord();
    return words;
  }

  private void quoted(char quote) {
    int opened = at;
    while (at < line.length() && line.charAt(at) != quote) {
      char next = line.charAt(at++);
      boolean escapes =
          quote == '"'
              && next == '\\'
              && at < line.length()
              && "\"\\".indexOf(line.charAt(at)) >= 0;
      word.append(escapes ? line.charAt(at++) : next);
    }
    if (at == line.length()) {
      throw new IllegalArgumentException(
          "the quote " + quote + " at character " + opened + " is not closed: " + line);
    }
    at++;
  }

  private void endWord() {
    if (inWord) {
      words.add(word.toString());
    }
    word.setLength(0);
    inWord = false;
  }
}
