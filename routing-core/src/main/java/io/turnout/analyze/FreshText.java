// SPDX-License-Identifier: Apache-2.0
package io.turnout.analyze;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/** Finds a character that no text of a problem holds, so that what has it is none of them. */
final class FreshText {

  private static final String PLAIN = "xyzabcdefghijklmnopqrstuvw0123456789XYZ";

  /** From here on there are more letters than a rule file has characters in one dimension. */
  private static final char FIRST_OTHER = '\u4e00';

  private FreshText() {}

  /** The plainest character that stands in none of the texts. */
  static String not(Collection<String> texts) {
    Set<Character> used = new HashSet<>();
    for (String text : texts) {
      for (int i = 0; i < text.length(); i++) {
        used.add(text.charAt(i));
      }
    }
    for (int i = 0; i < PLAIN.length(); i++) {
      if (!used.contains(PLAIN.charAt(i))) {
        return PLAIN.substring(i, i + 1);
      }
    }
    char other = FIRST_OTHER;
    while (used.contains(other)) {
      other++;
    }
    return String.valueOf(other);
  }
}
