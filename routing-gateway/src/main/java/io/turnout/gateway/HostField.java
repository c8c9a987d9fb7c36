// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

/** What a {@code Host} field may hold: the characters of a host and a port (RFC 3986). */
final class HostField {

  private static final String BESIDE_LETTERS_AND_DIGITS = "-._~!$&'()*+,;=%:[]";

  private HostField() {}

  /** Whether a value can be a host with or without a port; an empty one can. */
  static boolean isValid(String value) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      boolean alphanumeric = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
      if (!alphanumeric && BESIDE_LETTERS_AND_DIGITS.indexOf(c) < 0) {
        return false;
      }
    }
    return true;
  }
}
