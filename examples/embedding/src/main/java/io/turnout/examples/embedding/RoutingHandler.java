// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.embedding;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import io.turnout.CellRouter;
import io.turnout.RoutingAttempt;
import io.turnout.decision.RouteDecision;
import io.turnout.request.RequestHead;
import java.io.IOException;
import java.nio.ByteBuffer;

/** The call site: decides each request, and does what the decision says. Thread-safe. */
final class RoutingHandler implements HttpHandler {

  private static final int NO_BODY = -1;

  private final CellRouter router;
  private final Forwarder forwarder;

  RoutingHandler(CellRouter router, Forwarder forwarder) {
    this.router = router;
    this.forwarder = forwarder;
  }

  @Override
  public void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      ReceivedBody body = new ReceivedBody(exchange.getRequestBody());
      act(decide(new ExchangeHead(exchange), body), exchange, body);
    }
  }

  // example: decide
  private RouteDecision decide(RequestHead head, ReceivedBody body) throws IOException {
    RoutingAttempt attempt = router.begin(head);
    try {
      while (attempt.needsBody()) {
        ByteBuffer piece = body.next();
        if (piece != null) {
          attempt.offer(piece);
        } else {
          attempt.end();
        }
      }
    } catch (IOException clientIsGone) {
      attempt.cancel();
      throw clientIsGone;
    }
    return attempt.isDecided()
        ? attempt.decisionNow()
        : attempt.decision().toCompletableFuture().join();
  }

  // end of example

  // example: act
  private void act(RouteDecision decision, HttpExchange exchange, ReceivedBody body)
      throws IOException {
    decision.setCookies().forEach(it -> exchange.getResponseHeaders().add("Set-Cookie", it));
    switch (decision.outcome()) {
      case CELL -> forwarder.forward(exchange, body, decision.cell().orElseThrow());
      case REJECT -> exchange.sendResponseHeaders(decision.status().orElseThrow(), NO_BODY);
      case AUTHORITY ->
          throw new IllegalStateException("only a router of tier EDGE hands a request on");
    }
  }
  // end of example
}
