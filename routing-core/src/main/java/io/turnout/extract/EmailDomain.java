// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

import java.net.IDN;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** {@code email-domain}: what follows the last at sign, in lower case and as A-labels. */
record EmailDomain() implements Transform {

  /** The longest domain that is converted; no name in the DNS comes near it. */
  static final int MAX_DOMAIN_CHARS = 1024;

  /** The dot, and the three that internationalised names may have in its place. */
  private static final String DOTS = ".\u3002\uff0e\uff61";

  @Override
  public String word() {
    return "email-domain";
  }

  @Override
  public @Nullable String apply(String text) {
    int at = text.lastIndexOf('@');
    int end = text.length();
    if (end > 0 && DOTS.indexOf(text.charAt(end - 1)) >= 0) {
      end--;
    }
    int length = end - at - 1;
    if (at < 1 || length < 1 || length > MAX_DOMAIN_CHARS) {
      return null;
    }
    String domain = text.substring(at + 1, end);
    if (domain.chars().anyMatch(EmailDomain::isReadDifferently)) {
      return null;
    }
    try {
      return IDN.toASCII(domain, IDN.ALLOW_UNASSIGNED).toLowerCase(Locale.ROOT);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  /** Whether IDNA 2003 and 2008 make different names of this character: ß, ẞ, ς and joiners. */
  private static boolean isReadDifferently(int c) {
    return c == 0xdf || c == 0x1e9e || c == 0x3c2 || c == 0x200c || c == 0x200d;
  }

  @Override
  public String toString() {
    return "email-domain";
  }
}
