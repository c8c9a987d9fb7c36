// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.servletproxy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** A cell that says its name and how many bytes of body it was sent. */
final class GreetingCell {

  private static final int MISDIRECTED = 421;

  private GreetingCell() {}

  /**
   * Starts one on a free port of loopback; it runs until the process ends.
   *
   * @return its address
   */
  static URI start(String name) throws IOException {
    return serve(exchange -> answer(exchange, 200, name));
  }

  /** Starts one that holds nobody any more, and says so. */
  static URI startEmpty(String name) throws IOException {
    return serve(
        exchange -> {
          exchange.getResponseHeaders().add("Turnout-Cell", "\"\"");
          exchange.getResponseHeaders().add("Set-Cookie", "session=lost");
          answer(exchange, MISDIRECTED, name);
        });
  }

  private interface Answering {
    void answer(HttpExchange exchange) throws IOException;
  }

  private static URI serve(Answering answering) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", answering::answer);
    server.start();
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  private static void answer(HttpExchange exchange, int status, String name) throws IOException {
    try (exchange) {
      int bodyBytes = exchange.getRequestBody().readAllBytes().length;
      byte[] text = (name + " got " + bodyBytes + " bytes\n").getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(status, text.length);
      exchange.getResponseBody().write(text);
    }
  }
}
