// SPDX-License-Identifier: Apache-2.0
package io.turnout.request;

/** The token of RFC 9110: what methods, the names of header fields and of cookies are made of. */
public final class HttpToken {

  private static final String MARKS = "!#$%&'*+-.^_`|~";

  private HttpToken() {}

  /** Whether the text is a token: one or more letters, digits and {@code !#$%&'*+-.^_`|~}. */
  public static boolean isToken(String text) {
    return isToken(text, 0, text.length());
  }

  /** The text with A to Z in lower case, and every other character as it is. */
  public static String lowerCase(String text) {
    return lowerCase(text, 0, text.length());
  }

  public static boolean isToken(String text, int from, int to) {
    for (int i = from; i < to; i++) {
      if (!isTokenChar(text.charAt(i))) {
        return false;
      }
    }
    return from < to;
  }

  /** The part of a text in lower case (ASCII); the text itself where that is the same. */
  static String lowerCase(String text, int from, int to) {
    for (int i = from; i < to; i++) {
      if (isUpper(text.charAt(i))) {
        return lowered(text, from, to);
      }
    }
    return text.substring(from, to);
  }

  private static String lowered(String text, int from, int to) {
    char[] chars = new char[to - from];
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      chars[i - from] = isUpper(c) ? (char) (c | 0x20) : c;
    }
    return new String(chars);
  }

  private static boolean isUpper(char c) {
    return c >= 'A' && c <= 'Z';
  }

  private static boolean isTokenChar(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || MARKS.indexOf(c) >= 0;
  }
}
