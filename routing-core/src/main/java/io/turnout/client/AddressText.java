// SPDX-License-Identifier: Apache-2.0
package io.turnout.client;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Addresses of the Internet protocol as text: four decimal numbers, or the forms of RFC 4291. A
 * name is none, and is never looked up; neither a port nor a zone is part of an address.
 */
public final class AddressText {

  private static final int LONGEST_CHARS = 45;
  private static final int GROUPS = 8;

  private AddressText() {}

  /** Reads an address; null if the text is none. An IPv4-mapped one is an IPv4 address. */
  public static @Nullable InetAddress parse(String text) {
    byte[] bytes = bytes(text);
    if (bytes == null) {
      return null;
    }
    try {
      return InetAddress.getByAddress(bytes);
    } catch (UnknownHostException e) {
      throw new IllegalStateException(bytes.length + " bytes are an address", e);
    }
  }

  /** The text of an address, without a zone. */
  public static String of(InetAddress address) {
    String text = address.getHostAddress();
    int zone = text.indexOf('%');
    return zone < 0 ? text : text.substring(0, zone);
  }

  /** The 4 or 16 bytes of an address as they are written; null if the text is none. */
  static byte @Nullable [] bytes(String text) {
    if (text.isEmpty() || text.length() > LONGEST_CHARS) {
      return null;
    }
    return text.indexOf(':') < 0 ? four(text) : sixteen(text);
  }

  private static byte @Nullable [] four(String text) {
    byte[] bytes = new byte[4];
    String[] parts = text.split("\\.", -1);
    if (parts.length != bytes.length) {
      return null;
    }
    for (int i = 0; i < bytes.length; i++) {
      int part = number(parts[i], 255);
      if (part < 0) {
        return null;
      }
      bytes[i] = (byte) part;
    }
    return bytes;
  }

  private static byte @Nullable [] sixteen(String text) {
    int gap = text.indexOf("::");
    if (gap < 0) {
      return groups(text, GROUPS);
    }
    byte[] head = groups(text.substring(0, gap), 0);
    byte[] tail = groups(text.substring(gap + 2), 0);
    if (head == null || tail == null || head.length + tail.length > 2 * (GROUPS - 1)) {
      return null;
    }
    byte[] bytes = new byte[2 * GROUPS];
    System.arraycopy(head, 0, bytes, 0, head.length);
    System.arraycopy(tail, 0, bytes, bytes.length - tail.length, tail.length);
    return head.length > 0 && text.substring(0, gap).indexOf('.') >= 0 ? null : bytes;
  }

  /**
   * Groups of up to four hexadecimal digits, of which the last two may be an IPv4 address.
   *
   * @param exactly how many there must be; 0 for any number
   */
  private static byte @Nullable [] groups(String text, int exactly) {
    String[] parts = text.isEmpty() ? new String[0] : text.split(":", -1);
    byte[] bytes = new byte[2 * GROUPS + 2];
    int length = 0;
    for (int i = 0; i < parts.length && length < 2 * GROUPS; i++) {
      boolean last = i == parts.length - 1;
      byte[] group = last && parts[i].indexOf('.') >= 0 ? four(parts[i]) : group(parts[i]);
      if (group == null) {
        return null;
      }
      System.arraycopy(group, 0, bytes, length, group.length);
      length += group.length;
    }
    boolean fits = parts.length <= GROUPS && length <= 2 * GROUPS;
    return fits && (exactly == 0 || length == 2 * exactly) ? Arrays.copyOf(bytes, length) : null;
  }

  private static byte @Nullable [] group(String text) {
    if (text.isEmpty() || text.length() > 4) {
      return null;
    }
    int value = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      int digit = c < 0x80 ? Character.digit(c, 16) : -1;
      if (digit < 0) {
        return null;
      }
      value = value << 4 | digit;
    }
    return new byte[] {(byte) (value >> 8), (byte) value};
  }

  /** A decimal number without leading zeros; -1 if the text is none, or it is above the most. */
  static int number(String text, int most) {
    boolean digits = !text.isEmpty() && text.length() <= 3;
    int value = 0;
    for (int i = 0; i < text.length() && digits; i++) {
      char c = text.charAt(i);
      digits = c >= '0' && c <= '9' && (c != '0' || i > 0 || text.length() == 1);
      value = 10 * value + (c - '0');
    }
    return digits && value <= most ? value : -1;
  }
}
