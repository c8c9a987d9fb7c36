// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.nettyproxy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** A cell that says its name and what it was sent; it may say that it is the wrong one. */
final class Cell implements AutoCloseable {

  /** The names of the fields that came with requests. */
  final List<String> fields = new CopyOnWriteArrayList<>();

  /** What {@code Turnout-Cell} says with a 421; null: the cell answers 200. */
  volatile @Nullable String right;

  private final String name;
  private final HttpServer server;

  private Cell(String name, HttpServer server) {
    this.name = name;
    this.server = server;
  }

  static Cell start(String name) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    Cell cell = new Cell(name, server);
    server.createContext("/", cell::answer);
    server.start();
    return cell;
  }

  InetSocketAddress address() {
    return server.getAddress();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      fields.addAll(exchange.getRequestHeaders().keySet());
      int bodyBytes = exchange.getRequestBody().readAllBytes().length;
      String elsewhere = right;
      if (elsewhere != null) {
        exchange.getResponseHeaders().add("Turnout-Cell", '"' + elsewhere + '"');
        exchange.getResponseHeaders().add("Set-Cookie", "session=wrong");
        exchange.sendResponseHeaders(421, -1);
        return;
      }
      String text = name + " got " + exchange.getRequestURI() + " and " + bodyBytes + " bytes";
      byte[] body = text.getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().add("Turnout-Route", "not for clients");
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
