// SPDX-License-Identifier: Apache-2.0
package io.turnout.split;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** Where routing IDs come from. */
public final class RoutingIds {

  /** What an ID is: 128 bits in base64url. */
  public static final Pattern FORM = Pattern.compile("[A-Za-z0-9_-]{22}");

  private static final int BYTES = 16;

  private RoutingIds() {}

  /** IDs of 128 random bits that nobody can guess. The supplier is thread-safe. */
  public static Supplier<String> random() {
    SecureRandom random = new SecureRandom();
    Base64.Encoder base64 = Base64.getUrlEncoder().withoutPadding();
    return () -> {
      byte[] bits = new byte[BYTES];
      random.nextBytes(bits);
      return base64.encodeToString(bits);
    };
  }
}
