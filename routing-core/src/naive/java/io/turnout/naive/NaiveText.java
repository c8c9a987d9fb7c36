// SPDX-License-Identifier: Apache-2.0
package io.turnout.naive;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Bytes as text; bytes stand as one character each where a request holds them. */
final class NaiveText {

  private NaiveText() {}

  /** The text of bytes that stand as characters; null if they are no UTF-8. */
  static @Nullable String utf8(String bytes) {
    return utf8(bytes.getBytes(StandardCharsets.ISO_8859_1));
  }

  static @Nullable String utf8(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      return null;
    }
  }

  /** Percent-decoded text; null if an escape is broken or the bytes are no UTF-8. */
  static @Nullable String decoded(String raw, boolean plusIsSpace) {
    String bytes = decodedBytes(raw, plusIsSpace);
    return bytes == null ? null : utf8(bytes);
  }

  private static @Nullable String decodedBytes(String raw, boolean plusIsSpace) {
    StringBuilder bytes = new StringBuilder();
    for (int i = 0; i < raw.length(); i++) {
      char c = raw.charAt(i);
      if (c != '%') {
        bytes.append(c == '+' && plusIsSpace ? ' ' : c);
      } else if (raw.substring(i).matches("(?s)%[0-9a-fA-F]{2}.*")) {
        bytes.append((char) Integer.parseInt(raw.substring(i + 1, i + 3), 16));
        i += 2;
      } else {
        return null;
      }
    }
    return bytes.toString();
  }

  /** The length of the shortest start of a field's value that nothing could make valid again. */
  static int broken(String raw) {
    int length = 0;
    while (length <= raw.length() && canGoOn(raw.substring(0, length))) {
      length++;
    }
    return length;
  }

  /** Whether the escapes are whole, or could become so, and the bytes so far are UTF-8. */
  private static boolean canGoOn(String start) {
    String whole = start.replaceAll("%[0-9a-fA-F]?$", "");
    String bytes = decodedBytes(whole, true);
    return bytes != null
        && !StandardCharsets.UTF_8
            .newDecoder()
            .decode(
                ByteBuffer.wrap(bytes.getBytes(StandardCharsets.ISO_8859_1)),
                CharBuffer.allocate(bytes.length()),
                false)
            .isError();
  }

  /** Without the optional white space of HTTP around it. */
  static String trimmed(String text) {
    return text.replaceAll("^[ \t]+|[ \t]+$", "");
  }

  static boolean hasControls(String text) {
    return text.codePoints().anyMatch(c -> Character.getType(c) == Character.CONTROL);
  }
}
