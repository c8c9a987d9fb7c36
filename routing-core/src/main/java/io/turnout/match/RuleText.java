// SPDX-License-Identifier: Apache-2.0
package io.turnout.match;

import java.util.List;

/** Prints parts of a rule as the rule file writes them. */
final class RuleText {

  private RuleText() {}

  /** One thing as it is, several as a list. */
  static String oneOrList(List<?> things) {
    return things.size() == 1 ? things.get(0).toString() : things.toString();
  }

  /** The text in double quotes, with YAML's escapes for what cannot stand in them. */
  static String quoted(String text) {
    StringBuilder out = new StringBuilder(text.length() + 2).append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (Character.isISOControl(c)) {
        out.append(String.format("\\u%04x", (int) c));
      } else {
        out.append(c);
      }
    }
    return out.append('"').toString();
  }
}
