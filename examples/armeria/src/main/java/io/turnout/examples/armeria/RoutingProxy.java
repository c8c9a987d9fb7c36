// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.armeria;

import com.linecorp.armeria.client.WebClient;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.server.HttpService;
import com.linecorp.armeria.server.Server;
import io.turnout.CellRouter;
import io.turnout.authority.FileAuthority;
import io.turnout.resolve.CellResolver;
import io.turnout.rules.WatchedRules;
import io.turnout.spi.RouteScheduler;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** A proxy on Armeria in front of cells, over files that are read again when they change. */
final class RoutingProxy implements AutoCloseable {

  /** The most that is read of a body to decide a request, in bytes. */
  private static final int BODY_LIMIT_BYTES = 1 << 16;

  private final RouteScheduler files = RouteScheduler.newThread("routing-files");
  private final WatchedRules rules;
  private final FileAuthority routes;
  private final CellResolver resolver;
  private final Server server;

  private RoutingProxy(InetSocketAddress listen, Path folder, Map<String, URI> cells) {
    rules = WatchedRules.builder(folder.resolve("rules.yaml"), files).build();
    routes = FileAuthority.builder(folder.resolve("routes.yaml"), files).open();
    resolver = CellResolver.builder(routes).nearCache(100_000).build();
    CellRouter router =
        CellRouter.builder(rules.start(), resolver).bodyLimit(BODY_LIMIT_BYTES).build();
    rules.handTo(router::swap);
    server =
        Server.builder()
            .http(listen)
            .maxRequestLength(0) // a proxy streams
            .serviceUnder("/", toCells(cells))
            .decorator(service -> new RoutingDecorator(service, router))
            .build();
  }

  /**
   * Starts one.
   *
   * @param folder where {@code rules.yaml} and {@code routes.yaml} are
   * @param cells where each cell is reached, without a path
   */
  static RoutingProxy start(InetSocketAddress listen, Path folder, Map<String, URI> cells) {
    RoutingProxy proxy = new RoutingProxy(listen, folder, cells);
    proxy.server.start().join();
    return proxy;
  }

  private static HttpService toCells(Map<String, URI> cells) {
    Map<String, WebClient> clients = new HashMap<>();
    cells.forEach((cell, origin) -> clients.put(cell, client(origin)));
    return (context, request) -> {
      WebClient client = clients.get(context.attr(RoutingDecorator.CELL));
      return client == null
          ? HttpResponse.of(HttpStatus.SERVICE_UNAVAILABLE)
          : client.execute(request);
    };
  }

  private static WebClient client(URI origin) {
    return WebClient.builder(origin).maxResponseLength(0).build();
  }

  int port() {
    return server.activeLocalPort();
  }

  @Override
  public void close() {
    server.stop().join();
    resolver.close();
    routes.close();
    rules.close();
    files.close();
  }

  /** Listens on port 8000, in front of cells on 9001 and 9002. */
  public static void main(String[] arguments) {
    start(
        new InetSocketAddress("127.0.0.1", 8000),
        Path.of(""),
        Map.of(
            "us-1", URI.create("http://127.0.0.1:9001"),
            "eu-1", URI.create("http://127.0.0.1:9002")));
  }
}
