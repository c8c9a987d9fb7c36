// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.turnout.Handover;
import io.turnout.RoutingAttempt;
import io.turnout.decision.RouteDecision;
import io.turnout.protocol.HeaderField;
import io.turnout.request.RequestHead;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Decides requests, and talks to other routers of them. Thread-safe. */
interface Router {

  /** Begins with a request's head, which stays readable until the request is over. */
  RoutingAttempt begin(RequestHead head);

  /** Hands a request on to the authority tier; call it right before it is sent. */
  Handover handOver(RequestHead head, RouteDecision decision);

  /** What the answer to a request teaches the router that handed it on. */
  Optional<HeaderField> teaching(RouteDecision decision);

  /** Where a request belongs whose cell does not hold its key; does not fail. */
  CompletionStage<Optional<RouteDecision>> correct(RouteDecision decision);
}
