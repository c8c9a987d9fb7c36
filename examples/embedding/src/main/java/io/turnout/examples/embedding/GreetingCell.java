// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.embedding;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** A cell that says its name and how many bytes of body it was sent. */
final class GreetingCell {

  private GreetingCell() {}

  /**
   * Starts one on a free port of loopback; it runs until the process ends.
   *
   * @return its address
   */
  static URI start(String name) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", exchange -> greet(exchange, name));
    server.start();
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  private static void greet(HttpExchange exchange, String name) throws IOException {
    try (exchange) {
      int bodyBytes = exchange.getRequestBody().readAllBytes().length;
      byte[] text = (name + " got " + bodyBytes + " bytes\n").getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(200, text.length);
      exchange.getResponseBody().write(text);
    }
  }
}
