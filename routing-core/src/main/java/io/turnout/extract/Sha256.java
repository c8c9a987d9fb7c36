// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** {@code sha256}: of the text in UTF-8, as hexadecimal digits in lower case. */
record Sha256() implements Transform {

  @Override
  public String word() {
    return "sha256";
  }

  @Override
  public String apply(String text) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  @Override
  public String toString() {
    return "sha256";
  }
}
