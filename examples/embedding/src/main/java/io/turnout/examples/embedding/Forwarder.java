// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.embedding;

import com.sun.net.httpserver.HttpExchange;
import io.turnout.request.BodyPresence;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Sends requests on to cells: as much of a proxy as the example needs. It does not carry the {@code
 * Host} on, and holds answers in memory. Thread-safe.
 */
final class Forwarder {

  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final int BAD_GATEWAY = 502;
  private static final int NO_BODY = -1;

  /** Fields of one connection, and those that the client sets itself. */
  private static final Set<String> LEFT_OUT =
      Set.of(
          "connection",
          "content-length",
          "expect",
          "host",
          "http2-settings",
          "keep-alive",
          "te",
          "trailer",
          "transfer-encoding",
          "upgrade");

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final Map<String, URI> cells;

  /**
   * Knows where cells are.
   *
   * @param cells the address of each cell, without a path
   */
  Forwarder(Map<String, URI> cells) {
    this.cells = Map.copyOf(cells);
  }

  /** The cells whose address is known. */
  Set<String> cells() {
    return cells.keySet();
  }

  /** Sends a request to a cell, and its answer back. */
  void forward(HttpExchange exchange, ReceivedBody body, String cell) throws IOException {
    URI address = cells.get(cell);
    if (address == null) {
      throw new IllegalStateException("the cell " + cell + " has no address");
    }
    HttpResponse<byte[]> answer;
    try {
      answer = client.send(request(exchange, body, address), BodyHandlers.ofByteArray());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while the cell " + cell + " was asked");
    } catch (IOException e) {
      exchange.sendResponseHeaders(BAD_GATEWAY, NO_BODY);
      return;
    }
    answer(exchange, answer);
  }

  private static HttpRequest request(HttpExchange exchange, ReceivedBody body, URI address) {
    boolean empty = new ExchangeHead(exchange).body() == BodyPresence.NONE;
    BodyPublisher publisher =
        empty ? BodyPublishers.noBody() : BodyPublishers.ofInputStream(body::whole);
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(address.toString() + exchange.getRequestURI()))
            .timeout(TIMEOUT)
            .method(exchange.getRequestMethod(), publisher);
    exchange
        .getRequestHeaders()
        .forEach(
            (name, lines) -> {
              if (isForwarded(name)) {
                lines.forEach(line -> request.header(name, line));
              }
            });
    return request.build();
  }

  private static void answer(HttpExchange exchange, HttpResponse<byte[]> answer)
      throws IOException {
    answer
        .headers()
        .map()
        .forEach(
            (name, lines) -> {
              if (isForwarded(name)) {
                lines.forEach(line -> exchange.getResponseHeaders().add(name, line));
              }
            });
    byte[] content = answer.body();
    exchange.sendResponseHeaders(
        answer.statusCode(), content.length == 0 ? NO_BODY : content.length);
    if (content.length > 0) {
      try (OutputStream out = exchange.getResponseBody()) {
        out.write(content);
      }
    }
  }

  // example: forwarded
  /** Whether a field goes beyond this hop; those of Turnout do not, in either direction. */
  private static boolean isForwarded(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return !LEFT_OUT.contains(lower) && !lower.startsWith("turnout-");
  }
  // end of example
}
