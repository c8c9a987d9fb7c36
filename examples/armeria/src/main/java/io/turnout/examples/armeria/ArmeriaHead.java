// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.armeria;

import com.linecorp.armeria.common.RequestHeaders;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.turnout.request.BodyPresence;
import io.turnout.request.RequestHead;
import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A request of Armeria, as the rules see it. */
final class ArmeriaHead implements RequestHead {

  private static final String HOST = "host";

  private final ServiceRequestContext context;
  private final RequestHeaders fields;
  private String linesOf = "";
  private List<String> lines = List.of();

  ArmeriaHead(ServiceRequestContext context) {
    this.context = context;
    fields = context.request().headers();
  }

  @Override
  public String method() {
    return fields.method().name();
  }

  /** As it came; Armeria's own path is normalised. */
  @Override
  public String target() {
    return context.rawPath();
  }

  @Override
  public String scheme() {
    return context.sslSession() == null ? "http" : "https";
  }

  /** Armeria makes one of HTTP/1's {@code Host}. */
  @Override
  public @Nullable String authority() {
    return fields.authority();
  }

  @Override
  public Iterable<String> headerNames() {
    return fields.names().stream()
        .map(Object::toString)
        .filter(name -> !name.startsWith(":") && !name.equals(HOST))
        .toList();
  }

  @Override
  public @Nullable String header(String name, int index) {
    if (name.equals(HOST)) {
      return null;
    }
    if (!linesOf.equals(name)) {
      linesOf = name;
      lines = fields.getAll(name);
    }
    return index < lines.size() ? lines.get(index) : null;
  }

  @Override
  public InetSocketAddress remoteAddress() {
    return context.remoteAddress();
  }

  @Override
  public List<String> peerNames() {
    return List.of(); // no mutual TLS here
  }

  @Override
  public BodyPresence body() {
    if (fields.isEndOfStream()) {
      return BodyPresence.NONE;
    }
    return fields.contentLength() > 0 ? BodyPresence.SOME : BodyPresence.UNKNOWN;
  }
}
