// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.scg;

import io.turnout.CellRouter;
import io.turnout.RoutingAttempt;
import io.turnout.decision.Outcome;
import io.turnout.decision.RouteDecision;
import io.turnout.protocol.TurnoutHeaders;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.core.Ordered;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Sends each request to the cell that it belongs to, or answers it. */
final class TurnoutFilter implements GlobalFilter, Ordered {

  /** Behind the filter that makes a URL of the route, 10,000, and before all that send it. */
  private static final int ORDER = 10_001;

  private final CellRouter router;
  private final Map<String, URI> cells;

  TurnoutFilter(CellRouter router, Map<String, URI> cells) {
    this.router = router;
    this.cells = Map.copyOf(cells);
  }

  @Override
  public int getOrder() {
    return ORDER;
  }

  @Override
  public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
    ServerHttpResponse response = exchange.getResponse();
    response.beforeCommit(() -> Mono.fromRunnable(() -> withoutTurnout(response.getHeaders())));
    RoutingAttempt attempt = router.begin(new WebFluxHead(exchange.getRequest()));
    Flux<DataBuffer> body = exchange.getRequest().getBody();
    if (!attempt.needsBody()) {
      return decision(attempt).flatMap(made -> act(made, exchange, chain, body));
    }
    return body.bufferUntil(piece -> isEnough(attempt, piece))
        .switchOnFirst(
            (first, pieces) -> {
              if (first.isOnError()) {
                return pieces.then();
              }
              attempt.end(); // ignored unless the body ended before it was enough
              List<DataBuffer> held = first.hasValue() ? first.get() : List.of();
              return decision(attempt)
                  .flatMap(
                      made -> {
                        if (made.outcome() != Outcome.CELL) {
                          held.forEach(DataBufferUtils::release);
                        }
                        return act(made, exchange, chain, pieces.flatMapIterable(each -> each));
                      });
            })
        .then()
        .doOnCancel(attempt::cancel);
  }

  /** Shows the next piece of a body, and says whether no more of it is needed. */
  private static boolean isEnough(RoutingAttempt attempt, DataBuffer piece) {
    try (DataBuffer.ByteBufferIterator parts = piece.readableByteBuffers()) {
      while (parts.hasNext()) {
        ByteBuffer part = parts.next();
        attempt.offer(part);
      }
    }
    return !attempt.needsBody();
  }

  private static Mono<RouteDecision> decision(RoutingAttempt attempt) {
    return attempt.isDecided()
        ? Mono.just(attempt.decisionNow())
        : Mono.fromCompletionStage(attempt.decision());
  }

  private Mono<Void> act(
      RouteDecision decision,
      ServerWebExchange exchange,
      GatewayFilterChain chain,
      Flux<DataBuffer> body) {
    URI origin = decision.cell().map(cells::get).orElse(null);
    if (origin == null) {
      int status = decision.status().orElse(HttpStatus.SERVICE_UNAVAILABLE.value());
      exchange.getResponse().setStatusCode(HttpStatusCode.valueOf(status));
      return exchange.getResponse().setComplete();
    }
    ServerHttpResponse response = exchange.getResponse();
    response.beforeCommit(
        () -> Mono.fromRunnable(() -> addCookies(response.getHeaders(), decision.setCookies())));
    ServerHttpRequest request = exchange.getRequest();
    Map<String, Object> attributes = exchange.getAttributes();
    attributes.put(ServerWebExchangeUtils.GATEWAY_REQUEST_URL_ATTR, at(origin, request.getURI()));
    attributes.put(ServerWebExchangeUtils.PRESERVE_HOST_HEADER_ATTRIBUTE, true);
    return chain.filter(exchange.mutate().request(new Forwarded(request, body)).build());
  }

  /** The same path and query at a cell, in the same characters. */
  private static URI at(URI origin, URI asked) {
    String query = asked.getRawQuery();
    return URI.create(origin + asked.getRawPath() + (query == null ? "" : '?' + query));
  }

  private static void addCookies(HttpHeaders fields, List<String> cookies) {
    cookies.forEach(cookie -> fields.add(HttpHeaders.SET_COOKIE, cookie));
  }

  private static void withoutTurnout(HttpHeaders fields) {
    TurnoutHeaders.among(List.copyOf(fields.headerNames())).forEach(fields::remove);
  }

  /** A request on its way to a cell. */
  private static final class Forwarded extends ServerHttpRequestDecorator {

    private final HttpHeaders fields = new HttpHeaders();
    private final Flux<DataBuffer> body;

    Forwarded(ServerHttpRequest request, Flux<DataBuffer> body) {
      super(request);
      this.body = body;
      fields.putAll(request.getHeaders());
      withoutTurnout(fields);
    }

    @Override
    public HttpHeaders getHeaders() {
      return fields;
    }

    @Override
    public Flux<DataBuffer> getBody() {
      return body;
    }
  }
}
