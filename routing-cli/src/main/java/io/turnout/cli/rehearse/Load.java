// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.rehearse;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How much is asked for, and how long.
 *
 * @param keys how many keys there are, 1 to {@value #MOST_KEYS}
 * @param perSecond requests a second, on average
 * @param length how long the part is that is reported, a second to {@link #LONGEST}
 * @param warmUp how long requests come before that, so that caches are as they usually are
 * @param skew the exponent of Zipf's law, by which some keys are asked for more than others; 0: all
 *     alike
 * @param seed decides everything that is left to chance
 */
public record Load(
    int keys, double perSecond, Duration length, Duration warmUp, double skew, long seed) {

  /** The most keys of a rehearsal. */
  public static final int MOST_KEYS = 2_000_000;

  /** The most requests a second. */
  public static final int MOST_PER_SECOND = 1_000_000;

  /** The steepest skew. */
  public static final double MOST_SKEW = 5;

  /** The longest part that is reported, and the longest before it. */
  public static final Duration LONGEST = Duration.ofDays(7);

  /** 50,000 keys, 5,000 requests a second, an hour after ten minutes, a skew of 0.99, seed 1. */
  public static final Load STANDARD =
      new Load(50_000, 5_000, Duration.ofHours(1), Duration.ofMinutes(10), 0.99, 1);

  private static final Pattern TIME = Pattern.compile("(?:[0-9]{1,9}(?:ms|s|m|h|d))+");
  private static final Pattern TIME_PART = Pattern.compile("([0-9]+)(ms|s|m|h|d)");
  private static final Pattern RATE =
      Pattern.compile("([0-9]{1,9}(?:\\.[0-9]{1,6})?)(?:/([smh]))?");
  private static final int LONGEST_TEXT_CHARS = 50;
  private static final Pattern SKEW = Pattern.compile("[0-9](?:\\.[0-9]{1,6})?");

  /**
   * Checks every part.
   *
   * @throws IllegalArgumentException if one is out of range
   */
  public Load {
    require(keys >= 1 && keys <= MOST_KEYS, "keys " + keys + " must lie in 1 to " + MOST_KEYS);
    require(
        perSecond > 0 && perSecond <= MOST_PER_SECOND,
        "the rate " + perSecond + "/s must lie above 0 and at most at " + MOST_PER_SECOND + "/s");
    require(
        length.toSeconds() >= 1 && length.compareTo(LONGEST) <= 0,
        "the time " + Figures.time(length) + " must lie in 1s to 7d");
    require(
        !warmUp.isNegative() && warmUp.compareTo(LONGEST) <= 0,
        "the warm-up " + Figures.time(warmUp) + " must lie in 0 to 7d");
    require(skew >= 0 && skew <= MOST_SKEW, "the skew " + skew + " must lie in 0 to " + MOST_SKEW);
  }

  /** A rate such as {@code 5000/s}, {@code 90/m} or {@code 5000}, in requests a second. */
  public static Optional<Double> rate(String text) {
    Matcher rate = RATE.matcher(text);
    if (!rate.matches()) {
      return Optional.empty();
    }
    String unit = rate.group(2) == null ? "s" : rate.group(2);
    double seconds = unit.equals("s") ? 1 : unit.equals("m") ? 60 : 3_600;
    double perSecond = Double.parseDouble(rate.group(1)) / seconds;
    return perSecond > 0 && perSecond <= MOST_PER_SECOND
        ? Optional.of(perSecond)
        : Optional.empty();
  }

  /** A skew such as {@code 0.99}. */
  public static Optional<Double> skew(String text) {
    return SKEW.matcher(text).matches()
        ? Optional.of(Double.parseDouble(text)).filter(skew -> skew <= MOST_SKEW)
        : Optional.empty();
  }

  /** A time such as {@code 10m}, {@code 1h30m} or {@code 0}. */
  public static Optional<Duration> time(String text) {
    if (text.equals("0")) {
      return Optional.of(Duration.ZERO);
    }
    if (text.length() > LONGEST_TEXT_CHARS || !TIME.matcher(text).matches()) {
      return Optional.empty();
    }
    Duration sum = Duration.ZERO;
    Matcher part = TIME_PART.matcher(text);
    while (part.find()) {
      long number = Long.parseLong(part.group(1));
      sum =
          sum.plus(
              switch (part.group(2)) {
                case "s" -> Duration.ofSeconds(number);
                case "m" -> Duration.ofMinutes(number);
                case "h" -> Duration.ofHours(number);
                case "d" -> Duration.ofDays(number);
                default -> Duration.ofMillis(number);
              });
    }
    return Optional.of(sum);
  }

  int warmUpSeconds() {
    return (int) warmUp.toSeconds();
  }

  int lengthSeconds() {
    return (int) length.toSeconds();
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalArgumentException(otherwise);
    }
  }
}
