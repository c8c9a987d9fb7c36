// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.net.NetSocket;

/** An upgraded connection: bytes go both ways until one side closes or neither says anything. */
final class Tunnel {

  private final Exchange exchange;
  private final HttpClientResponse answer;

  Tunnel(Exchange exchange, HttpClientResponse answer) {
    this.exchange = exchange;
    this.answer = answer;
  }

  void open() {
    exchange.answering();
    exchange.watch().await(Wait.PROGRESS, exchange.service().timeouts().tunnelIdle());
    HttpServerResponse response = exchange.request().response();
    response.setStatusCode(101);
    MultiMap fields = answer.headers();
    EndToEnd.of(fields).copy(fields, response.headers());
    response.headers().set(HttpHeaders.CONNECTION, "Upgrade");
    response.headers().set(HttpHeaders.UPGRADE, "websocket");
    NetSocket cell = answer.netSocket();
    cell.pause();
    exchange
        .request()
        .toNetSocket()
        .onSuccess(client -> join(client, cell))
        .onFailure(failure -> exchange.refuse(Trouble.INTERNAL));
  }

  private void join(NetSocket client, NetSocket cell) {
    flow(cell, client, true);
    flow(client, cell, false);
    cell.resume();
    client.resume();
  }

  private void flow(NetSocket from, NetSocket to, boolean toClient) {
    from.handler(
        piece -> {
          exchange.watch().moved();
          if (toClient) {
            exchange.sent(piece.length());
          }
          to.write(piece);
          if (to.writeQueueFull()) {
            from.pause();
            to.drainHandler(
                drained -> {
                  exchange.watch().moved();
                  from.resume();
                });
          }
        });
    from.endHandler(end -> to.close().onComplete(closed -> exchange.doneAndClose()));
    from.exceptionHandler(failure -> exchange.doneAndClose());
  }
}
