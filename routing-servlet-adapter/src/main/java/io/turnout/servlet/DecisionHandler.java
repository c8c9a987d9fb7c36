// SPDX-License-Identifier: Apache-2.0
package io.turnout.servlet;

import io.turnout.decision.Outcome;
import io.turnout.decision.Refusal;
import io.turnout.decision.RouteDecision;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * What a {@link RoutingFilter} does with a decision: forward the request, answer it, or let others
 * do so. Called once for each request that is decided, on a thread of the container, many threads
 * at a time.
 */
@FunctionalInterface
public interface DecisionHandler {

  /**
   * Does what the decision says.
   *
   * @param decision what is to be done, and why
   * @param request the request without Turnout fields, and with those of the handover if the
   *     outcome is {@link Outcome#AUTHORITY}; its body is there from the first byte on
   * @param response the response, which takes no Turnout fields
   * @param chain what follows the filter
   * @throws IOException as the chain does
   * @throws ServletException as the chain does
   */
  void handle(
      RouteDecision decision,
      HttpServletRequest request,
      HttpServletResponse response,
      FilterChain chain)
      throws IOException, ServletException;

  /**
   * Answers what is rejected, by the decision's status and a document of type {@code
   * application/problem+json}; everything else goes down the chain. A filter does this by default.
   */
  static DecisionHandler answeringRejections() {
    return (decision, request, response, chain) -> {
      if (decision.outcome() == Outcome.REJECT) {
        Refusals.write(Refusal.of(decision), request, response);
      } else {
        chain.doFilter(request, response);
      }
    };
  }

  /** Lets every request go down the chain, where {@link RoutedRequest} tells the decision. */
  static DecisionHandler passing() {
    return (decision, request, response, chain) -> chain.doFilter(request, response);
  }
}
