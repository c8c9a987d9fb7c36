// SPDX-License-Identifier: Apache-2.0
package io.turnout.request;

import io.turnout.request.TextDecoder.Form;
import org.jspecify.annotations.Nullable;

/** Reads the value of a header line. */
final class HeaderText {

  private HeaderText() {}

  /**
   * The text of a line's value without the optional white space around it, or null if it is no
   * UTF-8. ASCII without outer white space is given back as it is, without a copy.
   */
  static @Nullable String value(String raw) {
    int from = 0;
    int to = raw.length();
    while (from < to && isBlank(raw.charAt(from))) {
      from++;
    }
    while (from < to && isBlank(raw.charAt(to - 1))) {
      to--;
    }
    return TextDecoder.isAscii(raw, from, to)
        ? raw.substring(from, to)
        : TextDecoder.decode(raw, from, to, Form.PLAIN);
  }

  /** Whether the character is optional white space: a space or a tab. */
  static boolean isBlank(char c) {
    return c == ' ' || c == '\t';
  }
}
