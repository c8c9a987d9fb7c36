// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway.config;

import java.time.Duration;
import java.util.Set;

/**
 * When an endpoint that fails requests gets none for a while.
 *
 * @param failures how many requests in a row must fail, 1 to {@value #MOST_FAILURES}
 * @param on what counts as a failure; at least one
 * @param first how long the first ejection lasts, 100 ms to 1 h; each further one twice as long as
 *     that before it, until the endpoint has been in use for {@code longest} without one
 * @param longest how long an ejection lasts at most, {@code first} to 24 h
 */
public record EjectionSettings(
    int failures, Set<EndpointFailure> on, Duration first, Duration longest) {

  /** The most failures in a row. */
  public static final int MOST_FAILURES = 1_000;

  /** The shortest first ejection. */
  public static final Duration SHORTEST = Duration.ofMillis(100);

  /** The longest first ejection. */
  public static final Duration LONGEST_FIRST = Duration.ofHours(1);

  /** The longest ejection. */
  public static final Duration LONGEST = Duration.ofHours(24);

  /** After 5 failures but for answers, for 10 s at first and 5 min at most. */
  public static final EjectionSettings DEFAULT =
      new EjectionSettings(
          5,
          Set.of(EndpointFailure.CONNECT, EndpointFailure.BROKEN_OFF, EndpointFailure.TIMEOUT),
          Duration.ofSeconds(10),
          Duration.ofMinutes(5));

  /**
   * Checks every part.
   *
   * @throws IllegalArgumentException if one is out of range
   */
  public EjectionSettings {
    on = Set.copyOf(on);
    if (failures < 1 || failures > MOST_FAILURES) {
      throw new IllegalArgumentException(
          "failures " + failures + " must lie in 1 to " + MOST_FAILURES);
    }
    if (on.isEmpty()) {
      throw new IllegalArgumentException("on must name what counts as a failure");
    }
    check("first", first, SHORTEST, LONGEST_FIRST);
    check("longest", longest, first, LONGEST);
  }

  private static void check(String name, Duration value, Duration least, Duration most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw new IllegalArgumentException(
          name + " " + value + " must lie in " + least + " to " + most);
    }
  }
}
