// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

/** {@code trim}: takes space, tab, CR and LF off both ends. */
record Trim() implements Transform {

  @Override
  public String word() {
    return "trim";
  }

  @Override
  public String apply(String text) {
    int from = 0;
    int to = text.length();
    while (from < to && isBlank(text.charAt(from))) {
      from++;
    }
    while (to > from && isBlank(text.charAt(to - 1))) {
      to--;
    }
    return text.substring(from, to);
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
  }

  @Override
  public String toString() {
    return "trim";
  }
}
