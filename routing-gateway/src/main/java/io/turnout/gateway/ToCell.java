// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.turnout.client.AddressText;
import io.turnout.client.EdgeSigner;
import io.turnout.decision.RouteDecision;
import io.turnout.gateway.config.EndpointFailure;
import io.turnout.gateway.endpoints.Endpoint;
import io.turnout.gateway.endpoints.EndpointSet;
import io.turnout.protocol.TurnoutHeaders;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The cell of one request: one of its endpoints, or where no connection to that can be made another
 * one, each once.
 */
final class ToCell implements Destination {

  /** What a client that came through no edge may make up of its address. */
  private static final List<String> SAID_BY_ANYBODY =
      List.of("Forwarded", "X-Forwarded-For", "X_Forwarded_For");

  private static final String SIGNATURE_INPUT = "Signature-Input";
  private static final String SIGNATURE = "Signature";

  private final Exchange exchange;
  private final Cells cells;
  private final EndpointSet endpoints;
  private final RouteDecision decision;
  private final String cell;
  private final Places<Endpoint> places;
  private @Nullable Endpoint inUse;

  ToCell(Exchange exchange, RouteDecision decision, String cell, EndpointSet endpoints) {
    this.exchange = exchange;
    this.decision = decision;
    this.cell = cell;
    this.endpoints = endpoints;
    cells = exchange.service().cells();
    Map<String, String> labels = decision.labels();
    places =
        new Places<>(tried -> endpoints.choose(labels, tried), endpoints.settings().pace().tries());
  }

  @Override
  public Future<HttpClientRequest> request(HttpMethod method, String target) {
    return chosen().compose(endpoint -> cells.request(endpoint, method, target));
  }

  @Override
  public Future<HttpClientRequest> upgrade(HttpMethod method, String target) {
    return chosen().compose(endpoint -> cells.upgrade(endpoint, method, target));
  }

  private Future<Endpoint> chosen() {
    over(Optional.empty());
    Optional<Endpoint> next = places.next();
    if (next.isEmpty()) {
      return Future.failedFuture("no endpoint of the cell can be used");
    }
    next.get().begun();
    inUse = next.get();
    return Future.succeededFuture(next.get());
  }

  @Override
  public boolean isKept(HttpConnection connection) {
    return cells.isKept(connection, places.at().orElseThrow());
  }

  @Override
  public boolean unreachable(Throwable failure) {
    over(Optional.empty());
    return places.unreachable(
        endpoint -> {
          cells.unreachable(cell, endpoint.origin(), failure);
          endpoints.failed(endpoint, EndpointFailure.CONNECT);
        });
  }

  /** The address of the client as far as it is proven, and what else the cell wants to know. */
  @Override
  public void tell(MultiMap fields) {
    if (!isThroughEdge()) {
      SAID_BY_ANYBODY.forEach(fields::remove);
    }
    exchange.client().ifPresent(client -> fields.add("X-Forwarded-For", AddressText.of(client)));
    if (exchange.service().tellsCells() && decision.client().routerEdge().isPresent()) {
      exchange
          .request()
          .headers()
          .forEach(
              (name, value) -> {
                if (TurnoutHeaders.isTurnout(name)) {
                  fields.add(name, value);
                }
              });
    } else if (fields.contains(SIGNATURE_INPUT)) {
      EdgeSigner.withoutRouters(exchange.head())
          .ifPresent(
              left -> {
                replace(fields, SIGNATURE_INPUT, left.input());
                replace(fields, SIGNATURE, left.signature());
              });
    }
  }

  private static void replace(MultiMap fields, String name, String value) {
    if (value.isEmpty() || !fields.contains(name)) {
      fields.remove(name);
    } else {
      fields.set(name, value);
    }
  }

  /** Whether the request came through an edge, as this router or a proven one before it knows. */
  private boolean isThroughEdge() {
    return decision.client().tags().stream().anyMatch(tag -> tag.startsWith("via-"));
  }

  /** Takes over what the head of an answer shows of its endpoint. */
  @Override
  public void learn(HttpClientResponse answer) {
    Endpoint endpoint = inUse;
    if (endpoint == null) {
      return;
    }
    if (answer.statusCode() / 100 == 5) {
      endpoints.failed(endpoint, EndpointFailure.STATUS);
    } else {
      endpoints.succeeded(endpoint);
    }
  }

  @Override
  public boolean refusesAsWrong(HttpClientResponse answer) {
    return TurnoutHeaders.isWrongCell(answer.statusCode(), answer.headers()::getAll);
  }

  @Override
  public Trouble told(Trouble what) {
    return what == Trouble.CELL_UNREACHABLE && !places.everChosen() ? Trouble.NO_ENDPOINT : what;
  }

  @Override
  public void over(Optional<Trouble> what) {
    Endpoint endpoint = inUse;
    if (endpoint == null) {
      return;
    }
    inUse = null;
    endpoint.ended();
    what.flatMap(trouble -> failure(trouble, endpoint))
        .ifPresent(how -> endpoints.failed(endpoint, how));
    if (endpoint.isRemoved()) {
      cells.drain(List.of(endpoint), endpoints.settings().pace().drain());
    }
  }

  /**
   * What a trouble says of the endpoint. What clients bring about themselves says nothing: they let
   * their bodies stand still until the endpoint gives up, keep its connections from others, or ask
   * for answers that stand still once they have begun.
   */
  private Optional<EndpointFailure> failure(Trouble what, Endpoint endpoint) {
    Wait awaited = exchange.watch().awaited();
    return switch (what) {
      case CELL_FAILED -> failureIf(exchange.body().ended(), EndpointFailure.BROKEN_OFF);
      case CELL_TIMEOUT ->
          awaited == Wait.FORWARD
              ? failureIf(!cells.isConnected(endpoint), EndpointFailure.CONNECT)
              : failureIf(awaited != Wait.PROGRESS, EndpointFailure.TIMEOUT);
      default -> Optional.empty();
    };
  }

  private static Optional<EndpointFailure> failureIf(boolean failed, EndpointFailure how) {
    return failed ? Optional.of(how) : Optional.empty();
  }
}
