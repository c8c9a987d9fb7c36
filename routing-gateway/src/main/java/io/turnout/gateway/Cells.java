// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.turnout.gateway.config.Origin;
import io.vertx.core.Future;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpMethod;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The cells, and one event loop's connections to them. One thread. */
final class Cells {

  private static final Logger logger = LoggerFactory.getLogger(Cells.class);

  private final Map<String, Origin> origins;
  private final CellClients clients;
  private final Map<String, Integer> failures = new HashMap<>();
  private final Set<HttpConnection> used = Collections.newSetFromMap(new WeakHashMap<>());

  Cells(Map<String, Origin> origins, CellClients clients) {
    this.origins = origins;
    this.clients = clients;
  }

  /** Whether a cell has an address here. */
  boolean has(String cell) {
    return origins.containsKey(cell);
  }

  /** A request to a cell that {@linkplain #has is here}, on a connection or stream of its own. */
  Future<HttpClientRequest> request(String cell, HttpMethod method, String target) {
    return clients.request(origin(cell), method, target);
  }

  /** A request to a cell on a connection of its own, which may become one of another protocol. */
  Future<HttpClientRequest> upgrade(String cell, HttpMethod method, String target) {
    return clients.upgrade(origin(cell), method, target);
  }

  private Origin origin(String cell) {
    Origin origin = origins.get(cell);
    if (origin == null) {
      throw new IllegalArgumentException("cell " + cell + " has no origin");
    }
    return origin;
  }

  /** Notes that a connection is used; whether it was before. */
  boolean isKept(HttpConnection connection) {
    return !used.add(connection);
  }

  /**
   * Says in the log that a cell cannot be reached: the first time, the second, the fourth and so
   * on, so that a cell that is down does not fill it.
   */
  void unreachable(String cell, Throwable failure) {
    int count = failures.merge(cell, 1, Integer::sum);
    if (Integer.bitCount(count) == 1) {
      logger.warn(
          "cell {} cannot be reached at {}: {}; failures on this event loop so far: {}",
          cell,
          origins.get(cell),
          failure.getMessage(),
          count);
    }
  }

  Future<Void> close() {
    return clients.close();
  }
}
