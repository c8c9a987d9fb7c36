// SPDX-License-Identifier: Apache-2.0
package io.turnout.spi;

import java.util.Objects;

/** The grammar that cell names and namespaces share: {@code [a-z0-9][a-z0-9-]{0,62}}. */
public final class RoutingName {

  /** The longest name, in characters. */
  public static final int MAX_LENGTH_CHARS = 63;

  private RoutingName() {}

  /** Whether {@code text} is the name of a cell or a namespace. */
  public static boolean isValid(String text) {
    int length = text.length();
    if (length == 0 || length > MAX_LENGTH_CHARS || text.charAt(0) == '-') {
      return false;
    }
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (!(c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-')) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns {@code text} if it is a name.
   *
   * @param what what messages call it, such as {@code cell}
   * @throws IllegalArgumentException if it is none
   */
  public static String require(String text, String what) {
    Objects.requireNonNull(text, what);
    if (!isValid(text)) {
      throw new IllegalArgumentException(
          what + " \"" + shown(text) + "\" must match [a-z0-9][a-z0-9-]{0,62}");
    }
    return text;
  }

  private static String shown(String text) {
    return text.length() <= MAX_LENGTH_CHARS
        ? text
        : text.substring(0, MAX_LENGTH_CHARS) + "… (" + text.length() + " characters)";
  }
}
