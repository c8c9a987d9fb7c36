// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

/** What a {@code Host} field may hold: the characters of a host, and a port (RFC 3986). */
final class HostField {

  private static final String IN_NAMES = "-._~!$&'()*+,;=%";
  private static final String IN_BRACKETS = IN_NAMES + ':';

  private HostField() {}

  /** Whether a value can be a host with or without a port; an empty one can. */
  static boolean isValid(String value) {
    if (value.startsWith("[")) {
      int end = value.indexOf(']');
      return end > 0 && holdsOnly(IN_BRACKETS, value, 1, end) && isPort(value, end + 1);
    }
    int colon = value.indexOf(':');
    int end = colon < 0 ? value.length() : colon;
    return holdsOnly(IN_NAMES, value, 0, end) && isPort(value, end);
  }

  private static boolean isPort(String value, int from) {
    if (from == value.length()) {
      return true;
    }
    for (int i = from + 1; i < value.length(); i++) {
      if (value.charAt(i) < '0' || value.charAt(i) > '9') {
        return false;
      }
    }
    return value.charAt(from) == ':';
  }

  private static boolean holdsOnly(String besideLettersAndDigits, String value, int from, int to) {
    for (int i = from; i < to; i++) {
      char c = value.charAt(i);
      boolean alphanumeric = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
      if (!alphanumeric && besideLettersAndDigits.indexOf(c) < 0) {
        return false;
      }
    }
    return true;
  }
}
