// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.demo;

import java.time.Duration;
import java.util.Locale;

/** Numbers, as people read them. */
final class Numbers {

  private static final double NANOS_PER_MICRO = 1e3;
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double SMALL = 10;

  private Numbers() {}

  static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  static String counted(long number, String what) {
    return count(number) + " " + what + (number == 1 ? "" : "s");
  }

  /** Nanoseconds in the unit that suits them. */
  static String time(long nanos) {
    if (nanos < NANOS_PER_MILLI) {
      return rounded(nanos / NANOS_PER_MICRO, "us");
    }
    return rounded(nanos / NANOS_PER_MILLI, "ms");
  }

  private static String rounded(double value, String unit) {
    return String.format(Locale.ROOT, value < SMALL ? "%.1f %s" : "%.0f %s", value, unit);
  }

  static String seconds(Duration time) {
    return String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1e3);
  }
}
