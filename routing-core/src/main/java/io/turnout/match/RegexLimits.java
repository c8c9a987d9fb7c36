// SPDX-License-Identifier: Apache-2.0
package io.turnout.match;

/** Bounds for the regular expressions of a rule file, so that compiling one cannot fail a load. */
public final class RegexLimits {

  /** The longest expression, in characters (Unicode code points). */
  public static final int MAX_CHARS = 4096;

  /** The most parentheses that can be open at once. */
  public static final int MAX_DEPTH = 100;

  /** The most atoms that an expression can have once its counted repetitions are written out. */
  public static final int MAX_ATOMS = 20_000;

  private RegexLimits() {}

  /**
   * How many atoms an expression has once its counted repetitions are written out; where that is
   * more than {@value #MAX_ATOMS}, some number above it. An estimate where it is no RE2. Memory for
   * the compiled expression grows with it.
   */
  public static int atoms(String regex) {
    return RegexSize.of(regex, MAX_ATOMS);
  }

  /**
   * Checks an expression before it is compiled.
   *
   * @return the expression
   * @throws IllegalArgumentException if it is too long, nests too deep or repeats too much
   */
  public static String require(String regex) {
    int chars = regex.codePointCount(0, regex.length());
    if (chars > MAX_CHARS) {
      throw new IllegalArgumentException(
          "a regular expression has %d characters; %d is the most".formatted(chars, MAX_CHARS));
    }
    int depth = 0;
    for (int i = 0; i < regex.length(); i++) {
      char c = regex.charAt(i);
      if (regex.startsWith("\\Q", i)) {
        int end = regex.indexOf("\\E", i + 2);
        i = end < 0 ? regex.length() : end + 1;
      } else if (c == '\\') {
        i++;
      } else if (c == '(') {
        depth++;
      } else if (c == ')') {
        depth--;
      }
      if (depth > MAX_DEPTH) {
        throw new IllegalArgumentException(
            "a regular expression nests more than %d parentheses".formatted(MAX_DEPTH));
      }
    }
    if (atoms(regex) > MAX_ATOMS) {
      throw new IllegalArgumentException(
          "a regular expression has more than %d atoms once its repetitions {n} are written out"
              .formatted(MAX_ATOMS));
    }
    return regex;
  }
}
