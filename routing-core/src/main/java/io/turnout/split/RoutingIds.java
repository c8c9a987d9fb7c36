// SPDX-License-Identifier: Apache-2.0
package io.turnout.split;

import java.security.SecureRandom;
import java.util.Base64;

/** Where routing IDs come from. Implementations are thread-safe. */
@FunctionalInterface
public interface RoutingIds {

  /** The characters of a routing ID: 128 bits in base64url. */
  int CHARS = 22;

  /** A new ID, {@value #CHARS} characters of {@code [A-Za-z0-9_-]}. */
  String next();

  /** IDs of 128 random bits that nobody can guess. */
  static RoutingIds random() {
    SecureRandom random = new SecureRandom();
    Base64.Encoder base64 = Base64.getUrlEncoder().withoutPadding();
    return () -> {
      byte[] bits = new byte[16];
      random.nextBytes(bits);
      return base64.encodeToString(bits);
    };
  }
}
