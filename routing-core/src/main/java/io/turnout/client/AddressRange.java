// SPDX-License-Identifier: Apache-2.0
package io.turnout.client;

import java.net.InetAddress;
import java.util.Optional;

/**
 * A range of addresses, as in {@code 10.20.0.0/16} (CIDR).
 *
 * @param family how long its addresses are
 * @param high the first 64 bits of its first address, from the left; of an IPv4 address the first
 *     32 count
 * @param low the other 64 bits
 * @param length how many bits of an address must be the same, 0 to {@link Family#bits}
 */
public record AddressRange(Family family, long high, long low, int length) {

  /** Which protocol an address belongs to. */
  public enum Family {
    /** The protocol with 32 bits. */
    IPV4(32),
    /** The protocol with 128 bits; a mapped IPv4 address is none of its own. */
    IPV6(128);

    private final int bits;

    Family(int bits) {
      this.bits = bits;
    }

    /** How many bits an address has. */
    public int bits() {
      return bits;
    }
  }

  private static final int MAPPED_BITS = 96;
  private static final long MAPPED = 0xffffL << 32;

  /** Checks that nothing stands beyond the length. */
  public AddressRange {
    if (length < 0 || length > family.bits) {
      throw new IllegalArgumentException(
          "length " + length + " must lie in 0 to " + family.bits + " bits");
    }
    if ((high & ~highMask(length)) != 0 || (low & ~lowMask(length)) != 0) {
      throw new IllegalArgumentException("bits are set beyond the first " + length);
    }
  }

  /**
   * Reads a range.
   *
   * @param text an address, a slash and how many bits count; IPv4-mapped addresses are IPv4
   * @throws IllegalArgumentException if it is none; its message is fit for the writer of a file
   */
  public static AddressRange parse(String text) {
    int slash = text.indexOf('/');
    byte[] bytes = AddressText.bytes(slash < 0 ? text : text.substring(0, slash));
    if (bytes == null) {
      throw new IllegalArgumentException(
          "it must be an address and how many of its bits count, as in 10.20.0.0/16 or"
              + " fd00:20::/32");
    }
    int bits = 8 * bytes.length;
    int length = slash < 0 ? -1 : AddressText.number(text.substring(slash + 1), bits);
    if (length < 0) {
      throw new IllegalArgumentException(
          "after the address there must be a slash and how many of its bits count, 0 to " + bits);
    }
    long high = bits == Family.IPV4.bits ? word(bytes, 0, 4) << 32 : word(bytes, 0, 8);
    long low = bits == Family.IPV4.bits ? 0 : word(bytes, 8, 8);
    if ((high & ~highMask(length)) != 0 || (low & ~lowMask(length)) != 0) {
      throw new IllegalArgumentException(
          "the address has bits beyond the first "
              + length
              + "; write the first address of the range, or more bits");
    }
    if (bits == Family.IPV4.bits) {
      return new AddressRange(Family.IPV4, high, low, length);
    }
    return length >= MAPPED_BITS && isMapped(high, low)
        ? new AddressRange(Family.IPV4, low << 32, 0, length - MAPPED_BITS)
        : new AddressRange(Family.IPV6, high, low, length);
  }

  /**
   * What was probably meant by a text that is no range: one address, or the range that it is in.
   */
  public static Optional<String> meant(String text) {
    byte[] bytes = AddressText.bytes(text);
    if (bytes != null) {
      return Optional.of(text + '/' + 8 * bytes.length);
    }
    int slash = text.indexOf('/');
    byte[] four = AddressText.bytes(text.substring(0, Math.max(0, slash)));
    int length = AddressText.number(text.substring(slash + 1), Family.IPV4.bits);
    if (four == null || four.length != 4 || length < 0) {
      return Optional.empty();
    }
    int first = (int) ((word(four, 0, 4) << 32 & highMask(length)) >>> 32);
    return Optional.of(
        (first >>> 24)
            + "."
            + (first >>> 16 & 0xff)
            + "."
            + (first >>> 8 & 0xff)
            + "."
            + (first & 0xff)
            + "/"
            + length);
  }

  /** The range of one address. */
  static AddressRange of(InetAddress address) {
    byte[] bytes = address.getAddress();
    if (bytes.length == 4) {
      return new AddressRange(Family.IPV4, word(bytes, 0, 4) << 32, 0, Family.IPV4.bits);
    }
    long high = word(bytes, 0, 8);
    long low = word(bytes, 8, 8);
    return isMapped(high, low)
        ? new AddressRange(Family.IPV4, low << 32, 0, Family.IPV4.bits)
        : new AddressRange(Family.IPV6, high, low, Family.IPV6.bits);
  }

  /** Whether every address of the other range is in this one. */
  boolean holds(AddressRange other) {
    return family == other.family
        && length <= other.length
        && ((high ^ other.high) & highMask(length)) == 0
        && ((low ^ other.low) & lowMask(length)) == 0;
  }

  /** The smallest range that holds both, which are of one family. */
  AddressRange span(AddressRange other) {
    int shared = Long.numberOfLeadingZeros(high ^ other.high);
    if (shared == Long.SIZE) {
      shared += Long.numberOfLeadingZeros(low ^ other.low);
    }
    int common = Math.min(shared, Math.min(length, other.length));
    return new AddressRange(family, high & highMask(common), low & lowMask(common), common);
  }

  /** Whether the bit at a place, counted from the left, is set. */
  boolean bit(int at) {
    return at < Long.SIZE ? high << at < 0 : low << (at - Long.SIZE) < 0;
  }

  private static boolean isMapped(long high, long low) {
    return high == 0 && (low & 0xffff_ffffL << 32) == MAPPED;
  }

  private static long highMask(int length) {
    return length == 0 ? 0 : length >= Long.SIZE ? -1 : -1L << (Long.SIZE - length);
  }

  private static long lowMask(int length) {
    return length <= Long.SIZE ? 0 : -1L << (2 * Long.SIZE - length);
  }

  private static long word(byte[] bytes, int from, int length) {
    long word = 0;
    for (int i = from; i < from + length; i++) {
      word = word << 8 | bytes[i] & 0xff;
    }
    return word;
  }
}
