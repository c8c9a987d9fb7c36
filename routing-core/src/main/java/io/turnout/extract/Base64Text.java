// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** {@code base64}: to text in UTF-8. */
record Base64Text() implements Transform {

  @Override
  public String word() {
    return "base64";
  }

  @Override
  public @Nullable String apply(String text) {
    int end = text.length();
    while (end > 0 && text.length() - end < 2 && text.charAt(end - 1) == '=') {
      end--;
    }
    if (end < text.length() && (text.length() & 3) != 0) {
      return null;
    }
    byte[] encoded = text.getBytes(StandardCharsets.ISO_8859_1);
    if (encoded.length < text.length()) {
      return null;
    }
    byte[] decoded = new byte[end];
    int length = Base64Chars.decodeEither(encoded, end, decoded);
    return length < 0 ? null : Utf8.text(decoded, length);
  }

  @Override
  public String toString() {
    return "base64";
  }
}
