// SPDX-License-Identifier: Apache-2.0
package io.turnout.document;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The grammars of numbers, sizes and durations; empty stands for a text that is none. */
public final class Quantities {

  /** The longest duration; its nanoseconds still fit a long. */
  static final Duration LONGEST = Duration.ofDays(36_500);

  /** The longest text that is looked at as a duration. */
  static final int LONGEST_TEXT_CHARS = 100;

  private static final Pattern INTEGER = Pattern.compile("[-+]?(?:0|[1-9][0-9]*)");
  private static final Pattern SIZE = Pattern.compile("([0-9]+)(B|KiB|MiB|GiB)?");
  private static final Pattern OTHER_SIZE =
      Pattern.compile("([0-9]+) ?([KMG])i?B?", Pattern.CASE_INSENSITIVE);
  private static final Pattern DURATION = Pattern.compile("(?:[0-9]+(?:ms|s|m|h|d))+");
  private static final Pattern DURATION_PART = Pattern.compile("([0-9]+)(ms|s|m|h|d)");

  private Quantities() {}

  static OptionalLong integer(String text) {
    return INTEGER.matcher(text).matches() ? digits(text) : OptionalLong.empty();
  }

  static OptionalLong sizeBytes(String text) {
    Matcher size = SIZE.matcher(text);
    if (!size.matches()) {
      return OptionalLong.empty();
    }
    return times(digits(size.group(1)), size.group(2) == null ? 1 : bytesPer(size.group(2)));
  }

  /** The size that was probably meant by a text with another unit, such as {@code 64 kb}. */
  static Optional<String> nearestSize(String text) {
    Matcher size = OTHER_SIZE.matcher(text);
    return size.matches()
        ? Optional.of(size.group(1) + size.group(2).toUpperCase(Locale.ROOT) + "iB")
        : Optional.empty();
  }

  /**
   * A duration in milliseconds, such as {@code 90s}, {@code 1h30m} or {@code 0}.
   *
   * @return empty if {@code text} is none, or one of more than 36,500 days
   */
  public static OptionalLong durationMillis(String text) {
    if (text.equals("0")) {
      return OptionalLong.of(0);
    }
    if (text.length() > LONGEST_TEXT_CHARS || !DURATION.matcher(text).matches()) {
      return OptionalLong.empty();
    }
    long sum = 0;
    Matcher part = DURATION_PART.matcher(text);
    while (part.find()) {
      OptionalLong millis = times(digits(part.group(1)), millisPer(part.group(2)));
      if (millis.isEmpty() || millis.getAsLong() > LONGEST.toMillis() - sum) {
        return OptionalLong.empty();
      }
      sum += millis.getAsLong();
    }
    return OptionalLong.of(sum);
  }

  private static long bytesPer(String unit) {
    return switch (unit) {
      case "KiB" -> 1L << 10;
      case "MiB" -> 1L << 20;
      case "GiB" -> 1L << 30;
      default -> 1;
    };
  }

  private static long millisPer(String unit) {
    return switch (unit) {
      case "s" -> 1_000;
      case "m" -> 60_000;
      case "h" -> 3_600_000;
      case "d" -> 86_400_000;
      default -> 1;
    };
  }

  private static OptionalLong digits(String text) {
    try {
      return OptionalLong.of(Long.parseLong(text));
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  private static OptionalLong times(OptionalLong count, long unit) {
    if (count.isEmpty() || count.getAsLong() > Long.MAX_VALUE / unit) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(count.getAsLong() * unit);
  }
}
