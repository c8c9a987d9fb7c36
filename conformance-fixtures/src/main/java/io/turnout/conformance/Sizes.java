// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sizes and durations as fixtures write them. */
final class Sizes {

  private static final Pattern SIZE = Pattern.compile("([0-9]+)(B|KiB|MiB|GiB)?");
  private static final Pattern DURATION = Pattern.compile("([0-9]+)(ms|s|m|h|d)");

  private Sizes() {}

  /** Bytes of a size; {@code otherwise} where there is none. */
  static long bytes(JsonNode size, long otherwise) {
    if (size.isMissingNode()) {
      return otherwise;
    }
    Matcher matcher = SIZE.matcher(size.asText());
    if (!matcher.matches()) {
      throw new IllegalArgumentException("\"" + size.asText() + "\" is no size such as 64KiB");
    }
    String unit = matcher.group(2) == null ? "B" : matcher.group(2);
    return Long.parseLong(matcher.group(1)) << shift(unit);
  }

  /** Milliseconds of a duration. */
  static long millis(String duration) {
    if (duration.equals("0")) {
      return 0;
    }
    Matcher matcher = DURATION.matcher(duration);
    long total = 0;
    int end = 0;
    while (matcher.find() && matcher.start() == end) {
      total += Long.parseLong(matcher.group(1)) * millisOf(matcher.group(2));
      end = matcher.end();
    }
    if (end == 0 || end != duration.length()) {
      throw new IllegalArgumentException("\"" + duration + "\" is no duration such as 4m59s");
    }
    return total;
  }

  private static int shift(String unit) {
    return switch (unit) {
      case "KiB" -> 10;
      case "MiB" -> 20;
      case "GiB" -> 30;
      default -> 0;
    };
  }

  private static long millisOf(String unit) {
    return switch (unit) {
      case "ms" -> 1;
      case "s" -> 1_000;
      case "m" -> 60_000;
      case "h" -> 3_600_000;
      default -> 86_400_000;
    };
  }
}
