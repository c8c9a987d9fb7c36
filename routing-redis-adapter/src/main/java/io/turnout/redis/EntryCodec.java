// SPDX-License-Identifier: Apache-2.0
package io.turnout.redis;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteKey;
import io.turnout.spi.RoutingName;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Optional;

/**
 * The bytes of an entry in Redis, big-endian:
 *
 * <pre>
 *  1  format, 1
 *  1  what follows: 1 a removal, 2 an entry, 3 both
 *  8  fingerprint of the key: the first bytes of the SHA-256 of its text
 *     the removal
 *  7    the version below which it forbids
 *  6    when it happened
 *     the entry
 *  7    version
 *  6    fresh until
 *  6    expires at
 *  8    loaded at, on the writer's wall clock
 *  n    cell, none if the key is unknown
 * </pre>
 *
 * <p>Times but {@code loaded at} are Redis's own, in milliseconds. The script writes all but the
 * last two parts.
 */
final class EntryCodec {

  /** Longer lives are kept as ten years. */
  static final long MAX_LIFE_MILLIS = 10L * 365 * 24 * 3_600_000;

  private static final int FORMAT = 1;
  private static final int REMOVAL = 1;
  private static final int ENTRY = 2;
  private static final int TIME_BYTES = 6;
  private static final int VERSION_BYTES = 7;
  private static final int FINGERPRINT_BYTES = 8;
  private static final int HEADER_BYTES = 2 + FINGERPRINT_BYTES;
  private static final int REMOVAL_BYTES = VERSION_BYTES + TIME_BYTES;
  private static final int LEAST_ENTRY_BYTES = VERSION_BYTES + 2 * TIME_BYTES + Long.BYTES;
  private static final int MAX_BYTES =
      HEADER_BYTES + REMOVAL_BYTES + LEAST_ENTRY_BYTES + RoutingName.MAX_LENGTH_CHARS;

  private EntryCodec() {}

  /** What tells the value of one key from that of another. */
  static byte[] fingerprint(RouteKey key) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return Arrays.copyOf(digest.digest(key.text().getBytes(UTF_8)), FINGERPRINT_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /** The part of an entry that the script keeps as it is. */
  static byte[] tail(RouteEntry entry) {
    byte[] cell = entry.cell().orElse("").getBytes(US_ASCII);
    return ByteBuffer.allocate(Long.BYTES + cell.length)
        .putLong(entry.loadedAt())
        .put(cell)
        .array();
  }

  /** How long something has from {@code now} to {@code end}, within what Redis can count. */
  static long life(long now, long end) {
    long life = end - now;
    boolean overflowed = ((end ^ now) & (end ^ life)) < 0;
    if (overflowed) {
      return end > now ? MAX_LIFE_MILLIS : -MAX_LIFE_MILLIS;
    }
    return Math.max(-MAX_LIFE_MILLIS, Math.min(MAX_LIFE_MILLIS, life));
  }

  /**
   * The script's time, in milliseconds, with which an answer to a read begins.
   *
   * @throws IllegalStateException if it has none
   */
  static long time(RouteKey key, byte[] answer) {
    if (answer.length < TIME_BYTES) {
      throw undecodable(key, "the answer has no time");
    }
    return number(ByteBuffer.wrap(answer), TIME_BYTES);
  }

  /**
   * Reads what the script answers to a read: its time, and the value or nothing.
   *
   * @param sentAt when the read was sent, on the reader's wall clock; lives count from there
   * @throws IllegalStateException if the value is no entry of this key; the text does not hold it
   */
  static Optional<RouteEntry> decode(RouteKey key, byte[] answer, long sentAt) {
    long now = time(key, answer);
    ByteBuffer bytes = ByteBuffer.wrap(answer, TIME_BYTES, answer.length - TIME_BYTES);
    if (!bytes.hasRemaining()) {
      return Optional.empty();
    }
    if (bytes.remaining() < HEADER_BYTES) {
      throw undecodable(key, "it has " + bytes.remaining() + " bytes");
    }
    if (bytes.remaining() > MAX_BYTES) {
      throw undecodable(key, "it has more than " + MAX_BYTES + " bytes");
    }
    int format = bytes.get();
    int parts = bytes.get();
    if (format != FORMAT || parts < REMOVAL || parts > (REMOVAL | ENTRY)) {
      throw undecodable(key, "its format is " + format + "." + parts + ", expected " + FORMAT);
    }
    byte[] owner = new byte[FINGERPRINT_BYTES];
    bytes.get(owner);
    if (!MessageDigest.isEqual(owner, fingerprint(key))) {
      throw undecodable(key, "it belongs to another key");
    }
    int least =
        ((parts & REMOVAL) == 0 ? 0 : REMOVAL_BYTES)
            + ((parts & ENTRY) == 0 ? 0 : LEAST_ENTRY_BYTES);
    if (bytes.remaining() < least) {
      throw undecodable(key, "it is cut off");
    }
    if ((parts & REMOVAL) != 0) {
      bytes.position(bytes.position() + REMOVAL_BYTES);
    }
    return (parts & ENTRY) == 0 ? Optional.empty() : entry(key, bytes, sentAt - now);
  }

  private static Optional<RouteEntry> entry(RouteKey key, ByteBuffer bytes, long offset) {
    long version = number(bytes, VERSION_BYTES);
    long freshUntil = number(bytes, TIME_BYTES) + offset;
    long expiresAt = number(bytes, TIME_BYTES) + offset;
    long loadedAt = bytes.getLong();
    String cell = US_ASCII.decode(bytes).toString();
    try {
      return Optional.of(
          new RouteEntry(
              key,
              cell.isEmpty() ? Optional.empty() : Optional.of(cell),
              version,
              loadedAt,
              Math.min(freshUntil, expiresAt),
              expiresAt));
    } catch (IllegalArgumentException e) {
      throw undecodable(key, "its version or its cell is none");
    }
  }

  private static long number(ByteBuffer bytes, int count) {
    long number = 0;
    for (int i = 0; i < count; i++) {
      number = number << 8 | bytes.get() & 0xff;
    }
    return number;
  }

  private static IllegalStateException undecodable(RouteKey key, String why) {
    return new IllegalStateException(
        "the value held for a key in \"" + key.namespace() + "\" is no entry: " + why);
  }
}
