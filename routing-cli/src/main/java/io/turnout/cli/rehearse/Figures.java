// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.rehearse;

import java.time.Duration;
import java.util.Locale;

/** Numbers and times, as people read them. */
final class Figures {

  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1_000_000_000;
  private static final long MINUTE = 60 * SECOND;
  private static final long TEN = 10;
  private static final double WHOLE = 99.95;
  private static final double LITTLE = 0.1;

  private Figures() {}

  static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** A number with a decimal where it is small. */
  static String rate(double number) {
    return String.format(Locale.ROOT, number < TEN ? "%.1f" : "%,.0f", number);
  }

  /** A share in percent; only the whole is written as 100, and little with more decimals. */
  static String percent(double share) {
    double percent = share * 100;
    if (percent >= 100) {
      return "100 %";
    }
    if (percent >= WHOLE) {
      return String.format(Locale.ROOT, "%.2f %%", Math.min(percent, 99.99));
    }
    boolean little = percent > 0 && percent < LITTLE;
    return String.format(Locale.ROOT, little ? "%.3f %%" : "%.1f %%", percent);
  }

  /** A duration as a scenario has it, {@code 1h30m}. */
  static String time(Duration time) {
    if (time.isZero()) {
      return "0";
    }
    StringBuilder text = new StringBuilder();
    part(text, time.toDays(), "d");
    part(text, time.toHoursPart(), "h");
    part(text, time.toMinutesPart(), "m");
    part(text, time.toSecondsPart(), "s");
    part(text, time.toMillisPart(), "ms");
    return text.toString();
  }

  /** The same for whole seconds. */
  static String seconds(long seconds) {
    return time(Duration.ofSeconds(seconds));
  }

  private static void part(StringBuilder text, long number, String unit) {
    if (number != 0) {
      text.append(number).append(unit);
    }
  }

  /** Nanoseconds that were measured, in the unit that suits them. */
  static String measured(long nanos) {
    if (nanos == 0) {
      return "0";
    }
    if (nanos < SECOND) {
      double millis = (double) nanos / MILLI;
      return String.format(Locale.ROOT, millis < TEN ? "%.1f ms" : "%.0f ms", millis);
    }
    if (nanos < MINUTE) {
      return String.format(Locale.ROOT, "%.1f s", (double) nanos / SECOND);
    }
    Duration whole = Duration.ofSeconds(nanos / SECOND);
    return whole.toHours() == 0
        ? String.format(Locale.ROOT, "%dm%02ds", whole.toMinutes(), whole.toSecondsPart())
        : String.format(Locale.ROOT, "%dh%02dm", whole.toHours(), whole.toMinutesPart());
  }
}
