// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;

/** The spelling of constants in what the command prints. */
final class Words {

  private static final int VERSION_DIGITS = 12;
  private static final Pattern CONTROL = Pattern.compile("\\p{Cc}");

  private Words() {}

  static String of(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** {@code 1 rule}, {@code 2 rules}, {@code 2,604 requests}. */
  static String counted(long count, String what) {
    return number(count) + " " + what + (count == 1 ? "" : "s");
  }

  /** A number with its thousands apart. */
  static String number(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** Enough of a version to tell it from others. */
  static String shortVersion(String version) {
    return version.substring(0, VERSION_DIGITS);
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
