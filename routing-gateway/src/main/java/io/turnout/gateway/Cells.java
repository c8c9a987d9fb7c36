// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.turnout.gateway.config.Origin;
import io.turnout.gateway.endpoints.Endpoint;
import io.turnout.gateway.endpoints.EndpointSet;
import io.vertx.core.Future;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpMethod;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The cells, and one event loop's connections to them. One thread. */
final class Cells {

  private static final Logger logger = LoggerFactory.getLogger(Cells.class);

  private final Map<String, EndpointSet> endpoints;
  private final CellClients clients;
  private final Map<String, Integer> failures = new HashMap<>();
  private final Map<HttpConnection, Endpoint> used = new WeakHashMap<>();

  Cells(Map<String, EndpointSet> endpoints, CellClients clients) {
    this.endpoints = endpoints;
    this.clients = clients;
  }

  /** The endpoints of a cell; empty if it is not known here. */
  Optional<EndpointSet> endpoints(String cell) {
    return Optional.ofNullable(endpoints.get(cell));
  }

  /** All endpoints of all cells. */
  Collection<EndpointSet> all() {
    return endpoints.values();
  }

  /** A request to an endpoint, on a connection or stream of its own. */
  Future<HttpClientRequest> request(Endpoint endpoint, HttpMethod method, String target) {
    return clients.request(endpoint.origin(), method, target);
  }

  /**
   * A request to an endpoint on a connection of its own, which may become one of another protocol.
   */
  Future<HttpClientRequest> upgrade(Endpoint endpoint, HttpMethod method, String target) {
    return clients.upgrade(endpoint.origin(), method, target);
  }

  /** Notes that a connection to an endpoint is used; whether it was before. */
  boolean isKept(HttpConnection connection, Endpoint endpoint) {
    return used.put(connection, endpoint) != null;
  }

  /** Whether there is an open connection to an endpoint that requests have used. */
  boolean isConnected(Endpoint endpoint) {
    return used.entrySet().stream()
        .anyMatch(entry -> entry.getValue().equals(endpoint) && Severing.isOpen(entry.getKey()));
  }

  /** Closes the connections to these endpoints once their requests are over, or after a time. */
  void drain(Collection<Endpoint> removed, Duration time) {
    Set<Endpoint> all = Set.copyOf(removed);
    List<HttpConnection> closing =
        used.entrySet().stream()
            .filter(entry -> all.contains(entry.getValue()))
            .map(Map.Entry::getKey)
            .toList();
    closing.forEach(connection -> connection.shutdown(time.toMillis(), TimeUnit.MILLISECONDS));
  }

  /**
   * Says in the log that a cell cannot be reached: the first time, the second, the fourth and so
   * on, so that a cell that is down does not fill it.
   */
  void unreachable(String cell, Origin origin, Throwable failure) {
    int count = failures.merge(cell, 1, Integer::sum);
    if (Integer.bitCount(count) == 1) {
      logger.warn(
          "cell {} cannot be reached at {}: {}; failures on this event loop so far: {}",
          cell,
          origin,
          failure.getMessage(),
          count);
    }
  }

  Future<Void> close() {
    return clients.close();
  }
}
