// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import org.jspecify.annotations.Nullable;

/** {@code capture: REGEX}: what the one group of the first match holds. */
final class Capture implements Transform {

  private final Pattern pattern;

  /** Refuses an expression that is no RE2 or has not exactly one group. */
  Capture(String regex) {
    pattern = Regexes.compile(regex);
    int groups = pattern.groupCount();
    if (groups != 1) {
      throw new IllegalArgumentException(
          "the regular expression \""
              + regex
              + "\" has "
              + (groups == 0 ? "no group" : groups + " groups")
              + "; capture takes exactly one, written ( ), and (?: ) for any other");
    }
  }

  @Override
  public String word() {
    return "capture";
  }

  @Override
  public String operand() {
    return pattern.pattern();
  }

  @Override
  public @Nullable String apply(String text) {
    Matcher matcher = pattern.matcher(text);
    return matcher.find() ? matcher.group(1) : null;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Capture that && that.pattern.pattern().equals(pattern.pattern());
  }

  @Override
  public int hashCode() {
    return pattern.pattern().hashCode();
  }

  @Override
  public String toString() {
    return "capture: " + pattern.pattern();
  }
}
