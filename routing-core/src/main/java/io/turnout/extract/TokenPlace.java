// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where a request carries a token.
 *
 * @param kind what part of the head it is in
 * @param name the name of the header field, cookie or parameter, as the file has it
 * @param scheme the authentication scheme before the token, as in {@code Bearer}; null if the token
 *     stands alone
 */
public record TokenPlace(Kind kind, String name, @Nullable String scheme) {

  /** The parts of a head that can carry a token. */
  public enum Kind {
    /** A header field. */
    HEADER,
    /** A cookie. */
    COOKIE,
    /** A parameter of the query. */
    QUERY
  }

  /**
   * Checks the parts.
   *
   * @throws IllegalArgumentException if the name is empty, or the scheme is empty, holds a space or
   *     does not stand in a header
   */
  public TokenPlace {
    Objects.requireNonNull(kind, "kind");
    if (name.isEmpty()) {
      throw new IllegalArgumentException(
          "the token's place has no name; write one, as in { header: Authorization }");
    }
    if (scheme != null && (scheme.isEmpty() || scheme.indexOf(' ') >= 0)) {
      throw new IllegalArgumentException(
          "the scheme \"" + scheme + "\" must be one word, as in Bearer");
    }
    if (scheme != null && kind != Kind.HEADER) {
      throw new IllegalArgumentException(
          "the scheme \"" + scheme + "\" can only stand in a header, not in a " + word(kind));
    }
  }

  /** A header field, whose value is the token or a scheme, spaces and the token. */
  public static TokenPlace header(String name, @Nullable String scheme) {
    return new TokenPlace(Kind.HEADER, name, scheme);
  }

  /** A cookie. */
  public static TokenPlace cookie(String name) {
    return new TokenPlace(Kind.COOKIE, name, null);
  }

  /** A parameter of the query. */
  public static TokenPlace query(String name) {
    return new TokenPlace(Kind.QUERY, name, null);
  }

  /** Where the token begins in the value; -1 if the value has another scheme or no token. */
  int tokenStart(String value) {
    if (scheme == null) {
      return 0;
    }
    int at = scheme.length();
    if (!value.regionMatches(true, 0, scheme, 0, at)) {
      return -1;
    }
    int start = at;
    while (start < value.length() && value.charAt(start) == ' ') {
      start++;
    }
    return start > at && start < value.length() ? start : -1;
  }

  private static String word(Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public String toString() {
    String place = "{ " + word(kind) + ": " + name;
    return scheme == null ? place + " }" : place + ", scheme: " + scheme + " }";
  }
}
