// SPDX-License-Identifier: Apache-2.0
package io.turnout.document;

import io.turnout.document.DocumentParser.Unreadable;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** The characters of a text before YAML: decoded, bounded, and only those that may be there. */
final class SourceText {

  private static final char BYTE_ORDER_MARK = '\uFEFF';

  /** Stands for the backslash of an escaped slash; no text may hold it. */
  private static final char ESCAPED_SLASH = '\uFDD0';

  private static final String ESCAPED_SLASH_TEXT = String.valueOf(ESCAPED_SLASH);

  private SourceText() {}

  static void requireSize(long sizeBytes, DocumentLimits limits) throws Unreadable {
    if (sizeBytes > limits.sizeBytes()) {
      throw new Unreadable(
          Position.START,
          "the text has " + sizeBytes + " bytes; at most " + limits.sizeBytes() + " are read");
    }
  }

  /** How many bytes a text takes in UTF-8. */
  static long utf8Length(String text) {
    long bytes = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      bytes += c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
    }
    return bytes;
  }

  static String decode(byte[] content) throws Unreadable {
    CharsetDecoder decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    ByteBuffer bytes = ByteBuffer.wrap(content);
    CharBuffer chars = CharBuffer.allocate(content.length);
    CoderResult result = decoder.decode(bytes, chars, true);
    chars.flip();
    if (result.isError()) {
      throw new Unreadable(
          end(chars),
          "the text is not UTF-8: byte 0x"
              + String.format("%02x", content[bytes.position()] & 0xff)
              + " at offset "
              + bytes.position());
    }
    return chars.toString();
  }

  /**
   * Takes a byte order mark off, and from JSON what the YAML parser would stumble over: tabs that
   * indent, and backslashes before slashes. No position changes. Refuses characters that are not
   * printable.
   */
  static String prepare(String text) throws Unreadable {
    String content =
        !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK ? text.substring(1) : text;
    if (content.endsWith("\r")) {
      content += "\n";
    }
    requirePrintable(content);
    return isFlow(content) ? adapted(content) : content;
  }

  private static void requirePrintable(String text) throws Unreadable {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= ' ' && c < 0x7f || c == '\n') {
        continue;
      }
      if (Character.isHighSurrogate(c)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        i++;
        continue;
      }
      if (!isAllowed(c)) {
        throw new Unreadable(
            end(text.subSequence(0, i)),
            String.format("character U+%04X may stand here only as an escape in quotes", (int) c));
      }
    }
  }

  private static boolean isAllowed(char c) {
    return c == '\t'
        || c == '\r'
        || !Character.isISOControl(c)
            && !Character.isSurrogate(c)
            && c != '\u2028'
            && c != '\u2029'
            && c != BYTE_ORDER_MARK
            && !(c >= '\uFDD0' && c <= '\uFDEF')
            && c != '\uFFFE'
            && c != '\uFFFF';
  }

  /** Whether a text holds half of a surrogate pair, which an escape can bring about. */
  static boolean hasLoneSurrogate(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isSurrogate(c)) {
        boolean paired =
            Character.isHighSurrogate(c)
                && i + 1 < text.length()
                && Character.isLowSurrogate(text.charAt(i + 1));
        if (!paired) {
          return true;
        }
        i++;
      }
    }
    return false;
  }

  private static boolean isFlow(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c != ' ' && c != '\t' && c != '\n' && c != '\r') {
        return c == '{' || c == '[';
      }
    }
    return false;
  }

  /** JSON as the YAML parser reads it, with every character where it was. */
  private static String adapted(String json) {
    String slashes = json.contains("\\/") ? withMarkedSlashes(json) : json;
    return slashes.indexOf('\t') >= 0 ? withoutLeadingTabs(slashes) : slashes;
  }

  private static String withoutLeadingTabs(String text) {
    StringBuilder spaced = new StringBuilder(text);
    boolean leading = true;
    for (int i = 0; i < spaced.length(); i++) {
      char c = spaced.charAt(i);
      if (c == '\n' || c == '\r') {
        leading = true;
      } else if (c == '\t' && leading) {
        spaced.setCharAt(i, ' ');
      } else if (c != ' ') {
        leading = false;
      }
    }
    return spaced.toString();
  }

  /** The text with a mark for the backslash of each escaped slash, if it can be JSON at all. */
  private static String withMarkedSlashes(String text) {
    StringBuilder marked = new StringBuilder(text);
    boolean inString = false;
    for (int i = 0; i < marked.length(); i++) {
      char c = marked.charAt(i);
      if (c == '"') {
        inString = !inString;
      } else if (inString && c == '\\') {
        if (i + 1 < marked.length() && marked.charAt(i + 1) == '/') {
          marked.setCharAt(i, ESCAPED_SLASH);
        }
        i++;
      } else if (!inString && (c == '\'' || c == '#')) {
        return text;
      }
    }
    return marked.toString();
  }

  /** Takes off the marks that {@link #prepare} left in a text. */
  static String unmarked(String value) {
    return value.indexOf(ESCAPED_SLASH) < 0 ? value : value.replace(ESCAPED_SLASH_TEXT, "");
  }

  /** The place after {@code text}. */
  private static Position end(CharSequence text) {
    int line = 1;
    int column = 1;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean breaksLine =
          c == '\n' || c == '\r' && (i + 1 == text.length() || text.charAt(i + 1) != '\n');
      if (breaksLine) {
        line++;
        column = 1;
      } else if (!Character.isLowSurrogate(c) && c != '\r' && c != BYTE_ORDER_MARK) {
        column++;
      }
    }
    return new Position(line, column);
  }
}
