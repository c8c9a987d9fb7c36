// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.armeria;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A cell that remembers what reached it, and answers with its name. */
final class Cell implements AutoCloseable {

  private static final long LIMIT_SECONDS = 10;

  private final String name;
  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final BlockingQueue<Seen> seen = new LinkedBlockingQueue<>();

  /**
   * A request as it came.
   *
   * @param target the path and the query, as they came
   */
  record Seen(String method, String target, Map<String, List<String>> fields, String body) {

    List<String> all(String field) {
      return fields.getOrDefault(field, List.of());
    }
  }

  Cell(String name) throws IOException {
    this.name = name;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.setExecutor(threads);
    server.start();
  }

  int port() {
    return server.getAddress().getPort();
  }

  /** The next request; fails if none comes. */
  Seen next() throws InterruptedException {
    Seen next = seen.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
    if (next == null) {
      throw new AssertionError("no request reached " + name);
    }
    return next;
  }

  /** How many requests came that were not asked for. */
  int waiting() {
    return seen.size();
  }

  private void answer(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    String target = exchange.getRequestURI().toString();
    Map<String, List<String>> fields = Map.copyOf(exchange.getRequestHeaders());
    seen.add(new Seen(exchange.getRequestMethod(), target, fields, body));
    exchange.getResponseHeaders().add("Turnout-Route", "\"account:1001\";cell=\"planted\"");
    byte[] answer = name.getBytes(StandardCharsets.US_ASCII);
    exchange.sendResponseHeaders(200, answer.length);
    exchange.getResponseBody().write(answer);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
