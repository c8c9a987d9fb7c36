// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.turnout.gateway.config.Origin;
import io.turnout.request.BodyPresence;
import io.turnout.request.RequestHead;
import io.vertx.core.MultiMap;
import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The head of a request as it leaves for another router, so that it can be signed. One thread. */
final class SentHead implements RequestHead {

  private final RequestHead came;
  private final String target;
  private final Origin origin;
  private final MultiMap fields;
  private String linesOf = "";
  private List<String> lines = List.of();

  /**
   * A head.
   *
   * @param came the head as it came, which says where from
   * @param target the target that is sent
   * @param origin where it is sent
   * @param fields the fields that are sent, which do not change while the head is read
   */
  SentHead(RequestHead came, String target, Origin origin, MultiMap fields) {
    this.came = came;
    this.target = target;
    this.origin = origin;
    this.fields = fields;
  }

  @Override
  public String method() {
    return came.method();
  }

  @Override
  public String target() {
    return target;
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
    if (!linesOf.equals(name)) {
      linesOf = name;
      lines = fields.getAll(name);
    }
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
