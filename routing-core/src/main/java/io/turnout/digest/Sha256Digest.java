// SPDX-License-Identifier: Apache-2.0
package io.turnout.digest;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256, which every Java platform has. */
public final class Sha256Digest {

  private Sha256Digest() {}

  /** The 32 bytes of the hash of what begins at {@code start}. */
  public static byte[] of(byte[] content, int start) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(content, start, content.length - start);
      return digest.digest();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** The hash in 64 hexadecimal digits in lower case. */
  public static String hex(byte[] content) {
    return HexFormat.of().formatHex(of(content, 0));
  }
}
