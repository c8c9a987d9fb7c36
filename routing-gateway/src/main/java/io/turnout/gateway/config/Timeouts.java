// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway.config;

import java.time.Duration;

/**
 * How long a gateway waits. Each is at least 1 ms and at most 24 hours.
 *
 * @param requestHead from the opening of a client's connection to the end of its first request head
 * @param keepAlive from the end of one answer to the end of the next request head
 * @param connect for a connection to a cell to be made
 * @param forward from a decision to the first byte that is sent to its cell, waiting for a
 *     connection included
 * @param firstByte from the last byte of a request that was sent to the cell to the head of its
 *     answer
 * @param idle how long an exchange may go without any byte moving
 * @param tunnelIdle how long an upgraded connection may go without any byte moving
 * @param linger how long the rest of a refused request's body is still read, and dropped
 * @param cellKeepAlive how long an unused connection to a cell is kept
 * @param shutdown how long requests in flight may still take when the gateway stops
 */
public record Timeouts(
    Duration requestHead,
    Duration keepAlive,
    Duration connect,
    Duration forward,
    Duration firstByte,
    Duration idle,
    Duration tunnelIdle,
    Duration linger,
    Duration cellKeepAlive,
    Duration shutdown) {

  /** The longest of any. */
  public static final Duration LONGEST = Duration.ofHours(24);

  /** What is taken where nothing is said. */
  public static final Timeouts DEFAULT =
      new Timeouts(
          Duration.ofSeconds(10),
          Duration.ofSeconds(60),
          Duration.ofSeconds(2),
          Duration.ofSeconds(5),
          Duration.ofSeconds(60),
          Duration.ofSeconds(60),
          Duration.ofMinutes(10),
          Duration.ofSeconds(5),
          Duration.ofSeconds(30),
          Duration.ofSeconds(30));

  /**
   * Checks every one.
   *
   * @throws IllegalArgumentException if one is out of range
   */
  public Timeouts {
    check("requestHead", requestHead);
    check("keepAlive", keepAlive);
    check("connect", connect);
    check("forward", forward);
    check("firstByte", firstByte);
    check("idle", idle);
    check("tunnelIdle", tunnelIdle);
    check("linger", linger);
    check("cellKeepAlive", cellKeepAlive);
    check("shutdown", shutdown);
  }

  private static void check(String name, Duration value) {
    if (value.toMillis() < 1 || value.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(name + " " + value + " must lie in 1 ms to 24 h");
    }
  }
}
