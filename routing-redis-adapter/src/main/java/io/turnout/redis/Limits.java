// SPDX-License-Identifier: Apache-2.0
package io.turnout.redis;

import java.time.Duration;

/** What both builders accept. */
final class Limits {

  private static final Duration SHORTEST = Duration.ofMillis(1);
  private static final Duration LONGEST = Duration.ofSeconds(1);

  private Limits() {}

  static Duration timeout(Duration timeout) {
    if (timeout.compareTo(SHORTEST) < 0 || timeout.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException("timeout " + timeout + " must lie in PT0.001S to PT1S");
    }
    return timeout;
  }

  static int atLeastOne(int number, String what) {
    if (number < 1) {
      throw new IllegalArgumentException(what + " " + number + " must be at least 1");
    }
    return number;
  }
}
