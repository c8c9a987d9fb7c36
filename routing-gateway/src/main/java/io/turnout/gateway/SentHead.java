// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.turnout.gateway.config.Origin;
import io.turnout.request.BodyPresence;
import io.turnout.request.RequestHead;
import io.vertx.core.MultiMap;
import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The head of a request as it leaves for another router, so that it can be signed. One thread.
 *
 * @param came the head as it came, which says where from
 * @param target the target that is sent
 * @param origin where it is sent
 * @param fields the fields that are sent
 */
record SentHead(RequestHead came, String target, Origin origin, MultiMap fields)
    implements RequestHead {

  @Override
  public String method() {
    return came.method();
  }

  @Override
  public String scheme() {
    return origin.tls().isPresent() ? "https" : "http";
  }

  @Override
  public @Nullable String authority() {
    return fields.get("Host");
  }

  @Override
  public Iterable<String> headerNames() {
    return fields.names();
  }

  @Override
  public @Nullable String header(String name, int index) {
    List<String> lines = fields.getAll(name);
    return index < lines.size() ? lines.get(index) : null;
  }

  @Override
  public @Nullable InetSocketAddress remoteAddress() {
    return came.remoteAddress();
  }

  @Override
  public List<String> peerNames() {
    return came.peerNames();
  }

  @Override
  public BodyPresence body() {
    return came.body();
  }
}
