// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

/** The header fields that routers say things to each other with, {@code Turnout-*}. */
final class TurnoutHeaders {

  private static final String PREFIX = "turnout-";

  private TurnoutHeaders() {}

  /** Whether a field is one of them, in any case, and also spelt with underscores. */
  static boolean isOne(String name) {
    if (name.length() < PREFIX.length()) {
      return false;
    }
    for (int i = 0; i < PREFIX.length(); i++) {
      char c = name.charAt(i);
      char plain = c == '_' ? '-' : c >= 'A' && c <= 'Z' ? (char) (c | 0x20) : c;
      if (plain != PREFIX.charAt(i)) {
        return false;
      }
    }
    return true;
  }
}
