// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;

/** The spelling of constants in what the command prints. */
final class Words {

  private static final Pattern CONTROL = Pattern.compile("\\p{Cc}");

  private Words() {}

  static String of(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The text of UTF-8 bytes that stand as one {@code char} each. */
  static String ofBytes(String bytes) {
    return new String(bytes.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
  }

  /** A text that moves no cursor: control characters are written as their number. */
  static String printable(String text) {
    return CONTROL
        .matcher(text)
        .replaceAll(found -> String.format(Locale.ROOT, "<%02X>", (int) found.group().charAt(0)));
  }
}
