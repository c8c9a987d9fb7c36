// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.OptionalLong;

/** A token's NumericDate (RFC 7519): seconds since 1970, maybe with a fraction or an exponent. */
final class TokenTime {

  /** The longest number that is read; a longer one would cost more than the signature. */
  static final int MAX_NUMBER_CHARS = 100;

  /** Beyond this every instant is as good as never, either way. */
  static final long FAR_MILLIS = 1_000_000_000_000_000_000L;

  private static final BigDecimal FAR = BigDecimal.valueOf(FAR_MILLIS);

  private TokenTime() {}

  /**
   * The first whole millisecond that is not before the time; empty if the number is too long, or
   * its exponent beyond what a number is made of.
   *
   * @param seconds a number of JSON; may be of any size, without taking time or room for it
   */
  static OptionalLong millis(String seconds) {
    if (seconds.length() > MAX_NUMBER_CHARS) {
      return OptionalLong.empty();
    }
    BigDecimal millis;
    try {
      millis = new BigDecimal(seconds).scaleByPowerOfTen(3);
    } catch (ArithmeticException | NumberFormatException e) {
      return OptionalLong.empty();
    }
    if (millis.abs().compareTo(FAR) >= 0) {
      return OptionalLong.of(millis.signum() * FAR_MILLIS);
    }
    if (millis.abs().compareTo(BigDecimal.ONE) < 0) {
      return OptionalLong.of(millis.signum() > 0 ? 1 : 0);
    }
    return OptionalLong.of(millis.setScale(0, RoundingMode.CEILING).longValueExact());
  }
}
