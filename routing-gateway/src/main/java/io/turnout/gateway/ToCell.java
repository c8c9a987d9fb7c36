// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.turnout.decision.RouteDecision;
import io.turnout.protocol.TurnoutHeaders;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpMethod;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** The cell of one request. */
final class ToCell implements Destination {

  private final Exchange exchange;
  private final Cells cells;
  private final RouteDecision decision;
  private final String cell;

  ToCell(Exchange exchange, RouteDecision decision, String cell) {
    this.exchange = exchange;
    this.decision = decision;
    this.cell = cell;
    cells = exchange.service().cells();
  }

  @Override
  public Future<HttpClientRequest> request(HttpMethod method, String target) {
    return cells.request(cell, method, target);
  }

  @Override
  public Future<HttpClientRequest> upgrade(HttpMethod method, String target) {
    return cells.upgrade(cell, method, target);
  }

  @Override
  public boolean isKept(HttpConnection connection) {
    return cells.isKept(connection);
  }

  @Override
  public boolean unreachable(Throwable failure) {
    cells.unreachable(cell, failure);
    return false;
  }

  /** The address of the client as far as it is proven, and what else the cell wants to know. */
  @Override
  public void tell(MultiMap fields) {
    InetAddress client = decision.client().address().orElseGet(this::peer);
    if (client != null) {
      fields.add("X-Forwarded-For", client.getHostAddress());
    }
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
    }
  }

  private @Nullable InetAddress peer() {
    InetSocketAddress peer = exchange.head().remoteAddress();
    return peer == null ? null : peer.getAddress();
  }

  @Override
  public void learn(HttpClientResponse answer) {}

  @Override
  public boolean refusesAsWrong(HttpClientResponse answer) {
    return TurnoutHeaders.isWrongCell(answer.statusCode(), answer.headers()::getAll);
  }

  @Override
  public Trouble told(Trouble what) {
    return what;
  }
}
