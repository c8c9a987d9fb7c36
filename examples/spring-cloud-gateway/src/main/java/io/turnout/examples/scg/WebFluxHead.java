// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.scg;

import io.turnout.request.BodyPresence;
import io.turnout.request.RequestHead;
import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import reactor.netty.http.server.HttpServerRequest;

/** A request of WebFlux on Reactor Netty, as the rules see it. */
final class WebFluxHead implements RequestHead {

  private final ServerHttpRequest request;
  private final HttpHeaders fields;
  private String linesOf = "";
  private List<String> lines = List.of();

  WebFluxHead(ServerHttpRequest request) {
    this.request = request;
    fields = request.getHeaders();
  }

  @Override
  public String method() {
    return request.getMethod().name();
  }

  @Override
  public String target() {
    HttpServerRequest engine = ServerHttpRequestDecorator.getNativeRequest(request);
    return engine.uri();
  }

  @Override
  public String scheme() {
    return request.getSslInfo() == null ? "http" : "https";
  }

  @Override
  public @Nullable String authority() {
    return null; // HTTP/1: the Host field says it
  }

  @Override
  public Iterable<String> headerNames() {
    return fields.headerNames();
  }

  @Override
  public @Nullable String header(String name, int index) {
    if (!linesOf.equals(name)) {
      linesOf = name;
      lines = fields.getOrEmpty(name);
    }
    return index < lines.size() ? lines.get(index) : null;
  }

  @Override
  public @Nullable InetSocketAddress remoteAddress() {
    return request.getRemoteAddress();
  }

  @Override
  public List<String> peerNames() {
    return List.of(); // no mutual TLS here
  }

  @Override
  public BodyPresence body() {
    if (fields.containsHeader(HttpHeaders.TRANSFER_ENCODING)) {
      return BodyPresence.UNKNOWN;
    }
    return fields.getContentLength() > 0 ? BodyPresence.SOME : BodyPresence.NONE;
  }
}
