// SPDX-License-Identifier: Apache-2.0
package io.turnout.match;

/** Checks what a {@code host} condition names. */
final class HostPattern {

  /** The longest name that the DNS allows, in characters. */
  static final int MAX_CHARS = 253;

  private HostPattern() {}

  /**
   * Checks one pattern.
   *
   * @throws IllegalArgumentException if no host could fit it
   */
  static void require(String pattern) {
    String name = HostIs.isWildcard(pattern) ? pattern.substring(2) : pattern;
    if (name.length() > MAX_CHARS) {
      throw mistake(
          pattern, "is longer than the " + MAX_CHARS + " characters that a name can have");
    }
    if (name.indexOf('*') >= 0) {
      throw mistake(pattern, "can have \"*\" only as \"*.\" at its start: \"*.example.com\"");
    }
    int colon = name.lastIndexOf(':');
    if (colon >= 0 && isDigits(name, colon + 1)) {
      throw mistake(pattern, "has a port, and hosts are compared without; leave it out");
    }
    boolean odd = name.chars().anyMatch(c -> c <= ' ' || c == 0x7f || "/\\?#@,".indexOf(c) >= 0);
    if (name.isEmpty() || odd || name.startsWith(".") || name.contains("..")) {
      throw mistake(pattern, "is none; one is written \"api.example.com\" or \"*.example.com\"");
    }
  }

  private static boolean isDigits(String text, int from) {
    for (int i = from; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return from < text.length();
  }

  private static IllegalArgumentException mistake(String pattern, String what) {
    return new IllegalArgumentException("the host \"" + pattern + "\" " + what);
  }
}
