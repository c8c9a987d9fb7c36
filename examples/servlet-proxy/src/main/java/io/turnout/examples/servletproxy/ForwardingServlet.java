// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.servletproxy;

import io.turnout.decision.RouteDecision;
import io.turnout.protocol.TurnoutHeaders;
import io.turnout.servlet.RoutedRequest;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Sends each request to its cell. Simple on purpose: your proxy has a better one. */
final class ForwardingServlet extends HttpServlet {

  private static final long serialVersionUID = 1L;

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** What belongs to one connection, and what the client sets itself. */
  private static final Set<String> NOT_FORWARDED =
      Set.of(
          "connection",
          "content-length",
          "expect",
          "host",
          "keep-alive",
          "proxy-authenticate",
          "proxy-authorization",
          "te",
          "trailer",
          "transfer-encoding",
          "upgrade");

  private final transient Map<String, URI> origins;
  private final transient HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(PATIENCE).build();

  /**
   * Forwards.
   *
   * @param origins the address of each cell
   */
  ForwardingServlet(Map<String, URI> origins) {
    this.origins = Map.copyOf(origins);
  }

  // example: forward
  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    RoutedRequest routed = RoutedRequest.of(request);
    HttpResponse<InputStream> answer;
    try {
      answer = send(request, routed.decision());
      Optional<RouteDecision> better =
          routed
              .correct(answer.statusCode(), answer.headers()::allValues)
              .toCompletableFuture()
              .join();
      if (better.isPresent()) { // the cell does not hold this customer: another one does
        answer.body().close();
        answer = send(request, better.get());
      }
    } catch (IOException | UncheckedIOException cellIsAway) {
      response.sendError(HttpServletResponse.SC_BAD_GATEWAY);
      return;
    }
    relay(answer, response);
  }

  // end of example

  private HttpResponse<InputStream> send(HttpServletRequest request, RouteDecision decision)
      throws IOException {
    URI origin = origins.get(decision.cell().orElseThrow());
    if (origin == null) {
      throw new IOException("the cell " + decision.cell().get() + " has no address");
    }
    String query = request.getQueryString();
    String target = query == null ? request.getRequestURI() : request.getRequestURI() + '?' + query;
    HttpRequest.Builder forwarded =
        HttpRequest.newBuilder(URI.create(origin + target))
            .method(request.getMethod(), body(request))
            .timeout(PATIENCE);
    for (String name : Collections.list(request.getHeaderNames())) {
      if (!NOT_FORWARDED.contains(name.toLowerCase(Locale.ROOT))) {
        request
            .getHeaders(name)
            .asIterator()
            .forEachRemaining(value -> forwarded.header(name, value));
      }
    }
    try {
      return client.send(forwarded.build(), BodyHandlers.ofInputStream());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while the cell was asked", e);
    }
  }

  private static BodyPublisher body(HttpServletRequest request) throws IOException {
    boolean none =
        request.getContentLengthLong() <= 0 && request.getHeader("Transfer-Encoding") == null;
    if (none) {
      return BodyPublishers.noBody();
    }
    InputStream body = request.getInputStream();
    BodyPublisher chunked = BodyPublishers.ofInputStream(() -> body);
    long length = request.getContentLengthLong();
    return length > 0 ? BodyPublishers.fromPublisher(chunked, length) : chunked;
  }

  private static void relay(HttpResponse<InputStream> answer, HttpServletResponse response)
      throws IOException {
    response.setStatus(answer.statusCode());
    boolean wrong = TurnoutHeaders.isWrongCell(answer.statusCode(), answer.headers()::allValues);
    answer
        .headers()
        .map()
        .forEach(
            (name, lines) -> {
              boolean cookie = wrong && name.equalsIgnoreCase("Set-Cookie");
              if (!cookie && !NOT_FORWARDED.contains(name.toLowerCase(Locale.ROOT))) {
                lines.forEach(line -> response.addHeader(name, line));
              }
            });
    try (InputStream body = answer.body()) {
      body.transferTo(response.getOutputStream());
    }
  }
}
