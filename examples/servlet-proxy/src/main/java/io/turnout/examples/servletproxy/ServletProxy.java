// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.servletproxy;

import io.turnout.CellRouter;
import io.turnout.authority.FileAuthority;
import io.turnout.resolve.CellResolver;
import io.turnout.rules.RuleSet;
import io.turnout.servlet.RoutingFilter;
import io.turnout.spi.RouteScheduler;
import jakarta.servlet.DispatcherType;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import org.eclipse.jetty.ee11.servlet.FilterHolder;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** A proxy on loopback that sends each request to the cell of its business. */
public final class ServletProxy implements AutoCloseable {

  private static final int DEFAULT_PORT = 8080;

  private final Server server;

  private ServletProxy(Server server) {
    this.server = server;
  }

  /**
   * Starts a proxy.
   *
   * @param port 0 for any that is free
   * @param router what decides
   * @param origins the address of each cell
   */
  static ServletProxy start(int port, CellRouter router, Map<String, URI> origins)
      throws Exception {
    Server server = new Server();
    server.addConnector(connector(server, port));
    server.setHandler(context(router, origins));
    server.start();
    return new ServletProxy(server);
  }

  private static ServletContextHandler context(CellRouter router, Map<String, URI> origins) {
    // example: filter
    RoutingFilter filter =
        RoutingFilter.builder(router)
            .timeout(Duration.ofSeconds(5)) // how long a request may wait for its decision
            .build();

    ServletContextHandler context = new ServletContextHandler("/");
    context.addFilter(
        new FilterHolder(filter), "/*", EnumSet.of(DispatcherType.REQUEST, DispatcherType.ASYNC));
    context.addServlet(new ServletHolder(new ForwardingServlet(origins)), "/*");
    // end of example
    // example: jetty-decode
    context.getServletHandler().setDecodeAmbiguousURIs(true);
    // end of example
    return context;
  }

  private static ServerConnector connector(Server server, int port) {
    // example: jetty-targets
    HttpConfiguration config = new HttpConfiguration();
    config.setUriCompliance( // the rules judge targets as they came, if they are whole
        UriCompliance.UNSAFE.without("routed", UriCompliance.Violation.FRAGMENT));
    config.setHeaderCacheCaseSensitive(true); // and fields
    ServerConnector connector = new ServerConnector(server, new HttpConnectionFactory(config));
    // end of example
    connector.setHost("127.0.0.1");
    connector.setPort(port);
    return connector;
  }

  /** The address that it listens on. */
  URI address() {
    ServerConnector connector = (ServerConnector) server.getConnectors()[0];
    return URI.create("http://127.0.0.1:" + connector.getLocalPort());
  }

  @Override
  public void close() throws Exception {
    server.stop();
  }

  /**
   * Starts two cells and a proxy in front of them, which run until the process ends.
   *
   * @param args the port of the proxy, or nothing for 8080
   */
  public static void main(String[] args) throws Exception {
    Map<String, URI> cells =
        Map.of("us-1", GreetingCell.start("us-1"), "eu-1", GreetingCell.start("eu-1"));
    RouteScheduler files = RouteScheduler.newThread("routing-files");
    FileAuthority authority = FileAuthority.builder(Path.of("routes.yaml"), files).open();
    CellResolver resolver = CellResolver.builder(authority).nearCache(100_000).build();
    CellRouter router = CellRouter.of(RuleSet.load(Path.of("rules.yaml")), resolver);
    int port = args.length > 0 ? Integer.parseInt(args[0]) : DEFAULT_PORT;
    ServletProxy proxy = start(port, router, cells);
    System.out.println("listening on " + proxy.address());
  }
}
