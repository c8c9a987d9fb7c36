// SPDX-License-Identifier: Apache-2.0
package io.turnout.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteKey;
import io.turnout.spi.RoutingName;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Optional;

/** The text of a message: {@code 1 42 business:1234}, format, version and key. */
final class InvalidationCodec {

  /** The longest message that is read, in bytes. */
  static final int MAX_BYTES =
      2 + 16 + 1 + RoutingName.MAX_LENGTH_CHARS + 1 + RouteKey.MAX_VALUE_BYTES;

  private static final String FORMAT = "1 ";
  private static final int MAX_DIGITS = 16;

  private InvalidationCodec() {}

  /** What a message says. */
  record Invalidation(RouteKey key, long belowVersion) {}

  static byte[] encode(RouteKey key, long belowVersion) {
    return (FORMAT + belowVersion + ' ' + key.text()).getBytes(UTF_8);
  }

  /** Reads a message; nothing if it is none. */
  static Optional<Invalidation> decode(byte[] message) {
    if (message.length > MAX_BYTES) {
      return Optional.empty();
    }
    try {
      String text = UTF_8.newDecoder().decode(ByteBuffer.wrap(message)).toString();
      int space = text.indexOf(' ', FORMAT.length());
      if (!text.startsWith(FORMAT) || !isNumber(text, FORMAT.length(), space)) {
        return Optional.empty();
      }
      long belowVersion = Long.parseLong(text.substring(FORMAT.length(), space));
      return belowVersion > RouteEntry.MAX_VERSION + 1
          ? Optional.empty()
          : Optional.of(new Invalidation(RouteKey.parse(text.substring(space + 1)), belowVersion));
    } catch (CharacterCodingException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static boolean isNumber(String text, int from, int to) {
    return to > from
        && to - from <= MAX_DIGITS
        && text.substring(from, to).chars().allMatch(c -> c >= '0' && c <= '9');
  }
}
