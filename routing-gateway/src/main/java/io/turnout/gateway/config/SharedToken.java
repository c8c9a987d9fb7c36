// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway.config;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.regex.Pattern;

/** A secret that both sides know, sent as {@code Authorization: Bearer}. Immutable. */
public final class SharedToken {

  /** The shortest, in characters. */
  public static final int MIN_CHARS = 16;

  /** The longest, in characters. */
  public static final int MAX_CHARS = 1_024;

  private static final Pattern FORM = Pattern.compile("[A-Za-z0-9._~+/-]+=*");

  private final byte[] secret;

  private SharedToken(byte[] secret) {
    this.secret = secret;
  }

  /**
   * Takes a token.
   *
   * @param text {@value #MIN_CHARS} to {@value #MAX_CHARS} of {@code A-Za-z0-9._~+/-}, then any
   *     number of {@code =}
   * @throws IllegalArgumentException if it is none; the text does not hold it
   */
  public static SharedToken of(String text) {
    if (text.length() < MIN_CHARS || text.length() > MAX_CHARS || !FORM.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "must have " + MIN_CHARS + " to " + MAX_CHARS + " characters of A-Za-z0-9._~+/- and =");
    }
    return new SharedToken(text.getBytes(StandardCharsets.US_ASCII));
  }

  /** Whether another text is the same; how long that takes says nothing of where they differ. */
  public boolean matches(String other) {
    return MessageDigest.isEqual(secret, other.getBytes(StandardCharsets.UTF_8));
  }

  /** The token itself, to be sent. */
  public String text() {
    return new String(secret, StandardCharsets.US_ASCII);
  }

  @Override
  public String toString() {
    return "SharedToken[…]";
  }
}
