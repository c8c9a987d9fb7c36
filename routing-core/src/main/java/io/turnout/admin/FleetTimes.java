// SPDX-License-Identifier: Apache-2.0
package io.turnout.admin;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * What a move assumes of the routers in use: the most that holds for any of them. Whoever moves a
 * key vouches for it; nothing here can be seen from the source of truth.
 *
 * @param lookupTimeout how long a look-up may take, between the router that decides and the source
 *     of truth, all tiers on the way together
 * @param clockAllowance by how much a clock may be off, and a timer late: between routers, layers
 *     and whoever moves
 * @param readLag how long after a write a router's authority may still answer what was true before
 *     it; zero where it reads consistently and keeps no defaults, or takes their age off as
 *     DynamoDB's does
 * @param serveExpiredFor by how much a router may stretch a life while the authority fails
 * @param maxStale how long a router uses what is no longer fresh, if it bounds that: it can only
 *     shorten, and nothing is reckoned with it
 * @param forwardTimeout how long after a decision the first byte of its request reaches the cell
 * @param grace how long a key stays uncacheable after the flip
 */
public record FleetTimes(
    Duration lookupTimeout,
    Duration clockAllowance,
    Duration readLag,
    Duration serveExpiredFor,
    Optional<Duration> maxStale,
    Duration forwardTimeout,
    Duration grace) {

  /**
   * Routers as they are if nothing is configured: look-ups of 250 ms, clocks within 2 s, consistent
   * reads, nothing served expired, forwarding within 5 s; and a minute of grace.
   */
  public static final FleetTimes DEFAULT =
      new FleetTimes(
          Duration.ofMillis(250),
          Duration.ofSeconds(2),
          Duration.ZERO,
          Duration.ZERO,
          Optional.empty(),
          Duration.ofSeconds(5),
          Duration.ofMinutes(1));

  /**
   * Checks every part.
   *
   * @throws IllegalArgumentException if one is negative
   */
  public FleetTimes {
    require(lookupTimeout, "lookupTimeout");
    require(clockAllowance, "clockAllowance");
    require(readLag, "readLag");
    require(serveExpiredFor, "serveExpiredFor");
    Objects.requireNonNull(maxStale, "maxStale").ifPresent(it -> require(it, "maxStale"));
    require(forwardTimeout, "forwardTimeout");
    require(grace, "grace");
  }

  /** How long after the flip a decision for the old cell may still be made: L. */
  public Duration lastDecisionAfterFlip() {
    return lookupTimeout.plus(clockAllowance).plus(readLag);
  }

  /** By how much a copy may outlive what the source of truth knows of its life. */
  Duration copiesLongerBy() {
    return clockAllowance.plus(readLag).plus(serveExpiredFor);
  }

  private static void require(Duration time, String what) {
    if (Objects.requireNonNull(time, what).isNegative()) {
      throw new IllegalArgumentException(what + " " + time + " must not be negative");
    }
  }
}
