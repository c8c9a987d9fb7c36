// SPDX-License-Identifier: Apache-2.0
package io.turnout.protocol;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.regex.Pattern;

/** A life as it is written: seconds, with up to three decimals. */
final class Seconds {

  /** 50 years of 365 days: nothing is kept for longer. */
  static final Duration LONGEST = Duration.ofDays(50 * 365);

  private static final Pattern FORM = Pattern.compile("[0-9]{1,12}(\\.[0-9]{1,3})?");

  private Seconds() {}

  /** Seconds with the decimals that are needed, rounded down; what is longer is cut off. */
  static BigDecimal written(Duration life) {
    Duration cut = life.compareTo(LONGEST) > 0 ? LONGEST : life;
    BigDecimal seconds = BigDecimal.valueOf(cut.toMillis(), 3).stripTrailingZeros();
    return seconds.scale() < 0 ? seconds.setScale(0) : seconds;
  }

  /**
   * Reads a number as JSON writes it, without an exponent.
   *
   * @throws UnreadableException if it is none, negative or too long
   */
  static Duration read(String number) throws UnreadableException {
    if (!FORM.matcher(number).matches()) {
      throw new UnreadableException(
          FieldMistake.OUT_OF_BOUNDS, "a life must be seconds, 0 or more, with up to 3 decimals");
    }
    return ofMillis(new BigDecimal(number).movePointRight(3).longValueExact());
  }

  /**
   * A life that was read.
   *
   * @throws UnreadableException if it is negative or too long
   */
  static Duration ofMillis(long millis) throws UnreadableException {
    if (millis < 0 || millis > LONGEST.toMillis()) {
      throw new UnreadableException(
          FieldMistake.OUT_OF_BOUNDS,
          "a life must lie in 0 to " + LONGEST.toSeconds() + " seconds, not " + millis + " ms");
    }
    return Duration.ofMillis(millis);
  }
}
