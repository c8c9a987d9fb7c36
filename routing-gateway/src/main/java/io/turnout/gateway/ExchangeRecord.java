// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.turnout.decision.RouteDecision;
import java.net.InetAddress;
import java.util.Optional;

/**
 * What became of one request, told when it is over.
 *
 * @param startedAtMillis when its head had come, in milliseconds since 1970-01-01T00:00:00Z
 * @param method its method; empty if its head could not be read
 * @param target its target as it came; it may hold personal data; empty if its head could not be
 *     read
 * @param client the address of the client: as far as it is proven, else that of the connection's
 *     peer; it may be personal data; empty if there is none, or the head could not be read
 * @param status the status of the answer; 0 if none was begun
 * @param ending how it ended
 * @param bytesIn the bytes of its body that came
 * @param bytesOut the bytes of the answer's body that were sent
 * @param durationNanos from its head to its end
 * @param decisionNanos from its head to its decision, the wait for its body included; 0 without a
 *     decision
 * @param decision where it was to go, and why; empty if it ended before that was decided
 * @param trouble what went wrong apart from the decision, such as {@code cell-timeout}
 * @param passage what passed between routers
 */
public record ExchangeRecord(
    long startedAtMillis,
    String method,
    String target,
    Optional<InetAddress> client,
    int status,
    Ending ending,
    long bytesIn,
    long bytesOut,
    long durationNanos,
    long decisionNanos,
    Optional<RouteDecision> decision,
    Optional<String> trouble,
    Passage passage) {

  /**
   * What passed between routers on the way of one request.
   *
   * @param authority the origin of the authority tier to which it was handed on
   * @param learnt how many routes the answer of the authority tier taught
   * @param wrongCell the cell that did not hold the key, where the request was sent again
   */
  public record Passage(Optional<String> authority, int learnt, Optional<String> wrongCell) {

    /** Nothing did. */
    public static final Passage NONE = new Passage(Optional.empty(), 0, Optional.empty());

    Passage handedTo(String origin) {
      return new Passage(Optional.of(origin), learnt, wrongCell);
    }

    Passage learnt(int routes) {
      return new Passage(authority, routes, wrongCell);
    }

    Passage corrected(Optional<String> wrong) {
      return new Passage(authority, learnt, wrong);
    }
  }

  /** How an exchange ended. */
  public enum Ending {
    /** The answer was sent whole. */
    ANSWERED("answered"),
    /** The client closed its connection first. */
    CLIENT_CLOSED("client-closed"),
    /** The answer had begun and could not be brought to its end. */
    BROKEN_OFF("broken-off");

    private final String text;

    Ending(String text) {
      this.text = text;
    }

    /** The spelling of the access log. */
    public String text() {
      return text;
    }
  }
}
