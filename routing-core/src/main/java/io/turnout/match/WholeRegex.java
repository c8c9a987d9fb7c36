// SPDX-License-Identifier: Apache-2.0
package io.turnout.match;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * A regular expression (RE2) for whole values; one without operators is compared as text, one that
 * is nothing but {@linkplain RegexRuns runs} is matched as such. Immutable.
 */
public final class WholeRegex {

  private static final String OPERATORS = "\\^$.|?*+()[]{}";

  private final String text;
  private final @Nullable RegexRuns runs;
  private final @Nullable Pattern pattern;

  private WholeRegex(String text, @Nullable Pattern pattern) {
    this.text = text;
    this.runs = RegexRuns.of(text);
    this.pattern = pattern;
  }

  /**
   * Compiles an expression.
   *
   * @throws IllegalArgumentException if it is not RE2 syntax
   */
  public static WholeRegex compile(String text) {
    try {
      Pattern compiled = Pattern.compile(RegexLimits.require(text));
      return new WholeRegex(text, isPlain(text) ? null : compiled);
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException(
          "the regular expression \"%s\" is not RE2 syntax (%s); RE2 has no look-around and no back-references"
              .formatted(text, e.getDescription()),
          e);
    }
  }

  /** Whether it matches the value from its start to its end. */
  public boolean matches(String value) {
    if (runs != null) {
      return runs.matches(value);
    }
    return pattern == null ? value.equals(text) : pattern.matches(value);
  }

  private static boolean isPlain(String text) {
    return text.chars().noneMatch(c -> OPERATORS.indexOf(c) >= 0);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof WholeRegex that && text.equals(that.text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  @Override
  public String toString() {
    return text;
  }
}
