// SPDX-License-Identifier: Apache-2.0
package io.turnout.split;

import java.time.Duration;

/**
 * The cookie that brings a user's routing ID back.
 *
 * @param name its name, a token
 * @param maxAge how long a browser keeps it, in whole seconds
 * @param sameSite its {@code SameSite}: {@code Strict}, {@code Lax} or {@code None}
 */
public record IdCookie(String name, Duration maxAge, String sameSite) {

  /** The {@code Set-Cookie} field for a value. It is never shown to scripts, nor sent in clear. */
  String set(String value) {
    return name
        + '='
        + value
        + "; Max-Age="
        + maxAge.toSeconds()
        + "; Path=/; Secure; HttpOnly; SameSite="
        + sameSite;
  }
}
