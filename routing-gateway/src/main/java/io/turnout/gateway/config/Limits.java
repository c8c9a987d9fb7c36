// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway.config;

import io.turnout.Tier;

/**
 * How much a gateway takes on.
 *
 * @param connections how many client connections may be open; more are closed at once
 * @param connectionsPerCell how many connections to one cell may be open
 * @param waitingPerCell how many requests may wait for a connection to one cell; more get 503
 * @param requestLineBytes the longest request line, in bytes
 * @param headerBytes the longest header section of a request or an answer, in bytes
 * @param bodyHeldBytes the most of any body that is held back for a decision, in bytes, where the
 *     rule file does not say less
 * @param bodyKeptBytes the most of a body that went on to a cell and is kept until the cell's
 *     answer begins, in bytes, so that it can be sent again if that was the wrong cell; what was
 *     held back for the decision is kept in any case, where it is the whole body
 * @param streamsPerConnection how many requests may be under way at once on one client connection
 *     of HTTP/2; more are refused
 * @param resetsPerConnection how many requests a client may take back in 30 seconds on one
 *     connection of HTTP/2; more end it
 */
public record Limits(
    int connections,
    int connectionsPerCell,
    int waitingPerCell,
    int requestLineBytes,
    int headerBytes,
    int bodyHeldBytes,
    int bodyKeptBytes,
    int streamsPerConnection,
    int resetsPerConnection) {

  /** What is taken where nothing is said, but at an edge. */
  public static final Limits DEFAULT =
      new Limits(10_000, 256, 1_024, 8 << 10, 32 << 10, 1 << 20, 64 << 10);

  /** What an edge takes where nothing is said: it hands on what larger bodies would tell. */
  public static final Limits OF_EDGES =
      new Limits(10_000, 256, 1_024, 8 << 10, 32 << 10, 16 << 10, 64 << 10);

  /**
   * Checks every one.
   *
   * @throws IllegalArgumentException if one is out of range
   */
  public Limits {
    check("connections", connections, 1, 1_000_000);
    check("connectionsPerCell", connectionsPerCell, 1, 100_000);
    check("waitingPerCell", waitingPerCell, 0, 1_000_000);
    check("requestLineBytes", requestLineBytes, 256, 1 << 20);
    check("headerBytes", headerBytes, 256, 1 << 20);
    check("bodyHeldBytes", bodyHeldBytes, 0, 1 << 30);
    check("bodyKeptBytes", bodyKeptBytes, 0, 1 << 30);
    check("streamsPerConnection", streamsPerConnection, 1, 10_000);
    check("resetsPerConnection", resetsPerConnection, 1, 1_000_000);
  }

  /** The same with what HTTP/2 takes on where nothing is said. */
  public Limits(
      int connections,
      int connectionsPerCell,
      int waitingPerCell,
      int requestLineBytes,
      int headerBytes,
      int bodyHeldBytes,
      int bodyKeptBytes) {
    this(
        connections,
        connectionsPerCell,
        waitingPerCell,
        requestLineBytes,
        headerBytes,
        bodyHeldBytes,
        bodyKeptBytes,
        100,
        200);
  }

  /** What a tier takes where nothing is said. */
  public static Limits of(Tier tier) {
    return tier == Tier.EDGE ? OF_EDGES : DEFAULT;
  }

  private static void check(String name, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + " " + value + " must lie in " + least + " to " + most);
    }
  }
}
