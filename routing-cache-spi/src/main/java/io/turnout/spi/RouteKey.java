// SPDX-License-Identifier: Apache-2.0
package io.turnout.spi;

import java.util.Objects;

/**
 * What a request is routed by: a namespace and a value, written {@code business:1234}.
 *
 * <p>The value may be personal data, so {@link #toString} leaves it out; {@link #text} has it.
 *
 * @param namespace what kind of value it is; a {@linkplain RoutingName routing name}
 * @param value 1 to {@value #MAX_VALUE_BYTES} bytes of UTF-8 without control characters and without
 *     lone surrogates
 */
public record RouteKey(String namespace, String value) {

  /** The longest value, in bytes of UTF-8. */
  public static final int MAX_VALUE_BYTES = 256;

  /**
   * Checks both parts.
   *
   * @throws IllegalArgumentException if one is outside its bounds; the text does not hold the value
   */
  public RouteKey {
    RoutingName.require(namespace, "namespace");
    Objects.requireNonNull(value, "value");
    if (!isValue(value)) {
      throw new IllegalArgumentException(
          "the value of a key in \""
              + namespace
              + "\" must be 1 to 256 bytes of UTF-8 without control characters");
    }
  }

  /** Whether {@code text} can be the value of a key. */
  public static boolean isValue(String text) {
    int length = text.length();
    if (length == 0 || length > MAX_VALUE_BYTES) {
      return false;
    }
    int bytes = length;
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c < 0x80) {
        if (c < 0x20 || c == 0x7f) {
          return false;
        }
      } else if (c < 0xa0) {
        return false;
      } else if (c < 0x800) {
        bytes++;
      } else if (!Character.isSurrogate(c)) {
        bytes += 2;
      } else if (Character.isHighSurrogate(c)
          && i + 1 < length
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        bytes += 2;
        i++;
      } else {
        return false;
      }
    }
    return bytes <= MAX_VALUE_BYTES;
  }

  /**
   * Reads the {@linkplain #text text form}; the first colon parts it.
   *
   * @throws IllegalArgumentException if {@code text} has no colon or a part is outside its bounds
   */
  public static RouteKey parse(String text) {
    int colon = text.indexOf(':');
    if (colon < 0) {
      throw new IllegalArgumentException("a route key is written namespace:value, with a colon");
    }
    return new RouteKey(text.substring(0, colon), text.substring(colon + 1));
  }

  /** The text form, {@code namespace:value}. */
  public String text() {
    return namespace + ':' + value;
  }

  @Override
  public String toString() {
    return namespace + ":…";
  }
}
