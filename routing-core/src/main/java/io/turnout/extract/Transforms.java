// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

import java.util.Objects;

/** Makes the transforms of a rule file. */
public final class Transforms {

  private Transforms() {}

  /** Takes space, tab, CR and LF off both ends. */
  public static Transform trim() {
    return new Trim();
  }

  /** Lower case by the root locale. */
  public static Transform lowercase() {
    return new Lowercase();
  }

  /** Takes a text off the start; text that does not start so stays as it is. */
  public static Transform stripPrefix(String prefix) {
    return new StripPrefix(Objects.requireNonNull(prefix, "prefix"));
  }

  /**
   * What the one group of the first match holds; absent if there is no match or the group took no
   * part.
   *
   * @throws IllegalArgumentException if {@code regex} is not RE2 syntax or has not exactly one
   *     group
   */
  public static Transform capture(String regex) {
    return new Capture(Objects.requireNonNull(regex, "regex"));
  }

  /**
   * Decodes base64 to text in UTF-8: one alphabet, standard or URL, padded or not. Absent if it is
   * none.
   */
  public static Transform base64() {
    return new Base64Text();
  }

  /**
   * What follows the last at sign, in lower case, without a trailing dot, as A-labels. Absent if a
   * side is empty, the name is none, or IDNA 2003 and 2008 read it differently.
   */
  public static Transform emailDomain() {
    return new EmailDomain();
  }

  /** The SHA-256 of the text in UTF-8, as hexadecimal digits in lower case. */
  public static Transform sha256() {
    return new Sha256();
  }
}
