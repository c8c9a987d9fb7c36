// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Text from outside, made so that it moves no cursor, turns no writing direction, and has no
 * character that XML forbids.
 */
final class Printable {

  private static final Pattern UNSAFE =
      Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}\\uFFFE\\uFFFF]");
  private static final Pattern UNSAFE_BUT_LINE_END = Pattern.compile("(?!\\n)" + UNSAFE);

  private Printable() {}

  /** On one line. Within a JSON text it means the same afterwards. */
  static String line(String text) {
    return escaped(UNSAFE, text);
  }

  /** With its line ends. */
  static String lines(String text) {
    return escaped(UNSAFE_BUT_LINE_END, text);
  }

  private static String escaped(Pattern unsafe, String text) {
    return unsafe
        .matcher(text)
        .replaceAll(found -> Matcher.quoteReplacement(escape(found.group())));
  }

  /** As JSON escapes it: one escape for each char. */
  private static String escape(String character) {
    return character
        .chars()
        .mapToObj(one -> String.format(Locale.ROOT, "\\u%04x", one))
        .collect(Collectors.joining());
  }
}
