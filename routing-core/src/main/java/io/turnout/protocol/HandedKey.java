// SPDX-License-Identifier: Apache-2.0
package io.turnout.protocol;

import io.turnout.spi.RouteKey;
import java.util.Objects;
import java.util.Optional;

/**
 * The key that an edge found, so that it need not be looked for again.
 *
 * @param key the route key
 * @param rule the name of the rule by which it was found; 1 to {@value #MAX_TEXT} characters
 * @param rules the version of the edge's rule set, if it tells it; 1 to {@value #MAX_TEXT}
 *     characters
 */
public record HandedKey(RouteKey key, String rule, Optional<String> rules) {

  /** The longest name of a rule, and version of a rule set, in characters. */
  public static final int MAX_TEXT = 4_096;

  /**
   * Checks every part.
   *
   * @throws IllegalArgumentException if one is outside its bounds
   */
  public HandedKey {
    Objects.requireNonNull(key, "key");
    check("rule", rule);
    rules.ifPresent(version -> check("rules", version));
  }

  private static void check(String name, String text) {
    if (text.isEmpty() || text.length() > MAX_TEXT) {
      throw new IllegalArgumentException(
          name + " must have 1 to " + MAX_TEXT + " characters, not " + text.length());
    }
  }
}
