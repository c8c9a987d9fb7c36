// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.demo;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256, fed in pieces; one thread at a time. */
final class Hash {

  private final MessageDigest digest;
  private long bytes;

  Hash() {
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  static String of(byte[] whole) {
    return new Hash().add(whole).text();
  }

  Hash add(byte[] piece) {
    digest.update(piece);
    bytes += piece.length;
    return this;
  }

  /** How many bytes were fed. */
  long bytes() {
    return bytes;
  }

  /** The hash of what was fed, in hexadecimal digits; ends the feeding. */
  String text() {
    return HexFormat.of().formatHex(digest.digest());
  }
}
