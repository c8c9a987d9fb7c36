// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import io.turnout.match.RegexLimits;

/** Compiles regular expressions of a rule file. */
final class Regexes {

  private Regexes() {}

  /** Compiles RE2 syntax, or says what is wrong with it. */
  static Pattern compile(String regex) {
    try {
      return Pattern.compile(RegexLimits.require(regex));
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException(
          "the regular expression \""
              + regex
              + "\" is not RE2 syntax ("
              + e.getDescription()
              + "); RE2 has no look-around and no back-references",
          e);
    }
  }
}
