// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.embedding;

import com.sun.net.httpserver.HttpExchange;
import io.turnout.request.BodyPresence;
import io.turnout.request.RequestHead;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

// example: request-head
/** An exchange of the JDK's HTTP server, as the rules see it. */
final class ExchangeHead implements RequestHead {

  private final HttpExchange exchange;
  private final Map<String, List<String>> headers = new HashMap<>();

  ExchangeHead(HttpExchange exchange) {
    this.exchange = exchange;
    // The server keeps lines in linked lists; a copy lets each be reached in one step.
    exchange
        .getRequestHeaders()
        .forEach((name, lines) -> headers.put(name.toLowerCase(Locale.ROOT), List.copyOf(lines)));
  }

  @Override
  public String method() {
    return exchange.getRequestMethod();
  }

  @Override
  public String target() {
    return exchange.getRequestURI().toString();
  }

  @Override
  public String scheme() {
    return "http";
  }

  @Override
  public @Nullable String authority() {
    return null; // HTTP/1: the Host field says it
  }

  @Override
  public Iterable<String> headerNames() {
    return headers.keySet();
  }

  @Override
  public @Nullable String header(String name, int index) {
    List<String> lines = headers.getOrDefault(name, List.of());
    return index < lines.size() ? lines.get(index) : null;
  }

  @Override
  public @Nullable InetSocketAddress remoteAddress() {
    return exchange.getRemoteAddress();
  }

  @Override
  public List<String> peerNames() {
    return List.of(); // no mutual TLS here
  }

  @Override
  public BodyPresence body() {
    if (headers.containsKey("transfer-encoding")) {
      return BodyPresence.UNKNOWN;
    }
    String length = header("content-length", 0);
    return length == null || length.equals("0") ? BodyPresence.NONE : BodyPresence.SOME;
  }
}
// end of example
