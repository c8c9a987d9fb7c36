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

  /** A size as a rule file has it, in the largest unit that leaves nothing over. */
  static String size(long bytes) {
    String[] units = {"B", "KiB", "MiB", "GiB"};
    int unit = 0;
    long left = bytes;
    while (left > 0 && left % 1024 == 0 && unit < units.length - 1) {
      left /= 1024;
      unit++;
    }
    return left + units[unit];
  }

  /** A text of at most so many characters; one that was longer ends with dots. */
  static String within(String text, int width) {
    return text.length() <= width ? text : text.substring(0, width - 3) + "...";
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
