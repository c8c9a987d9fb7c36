// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.proof;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Small HTTP servers, one for each cell, that say who they are and log what reaches them. */
final class LoggingCells implements AutoCloseable {

  static final String NAME_FIELD = "Cell";

  /**
   * A line of a cell's log.
   *
   * @param cell whose log it is
   * @param id the request's {@code id} parameter
   * @param atMillis when its head had come, in milliseconds of the wall clock
   */
  record Arrival(String cell, String id, long atMillis) {}

  private final Vertx vertx = Vertx.vertx();
  private final Map<String, Integer> ports = new TreeMap<>();
  private final Queue<Arrival> log = new ConcurrentLinkedQueue<>();

  /** Starts a server for each name. */
  static LoggingCells start(List<String> names) {
    LoggingCells cells = new LoggingCells();
    for (String name : names) {
      cells.ports.put(name, Waits.answer(cells.listen(name).toCompletionStage()));
    }
    return cells;
  }

  private Future<Integer> listen(String cell) {
    return vertx
        .createHttpServer()
        .requestHandler(request -> answer(cell, request))
        .listen(0, "127.0.0.1")
        .map(server -> server.actualPort());
  }

  private void answer(String cell, HttpServerRequest request) {
    log.add(new Arrival(cell, request.getParam("id", "none"), System.currentTimeMillis()));
    request.endHandler(end -> request.response().putHeader(NAME_FIELD, cell).end(cell));
  }

  /** The port of each cell. */
  Map<String, Integer> ports() {
    return Map.copyOf(ports);
  }

  /** Everything that has reached a cell so far. */
  List<Arrival> log() {
    return List.copyOf(log);
  }

  @Override
  public void close() {
    Waits.answer(vertx.close().toCompletionStage());
  }
}
