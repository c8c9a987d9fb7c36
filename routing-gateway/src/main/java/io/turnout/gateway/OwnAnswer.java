// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerResponse;

/**
 * An answer that the gateway gives itself. What is left of the request's body is read and dropped
 * for a while, so that the client gets to read the answer, and then the connection is closed.
 */
final class OwnAnswer {

  private final Exchange exchange;
  private final Refusal refusal;

  OwnAnswer(Exchange exchange, Refusal refusal) {
    this.exchange = exchange;
    this.refusal = refusal;
  }

  /** Sends it, once what has come of the body already is out of the way. */
  void send() {
    RequestBody body = exchange.body();
    if (body.ended() || exchange.expectsContinue()) {
      sendNow();
      return;
    }
    body.drop(() -> {});
    exchange
        .service()
        .context()
        .runOnContext(
            soon -> {
              if (!exchange.isOver()) {
                sendNow();
              }
            });
  }

  private void sendNow() {
    HttpServerResponse response = exchange.request().response();
    Buffer document = refusal.json();
    boolean bodyWithheld = exchange.expectsContinue();
    boolean unfinished = !exchange.body().ended();
    response.setStatusCode(refusal.status());
    response.putHeader(HttpHeaders.CONTENT_TYPE, Refusal.MEDIA_TYPE);
    response.putHeader(HttpHeaders.CONTENT_LENGTH, Integer.toString(document.length()));
    if (refusal.retrySeconds() > 0) {
      response.putHeader(HttpHeaders.RETRY_AFTER, Integer.toString(refusal.retrySeconds()));
    }
    exchange.tell(response.headers());
    boolean last = unfinished || exchange.isLast();
    if (last) {
      exchange.stream().announceEnd(response.headers());
    }
    boolean head = exchange.request().method().equals(HttpMethod.HEAD);
    exchange.sent(head ? 0 : document.length());
    (head ? response.end() : response.end(document))
        .onComplete(
            written -> {
              if (exchange.isOver()) {
                return;
              }
              if (!last) {
                exchange.done();
              } else if (bodyWithheld || !unfinished) {
                exchange.doneAndClose();
              } else {
                linger();
              }
            });
  }

  private void linger() {
    if (exchange.body().ended()) {
      exchange.doneAndClose();
      return;
    }
    exchange.watch().await(Wait.LINGER, exchange.service().timeouts().linger());
    exchange.body().drop(exchange::doneAndClose);
  }
}
