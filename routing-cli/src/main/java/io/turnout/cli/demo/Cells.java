// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.demo;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * Small HTTP servers on loopback, one for each cell. Each tells of what arrived with a number, and
 * then answers who it is and what it got. Thread-safe.
 */
final class Cells {

  /** The field that says which request it is; a request without it is answered and forgotten. */
  static final String NUMBER_FIELD = "Demo-Request";

  /** The field in which a cell says who it is. */
  static final String NAME_FIELD = "Cell";

  /** A field that must not come through a gateway. */
  static final String ROUTER_FIELD = "Turnout-Demo";

  /** A field that no gateway may believe of a cell. */
  static final String TEACHING_FIELD = "Turnout-Route";

  private static final String TAUGHT =
      "\"business:b-10001\";cell=\"%s\";fresh-for=3600;expire-after=3600;version=900000000000000";

  private static final int MAX_HEAD_BYTES = 256 << 10;

  private final Vertx vertx;
  private final Map<String, HttpServer> servers = new LinkedHashMap<>();
  private final BiConsumer<String, Arrival> arrivals;

  private Cells(Vertx vertx, BiConsumer<String, Arrival> arrivals) {
    this.vertx = vertx;
    this.arrivals = arrivals;
  }

  /**
   * Starts a server for each name.
   *
   * @param arrivals hears what arrived with a number, before it is answered
   */
  static Future<Cells> start(
      Vertx vertx, List<String> names, BiConsumer<String, Arrival> arrivals) {
    Cells cells = new Cells(vertx, arrivals);
    Future<Void> all = Future.succeededFuture();
    for (String name : names) {
      all = all.compose(before -> cells.start(name));
    }
    return all.map(cells);
  }

  private Future<Void> start(String name) {
    HttpServerOptions options =
        new HttpServerOptions()
            .setMaxInitialLineLength(MAX_HEAD_BYTES)
            .setMaxHeaderSize(MAX_HEAD_BYTES)
            .setTcpNoDelay(true);
    return vertx
        .createHttpServer(options)
        .requestHandler(request -> take(name, request))
        .listen(0, "127.0.0.1")
        .map(
            server -> {
              servers.put(name, server);
              return null;
            });
  }

  private void take(String cell, HttpServerRequest request) {
    Hash hash = new Hash();
    request.handler(piece -> hash.add(piece.getBytes()));
    request.endHandler(end -> answer(request, arrival(cell, request, hash)));
  }

  private static Arrival arrival(String cell, HttpServerRequest request, Hash hash) {
    List<Field> fields = new ArrayList<>();
    request.headers().forEach((name, value) -> fields.add(new Field(name, value)));
    return new Arrival(
        cell, request.method().name(), request.uri(), fields, hash.bytes(), hash.text());
  }

  private void answer(HttpServerRequest request, Arrival arrival) {
    String number = request.getHeader(NUMBER_FIELD);
    if (number != null) {
      arrivals.accept(number, arrival);
    }
    String document =
        JsonNodeFactory.instance
                .objectNode()
                .put("cell", arrival.cell())
                .put("method", arrival.method())
                .put("target", arrival.target())
                .put("body-bytes", arrival.bodyBytes())
            + "\n";
    HttpServerResponse response = request.response();
    response.putHeader(NAME_FIELD, arrival.cell());
    response.putHeader(ROUTER_FIELD, "for routers alone");
    response.putHeader(TEACHING_FIELD, TAUGHT.formatted(arrival.cell()));
    response.putHeader("Content-Type", "application/json");
    if (request.method().equals(HttpMethod.HEAD)) {
      response.end();
    } else {
      response.end(document);
    }
  }

  /** The port of each cell. */
  Map<String, Integer> ports() {
    Map<String, Integer> ports = new LinkedHashMap<>();
    servers.forEach((name, server) -> ports.put(name, server.actualPort()));
    return ports;
  }
}
