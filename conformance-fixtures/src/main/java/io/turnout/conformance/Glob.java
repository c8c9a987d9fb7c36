// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

/**
 * A pattern of ids: {@code *} stands for any characters, slashes too, {@code ?} for one.
 *
 * @param text the pattern as it was given
 */
record Glob(String text) {

  /** Whether it fits the whole id, or the whole path before {@code #}. */
  boolean fits(String id) {
    int name = id.indexOf('#');
    return matches(id) || (name >= 0 && matches(id.substring(0, name)));
  }

  /** Walks text and pattern at once, and comes back to the last star where they part. */
  private boolean matches(String id) {
    int at = 0;
    int in = 0;
    int star = -1;
    int retry = 0;
    while (in < id.length()) {
      if (at < text.length() && text.charAt(at) == '*') {
        star = at++;
        retry = in;
      } else if (at < text.length()
          && (text.charAt(at) == '?' || text.charAt(at) == id.charAt(in))) {
        at++;
        in++;
      } else if (star >= 0) {
        at = star + 1;
        in = ++retry;
      } else {
        return false;
      }
    }
    while (at < text.length() && text.charAt(at) == '*') {
      at++;
    }
    return at == text.length();
  }
}
