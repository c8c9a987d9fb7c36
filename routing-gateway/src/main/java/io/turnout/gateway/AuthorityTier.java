// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.turnout.gateway.config.Origin;
import io.vertx.core.Future;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpMethod;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;

/** The authority tier, and one event loop's connections to it. One thread. */
final class AuthorityTier {

  private final OriginStates states;
  private final CellClients clients;
  private final Set<HttpConnection> used = Collections.newSetFromMap(new WeakHashMap<>());

  AuthorityTier(OriginStates states, CellClients clients) {
    this.states = states;
    this.clients = clients;
  }

  /** The origin whose turn it is, among those that can be used and were not tried. */
  Optional<Origin> next(Set<Origin> tried) {
    return states.next(tried);
  }

  /** A request to an origin, on a connection of its own. */
  Future<HttpClientRequest> request(Origin origin, HttpMethod method, String target) {
    return clients.request(origin, method, target);
  }

  /**
   * A request to an origin on a connection of its own, which may become one of another protocol.
   */
  Future<HttpClientRequest> upgrade(Origin origin, HttpMethod method, String target) {
    return clients.upgrade(origin, method, target);
  }

  /** Notes that a connection is used; whether it was before. */
  boolean isKept(HttpConnection connection) {
    return !used.add(connection);
  }

  /** Notes that no connection to an origin could be made. */
  void unreachable(Origin origin, Throwable failure) {
    states.unreachable(origin, failure);
  }

  Future<Void> close() {
    return clients.close();
  }
}
