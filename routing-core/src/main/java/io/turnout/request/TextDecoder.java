// SPDX-License-Identifier: Apache-2.0
package io.turnout.request;

import org.jspecify.annotations.Nullable;

/**
 * Reads text out of bytes that stand as one char each, percent-encoded or not, as strict UTF-8.
 *
 * <p>Overlong forms, surrogates, code points above U+10FFFF and chars above U+00FF are no text. So
 * nothing that is decoded here holds half of a surrogate pair.
 */
final class TextDecoder {

  private static final int END = -1;
  private static final int BAD = -2;

  /** How the bytes are written. */
  enum Form {
    /** As they are: a header's value. */
    PLAIN,
    /** Percent-encoded: a path whose slashes become NUL, since an encoded slash is data. */
    PATH,
    /** Percent-encoded, a plus being a space: a name or value of a query. */
    QUERY
  }

  private final String raw;
  private final int to;
  private final Form form;
  private final char[] out;
  private int at;
  private int length;

  private TextDecoder(String raw, int from, int to, Form form) {
    this.raw = raw;
    this.at = from;
    this.to = to;
    this.form = form;
    this.out = new char[to - from];
  }

  /** The text in {@code raw} between two positions, or null if it is none. */
  static @Nullable String decode(String raw, int from, int to, Form form) {
    TextDecoder decoder = new TextDecoder(raw, from, to, form);
    return decoder.run() ? new String(decoder.out, 0, decoder.length) : null;
  }

  /** Whether all chars are ASCII, so that {@link Form#PLAIN} text stands as it is. */
  static boolean isAscii(String raw, int from, int to) {
    int seen = 0;
    for (int i = from; i < to; i++) {
      seen |= raw.charAt(i);
    }
    return seen < 0x80;
  }

  private boolean run() {
    while (at < to) {
      boolean separator = form == Form.PATH && raw.charAt(at) == '/';
      int b = next();
      if (separator) {
        out[length++] = RequestTarget.DECODED_SEPARATOR;
      } else if (b == RequestTarget.DECODED_SEPARATOR && form == Form.PATH) {
        return false;
      } else if (b >= 0 && b < 0x80) {
        out[length++] = (char) b;
      } else if (!sequence(b)) {
        return false;
      }
    }
    return true;
  }

  /** Reads what follows a lead byte; the second byte's range shuts out what must not be encoded. */
  private boolean sequence(int lead) {
    if (lead >= 0xc2 && lead <= 0xdf) {
      return append(lead & 0x1f, 1, 0x80, 0xbf);
    }
    if (lead >= 0xe0 && lead <= 0xef) {
      return append(lead & 0x0f, 2, lead == 0xe0 ? 0xa0 : 0x80, lead == 0xed ? 0x9f : 0xbf);
    }
    if (lead >= 0xf0 && lead <= 0xf4) {
      return append(lead & 0x07, 3, lead == 0xf0 ? 0x90 : 0x80, lead == 0xf4 ? 0x8f : 0xbf);
    }
    return false;
  }

  private boolean append(int leadBits, int followers, int least, int most) {
    int second = next();
    if (second < least || second > most) {
      return false;
    }
    int codePoint = leadBits << 6 | (second & 0x3f);
    for (int i = 1; i < followers; i++) {
      int b = next();
      if (b < 0x80 || b > 0xbf) {
        return false;
      }
      codePoint = codePoint << 6 | (b & 0x3f);
    }
    length += Character.toChars(codePoint, out, length);
    return true;
  }

  private int next() {
    if (at >= to) {
      return END;
    }
    char c = raw.charAt(at++);
    if (form != Form.PLAIN) {
      if (c == '%') {
        return escaped();
      }
      if (c == '+' && form == Form.QUERY) {
        return ' ';
      }
    }
    return c <= 0xff ? c : BAD;
  }

  private int escaped() {
    if (to - at < 2) {
      return BAD;
    }
    int high = hex(raw.charAt(at));
    int low = hex(raw.charAt(at + 1));
    at += 2;
    return high < 0 || low < 0 ? BAD : high << 4 | low;
  }

  private static int hex(char c) {
    if (c >= '0' && c <= '9') {
      return c - '0';
    }
    int letter = c | 0x20;
    return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
  }
}
