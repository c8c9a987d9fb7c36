// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.netty.handler.codec.http2.Http2Error;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;

/**
 * What one exchange has of a client's connection: over HTTP/1 all of it, over HTTP/2 a stream,
 * which ends without harm to the others. One thread.
 */
final class ClientStream {

  private final ClientConnection connection;
  private final HttpServerRequest request;
  private final boolean oneOfMany;

  ClientStream(ClientConnection connection, HttpServerRequest request) {
    this.connection = connection;
    this.request = request;
    oneOfMany = Http2.isSpokenBy(request);
  }

  /** Says in the head of an answer that nothing comes after it, where that can be said. */
  void announceEnd(MultiMap fields) {
    if (!oneOfMany) {
      fields.set(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
    }
  }

  /** Ends it in the middle of an answer, so that no client takes a part for the whole. */
  void breakOff() {
    if (oneOfMany) {
      reset(Http2Error.INTERNAL_ERROR);
    } else {
      connection.close();
    }
  }

  /** Ends it after an answer that was sent whole, before the request has come whole. */
  void close() {
    if (oneOfMany) {
      reset(Http2Error.NO_ERROR);
    } else {
      connection.close();
    }
  }

  private void reset(Http2Error why) {
    request.response().reset(why.code()).onFailure(ended -> {});
  }
}
