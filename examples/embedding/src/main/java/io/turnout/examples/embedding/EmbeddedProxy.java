// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.embedding;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A proxy on loopback that sends each request to the cell of its business. */
public final class EmbeddedProxy implements AutoCloseable {

  private static final int DEFAULT_PORT = 8080;
  private static final int THREADS = 8;

  private final HttpServer server;
  private final EmbeddedRouting routing;
  private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);

  private EmbeddedProxy(HttpServer server, EmbeddedRouting routing, Forwarder forwarder) {
    this.server = server;
    this.routing = routing;
    server.createContext("/", new RoutingHandler(routing.router(), forwarder));
    server.setExecutor(threads);
    server.start();
  }

  /**
   * Starts a proxy.
   *
   * @param port 0 for any that is free
   * @param routing what decides; closed together with the proxy
   */
  static EmbeddedProxy start(int port, EmbeddedRouting routing, Forwarder forwarder)
      throws IOException {
    InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    return new EmbeddedProxy(HttpServer.create(address, 0), routing, forwarder);
  }

  /** The address that it listens on. */
  URI address() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdown();
    routing.close();
  }

  /**
   * Starts two cells and a proxy in front of them, which run until the process ends.
   *
   * @param args the port of the proxy, or nothing for 8080
   */
  public static void main(String[] args) throws IOException {
    Map<String, URI> cells =
        Map.of("us-1", GreetingCell.start("us-1"), "eu-1", GreetingCell.start("eu-1"));
    Forwarder forwarder = new Forwarder(cells);
    EmbeddedRouting routing =
        EmbeddedRouting.open(Path.of("rules.yaml"), Path.of("routes.yaml"), forwarder.cells());
    int port = args.length > 0 ? Integer.parseInt(args[0]) : DEFAULT_PORT;
    EmbeddedProxy proxy = start(port, routing, forwarder);
    System.out.println("listening on " + proxy.address());
  }
}
