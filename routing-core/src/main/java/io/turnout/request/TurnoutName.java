// SPDX-License-Identifier: Apache-2.0
package io.turnout.request;

/** The names of the fields by which routers talk to each other. */
public final class TurnoutName {

  private static final String PREFIX = "turnout-";

  private TurnoutName() {}

  /** Whether a field of this name is one of them, in any case, and also spelt with underscores. */
  public static boolean isOne(String name) {
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
