// SPDX-License-Identifier: Apache-2.0
package io.turnout.document;

import java.util.regex.Pattern;

/** How a text of the file appears in a message: quoted, shortened, on one line. */
public final class Shown {

  private static final int LONGEST_CHARS = 60;
  private static final Pattern WORD = Pattern.compile("[A-Za-z0-9<][A-Za-z0-9_.<-]*");

  private Shown() {}

  /** The text in quotes, at most {@value #LONGEST_CHARS} characters of it. */
  public static String text(String text) {
    StringBuilder shown = new StringBuilder("\"");
    int end = Math.min(text.length(), LONGEST_CHARS);
    if (end < text.length() && Character.isHighSurrogate(text.charAt(end - 1))) {
      end--;
    }
    for (int i = 0; i < end; i++) {
      char c = text.charAt(i);
      if (isInvisible(c)) {
        shown.append(String.format("\\u%04x", (int) c));
      } else {
        shown.append(c);
      }
    }
    if (end < text.length()) {
      shown.append('…');
    }
    return shown.append('"').toString();
  }

  /** Whether a character shows as nothing, or changes how what is around it shows. */
  private static boolean isInvisible(char c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      default -> false;
    };
  }

  /** {@code "key \"text\""} for a plain word; {@code "key"} for any other, which may be data. */
  static String key(String text) {
    return WORD.matcher(text).matches() ? "key " + text(text) : "key";
  }
}
