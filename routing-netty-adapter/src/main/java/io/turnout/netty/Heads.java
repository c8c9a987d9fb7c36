// SPDX-License-Identifier: Apache-2.0
package io.turnout.netty;

import io.turnout.CellRouter;
import io.turnout.Handover;
import io.turnout.decision.Outcome;
import io.turnout.decision.RouteDecision;
import io.turnout.protocol.HeaderField;

/** What the heads of requests and answers say to other routers, and to clients of the decision. */
final class Heads {

  private static final String SET_COOKIE = "Set-Cookie";

  private final CellRouter router;

  Heads(CellRouter router) {
    this.router = router;
  }

  /** Makes a head say to where it goes what is to be said, and nothing else. */
  void goesOn(Exchange now, RouteDecision decision, Object head) {
    Wire wire = Wire.require(head);
    Handover handover =
        decision.outcome() == Outcome.AUTHORITY ? router.handOver(now.head, decision) : null;
    now.handover = handover;
    wire.strip(head);
    if (handover != null) {
      handover.fields().forEach(field -> wire.replace(head, field));
    }
  }

  /** Learns from the head of a final answer, and makes it say what the client may be told. */
  void answers(Exchange now, Wire wire, Object head) {
    if (now.handover != null) {
      now.handover.learn(name -> wire.lines(head, name));
    }
    wire.strip(head);
    decided(now, wire, head);
  }

  /**
   * Adds to the head of a final answer what the decision has to say: what it rests on, to a proven
   * router, and cookies.
   */
  void decided(Exchange now, Wire wire, Object head) {
    RouteDecision made = now.made;
    if (made != null) {
      router.teaching(made).ifPresent(field -> wire.add(head, field));
      made.setCookies().forEach(cookie -> wire.add(head, new HeaderField(SET_COOKIE, cookie)));
    }
  }
}
