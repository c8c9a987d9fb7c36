// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway.config;

import io.turnout.redis.RedisRouteCache;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Where a Redis is, perhaps with the password for it, which no text of this shows. Immutable. */
public final class RedisUri {

  /** The longest, in characters. */
  public static final int MAX_CHARS = 4_096;

  private final String text;

  private RedisUri(String text) {
    this.text = text;
  }

  /**
   * Takes a URI.
   *
   * @param text as for {@link RedisRouteCache#builder(String)}; at most {@value #MAX_CHARS}
   *     characters
   * @throws IllegalArgumentException if it is none; the text does not hold it
   */
  public static RedisUri of(String text) {
    if (text.length() > MAX_CHARS) {
      throw new IllegalArgumentException(
          "the URI of Redis must have at most " + MAX_CHARS + " characters, not " + text.length());
    }
    RedisRouteCache.requireUri(text);
    return new RedisUri(text);
  }

  /**
   * The same place with a password; where the URI names a user, that user's.
   *
   * @throws IllegalArgumentException if the URI holds a password; the text does not hold either
   */
  public RedisUri withPassword(String password) {
    Objects.requireNonNull(password, "password");
    int start = text.indexOf("://") + "://".length();
    int end = text.indexOf('@', start);
    String user = end < 0 ? "" : text.substring(start, end);
    if (user.indexOf(':') >= 0) {
      throw new IllegalArgumentException("the URI of Redis holds a password already");
    }
    String encoded = URLEncoder.encode(password, StandardCharsets.UTF_8).replace("+", "%20");
    String rest = text.substring(end < 0 ? start : end + 1);
    return of(text.substring(0, start) + user + ':' + encoded + '@' + rest);
  }

  /** The URI with all its secrets, to connect by. */
  public String text() {
    return text;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RedisUri uri && text.equals(uri.text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  @Override
  public String toString() {
    return text.substring(0, text.indexOf(':')) + "://…";
  }
}
