// SPDX-License-Identifier: Apache-2.0
package io.turnout.protocol;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Text as percent-encoded UTF-8, decoded once. */
final class PercentText {

  private static final String HEX = "0123456789ABCDEF";
  private static final String UNRESERVED_MARKS = "-._~";
  private static final String SEGMENT_MARKS = "-._~!$&'()*+,;=:@";

  private PercentText() {}

  /** As it stands in a structured string: what is not printable ASCII is encoded, and {@code %}. */
  static String forString(String text) {
    return encoded(text, b -> b >= 0x20 && b <= 0x7e && b != '%');
  }

  /**
   * As it stands in a segment of a path. A text of dots alone is encoded as a whole, since {@code
   * ..} would lead out of the path.
   */
  static String forSegment(String text) {
    boolean dots = text.chars().allMatch(c -> c == '.');
    return encoded(text, b -> isWordByte(b) || (!dots && UNRESERVED_MARKS.indexOf(b) >= 0));
  }

  /** Decodes a structured string; null if an escape is broken or the bytes are no UTF-8. */
  static @Nullable String ofString(String text) {
    return decoded(text, c -> c >= 0x20 && c <= 0x7e);
  }

  /** Decodes a segment of a path; null also if it holds what may not stand there as it is. */
  static @Nullable String ofSegment(String text) {
    return decoded(text, c -> isWordByte(c) || SEGMENT_MARKS.indexOf(c) >= 0);
  }

  /** Whether a byte, or a char of ASCII, stands as it is. */
  @FunctionalInterface
  private interface Plain {
    boolean is(int c);
  }

  private static boolean isWordByte(int b) {
    return (b >= '0' && b <= '9') || (b >= 'A' && b <= 'Z') || (b >= 'a' && b <= 'z');
  }

  private static String encoded(String text, Plain plain) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    StringBuilder out = new StringBuilder(bytes.length + 16);
    for (byte signed : bytes) {
      int b = signed & 0xff;
      if (plain.is(b)) {
        out.append((char) b);
      } else {
        out.append('%').append(HEX.charAt(b >> 4)).append(HEX.charAt(b & 0xf));
      }
    }
    return out.toString();
  }

  private static @Nullable String decoded(String text, Plain plain) {
    byte[] bytes = new byte[text.length()];
    int length = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '%') {
        boolean cut = i + 2 >= text.length();
        int high = cut ? -1 : hex(text.charAt(i + 1));
        int low = cut ? -1 : hex(text.charAt(i + 2));
        if (high < 0 || low < 0) {
          return null;
        }
        bytes[length++] = (byte) (high << 4 | low);
        i += 2;
      } else if (plain.is(c)) {
        bytes[length++] = (byte) c;
      } else {
        return null;
      }
    }
    return utf8(ByteBuffer.wrap(bytes, 0, length));
  }

  private static @Nullable String utf8(ByteBuffer bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
    } catch (CharacterCodingException e) {
      return null;
    }
  }

  private static int hex(char c) {
    return c < 0x80 ? Character.digit(c, 16) : -1;
  }
}
