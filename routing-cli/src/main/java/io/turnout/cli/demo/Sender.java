// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.demo;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.util.ArrayList;
import java.util.List;

/** A client that sends recorded requests to a gateway on loopback, byte for byte. */
final class Sender {

  private static final int TIMEOUT_MILLIS = 30_000;
  private static final int PIECES = 3;

  private final HttpClient client;
  private final int port;

  /**
   * Makes a client.
   *
   * @param connections how many connections it opens at most
   */
  Sender(Vertx vertx, int port, int connections) {
    this(vertx, port, connections, "127.0.0.1");
  }

  /**
   * Makes a client.
   *
   * @param connections how many connections it opens at most
   * @param from the address of this machine that it comes from
   */
  Sender(Vertx vertx, int port, int connections, String from) {
    client =
        vertx.createHttpClient(
            new HttpClientOptions().setTcpNoDelay(true).setKeepAlive(true).setLocalAddress(from),
            new PoolOptions().setHttp1MaxSize(connections));
    this.port = port;
  }

  /**
   * Sends a request.
   *
   * @param number what the cell remembers it by
   * @param chunked whether a body goes out in pieces of unknown number
   */
  Future<Answer> send(String number, Recorded recorded, boolean chunked) {
    RequestOptions to =
        new RequestOptions()
            .setMethod(HttpMethod.valueOf(recorded.method()))
            .setHost("127.0.0.1")
            .setPort(port)
            .setURI(recorded.target())
            .setIdleTimeout(TIMEOUT_MILLIS);
    return client
        .request(to)
        .compose(
            request -> {
              recorded.headers().forEach(f -> request.headers().add(f.name(), f.value()));
              request.headers().add(Cells.NUMBER_FIELD, number);
              return send(request, recorded, chunked);
            })
        .compose(Sender::read);
  }

  private static Future<HttpClientResponse> send(
      HttpClientRequest request, Recorded recorded, boolean chunked) {
    byte[] body = recorded.body();
    if (!recorded.hasBody()) {
      return request.send();
    }
    if (!chunked) {
      return request.send(Buffer.buffer(body));
    }
    request.setChunked(true);
    int piece = body.length / PIECES + 1;
    for (int from = 0; from < body.length; from += piece) {
      int to = Math.min(body.length, from + piece);
      request.write(Buffer.buffer(to - from).appendBytes(body, from, to - from));
    }
    request.end();
    return request.response();
  }

  private static Future<Answer> read(HttpClientResponse response) {
    List<Field> fields = new ArrayList<>();
    response.headers().forEach((name, value) -> fields.add(new Field(name, value)));
    return response.body().map(body -> new Answer(response.statusCode(), fields, body.toString()));
  }
}
