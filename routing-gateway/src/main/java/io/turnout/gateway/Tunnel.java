// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.net.NetSocket;
import java.util.function.LongConsumer;

/** An upgraded connection: bytes go both ways until one side closes or neither says anything. */
final class Tunnel {

  private final Exchange exchange;
  private final HttpClientResponse answer;
  private boolean cellEnded;

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
    exchange.tell(response.headers());
    response.headers().set(HttpHeaders.CONNECTION, "Upgrade");
    response.headers().set(HttpHeaders.UPGRADE, "websocket");
    NetSocket cell = answer.netSocket();
    cell.pause();
    cell.endHandler(end -> cellEnded = true);
    exchange
        .request()
        .toNetSocket()
        .onSuccess(client -> join(client, cell))
        .onFailure(failure -> exchange.refuse(Trouble.INTERNAL));
  }

  private void join(NetSocket client, NetSocket cell) {
    Flow toClient = new Flow(cell, client, exchange::sent);
    toClient.ended = cellEnded;
    toClient.start();
    new Flow(client, cell, bytes -> {}).start();
  }

  /**
   * One direction: what one side sends reaches the other, also what it sent just before it closed.
   */
  private final class Flow {

    private final NetSocket from;
    private final NetSocket to;
    private final LongConsumer counter;
    private boolean held;
    private boolean ended;

    Flow(NetSocket from, NetSocket to, LongConsumer counter) {
      this.from = from;
      this.to = to;
      this.counter = counter;
    }

    void start() {
      from.handler(this::piece);
      from.exceptionHandler(failure -> {});
      from.endHandler(
          end -> {
            ended = true;
            closeIfAllIsSent();
          });
      resume();
    }

    private void piece(Buffer piece) {
      exchange.watch().moved();
      counter.accept(piece.length());
      to.write(piece);
      if (to.writeQueueFull()) {
        held = true;
        from.pause();
        to.drainHandler(
            drained -> {
              exchange.watch().moved();
              held = false;
              resume();
            });
      }
    }

    /**
     * Lets it flow on; the engine may have told of the end before it hands over the last pieces.
     */
    private void resume() {
      from.resume();
      exchange.service().context().runOnContext(soon -> closeIfAllIsSent());
    }

    private void closeIfAllIsSent() {
      if (ended && !held) {
        to.close().onComplete(closed -> exchange.doneAndClose());
      }
    }
  }
}
