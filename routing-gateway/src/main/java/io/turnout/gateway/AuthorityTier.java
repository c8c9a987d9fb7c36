// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.turnout.gateway.config.Origin;
import io.vertx.core.Future;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpMethod;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The authority tier, and one event loop's connections to it. One thread. */
final class AuthorityTier {

  private final OriginStates states;
  private final Cells connections;

  AuthorityTier(OriginStates states, CellClients clients) {
    this.states = states;
    Map<String, Origin> named =
        states.origins().stream().collect(Collectors.toMap(Origin::toString, Function.identity()));
    connections = new Cells(named, clients);
  }

  /** The origin whose turn it is, among those that can be used and were not tried. */
  Optional<Origin> next(Set<Origin> tried) {
    return states.next(tried);
  }

  /** A request to an origin, on a connection of its own. */
  Future<HttpClientRequest> request(Origin origin, HttpMethod method, String target) {
    return connections.request(origin.toString(), method, target);
  }

  /**
   * A request to an origin on a connection of its own, which may become one of another protocol.
   */
  Future<HttpClientRequest> upgrade(Origin origin, HttpMethod method, String target) {
    return connections.upgrade(origin.toString(), method, target);
  }

  /** Notes that a connection is used; whether it was before. */
  boolean isKept(HttpConnection connection) {
    return connections.isKept(connection);
  }

  /** Notes that no connection to an origin could be made. */
  void unreachable(Origin origin, Throwable failure) {
    states.unreachable(origin, failure);
  }

  Future<Void> close() {
    return connections.close();
  }
}
