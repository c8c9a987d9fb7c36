// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway.config;

import java.time.Duration;
import java.util.OptionalInt;

/**
 * How it is found out whether an origin can be used: it is asked for a path, and does well if it
 * answers 200 to 299.
 *
 * @param path what it is asked for, with a leading slash
 * @param port the port of the same host where it is asked, without TLS; empty: that of the requests
 * @param interval from the end of one question to the beginning of the next, 100 ms to 1 h
 * @param timeout how long an answer may take, 1 ms to 1 min
 * @param failures how many questions in a row must fail until it is not used, 1 to 100; a
 *     connection for a request that cannot be made is enough by itself
 */
public record OriginHealth(
    String path, OptionalInt port, Duration interval, Duration timeout, int failures) {

  /** The shortest interval. */
  public static final Duration SHORTEST_INTERVAL = Duration.ofMillis(100);

  /** The longest interval. */
  public static final Duration LONGEST_INTERVAL = Duration.ofHours(1);

  /** The longest time-out. */
  public static final Duration LONGEST_TIMEOUT = Duration.ofMinutes(1);

  /** The most questions in a row. */
  public static final int MOST_FAILURES = 100;

  /** Where a gateway answers for its health, every second. */
  public static final OriginHealth DEFAULT =
      new OriginHealth(
          HealthSettings.DEFAULT_PATH,
          OptionalInt.empty(),
          Duration.ofSeconds(1),
          Duration.ofSeconds(1),
          2);

  /** Every 5 s; a path is asked for that has to be named. */
  static final OriginHealth OF_CELLS =
      new OriginHealth("/", OptionalInt.empty(), Duration.ofSeconds(5), Duration.ofSeconds(1), 3);

  /**
   * Checks every part.
   *
   * @throws IllegalArgumentException if one is out of range
   */
  public OriginHealth {
    if (!path.startsWith("/")) {
      throw new IllegalArgumentException("the path \"" + path + "\" must start with /");
    }
    port.ifPresent(number -> check("port", number, 65_535));
    check("failures", failures, MOST_FAILURES);
    check("interval", interval, SHORTEST_INTERVAL, LONGEST_INTERVAL);
    check("timeout", timeout, Duration.ofMillis(1), LONGEST_TIMEOUT);
  }

  private static void check(String name, int value, int most) {
    if (value < 1 || value > most) {
      throw new IllegalArgumentException(name + " " + value + " must lie in 1 to " + most);
    }
  }

  private static void check(String name, Duration value, Duration least, Duration most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw new IllegalArgumentException(
          name + " " + value + " must lie in " + least + " to " + most);
    }
  }
}
