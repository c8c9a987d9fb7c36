// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.turnout.RoutingAttempt;
import io.turnout.gateway.config.Address;
import io.turnout.gateway.config.GatewayConfig;
import io.turnout.gateway.config.HealthSettings;
import io.turnout.gateway.config.OriginTls;
import io.turnout.gateway.endpoints.Asked;
import io.turnout.gateway.endpoints.EndpointSet;
import io.turnout.protocol.LookupJson.Answer;
import io.turnout.request.RequestHead;
import io.turnout.spi.RouteAuthority.Lookup;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The listening side of a gateway: its event loops, the port of the requests, and the health. */
final class Front {

  private static final String NOTHING_HERE = "{\"status\":404}";

  private final Vertx vertx;
  private final List<String> deployments;
  private final int port;
  private final Servers servers;
  private final Certificates tls;
  private @Nullable Future<Void> stopped;

  private Front(Listening listening, int port, Servers servers) {
    vertx = listening.vertx();
    deployments = listening.deployments();
    tls = listening.tls();
    this.port = port;
    this.servers = servers;
  }

  /** What a front listens with. */
  private record Listening(Vertx vertx, List<String> deployments, Certificates tls) {}

  /** The ports beside that of the requests. */
  private record Servers(
      Optional<HttpServer> health, Optional<HttpServer> lookups, Optional<HttpServer> decisions) {}

  /**
   * What a front is for.
   *
   * @param router where requests are decided
   * @param cells the endpoints of each cell by its name
   * @param authority which origins of the authority tier can be used; empty if there is no such
   *     tier behind this one
   * @param listener who hears that exchanges are over
   * @param briefHealth what the port of the requests says of the gateway's health
   * @param fullHealth what a port of its own says of it
   * @param lookups who answers other routers; asked only if the configuration has a place for it
   * @param deciding who decides for other proxies; asked only if the configuration has a place for
   *     it
   */
  record Parts(
      Router router,
      Map<String, EndpointSet> cells,
      Optional<OriginStates> authority,
      ExchangeListener listener,
      Supplier<Health.Report> briefHealth,
      Supplier<Health.Report> fullHealth,
      Function<Lookup, CompletionStage<Answer>> lookups,
      Function<RequestHead, RoutingAttempt> deciding) {}

  /**
   * Starts to listen; if that fails, nothing is left running.
   *
   * @throws java.io.UncheckedIOException if a certificate cannot be used
   */
  static Future<Front> start(GatewayConfig config, Parts parts) {
    Certificates tls = Certificates.open(config);
    Listening listening = new Listening(vertx(config), new ArrayList<>(), tls);
    HealthSettings health = config.health();
    Optional<Health> brief =
        health.address().isPresent()
            ? Optional.empty()
            : Optional.of(new Health(health.path(), parts.briefHealth()));
    GatewayServer.Shared shared =
        new GatewayServer.Shared(
            parts.router(),
            parts.cells(),
            parts.authority(),
            parts.listener(),
            brief,
            tls,
            new AtomicReference<>());
    return probe(listening.vertx(), parts, tls.outward())
        .compose(probing -> deploy(listening, config, shared))
        .compose(all -> servers(listening, config, parts))
        .map(servers -> new Front(listening, shared.listeningPort(), servers))
        .recover(
            failure -> {
              tls.closers().close();
              return listening.vertx().close().transform(v -> Future.failedFuture(failure));
            });
  }

  private static Vertx vertx(GatewayConfig config) {
    Doorway.Rules rules =
        new Doorway.Rules(
            new AtomicInteger(),
            config.limits().connections(),
            config.timeouts().requestHead(),
            config.http2() && config.tls().isEmpty());
    VertxOptions options =
        new VertxOptions()
            .setEventLoopPoolSize(config.threads())
            .setFileSystemOptions(
                new FileSystemOptions()
                    .setClassPathResolvingEnabled(false)
                    .setFileCachingEnabled(false))
            .setWorkerPoolSize(1)
            .setInternalBlockingPoolSize(2);
    return Vertx.builder().with(options).withTransport(new Doorway(rules)).build();
  }

  /** Begins to ask origins how they are; that ends with the engine. */
  private static Future<Void> probe(Vertx vertx, Parts parts, Map<OriginTls, OutwardTls> tls) {
    List<Asked> asked = new ArrayList<>();
    parts.authority().ifPresent(asked::add);
    parts.cells().values().stream()
        .filter(endpoints -> endpoints.settings().health().isPresent())
        .forEach(asked::add);
    List<Future<String>> deployed =
        asked.stream()
            .map(one -> vertx.deployVerticle(new OriginProbe(one, tls), new DeploymentOptions()))
            .toList();
    return Future.all(deployed).mapEmpty();
  }

  private static Future<Void> deploy(
      Listening listening, GatewayConfig config, GatewayServer.Shared shared) {
    Future<Void> all = Future.succeededFuture();
    for (int i = 0; i < config.threads(); i++) {
      all =
          all.compose(
                  before ->
                      listening
                          .vertx()
                          .deployVerticle(
                              new GatewayServer(config, shared), new DeploymentOptions()))
              .map(
                  id -> {
                    listening.deployments().add(id);
                    return null;
                  });
    }
    return all;
  }

  private static Future<Servers> servers(Listening listening, GatewayConfig config, Parts parts) {
    return health(listening.vertx(), config.health(), parts)
        .compose(
            health ->
                lookups(listening, config, parts)
                    .compose(
                        lookups ->
                            decisions(listening.vertx(), config, parts)
                                .map(decisions -> new Servers(health, lookups, decisions))));
  }

  private static Future<Optional<HttpServer>> health(
      Vertx vertx, HealthSettings settings, Parts parts) {
    if (settings.address().isEmpty()) {
      return Future.succeededFuture(Optional.empty());
    }
    Health health = new Health(settings.path(), parts.fullHealth());
    Address address = settings.address().get();
    HttpServerOptions options =
        new HttpServerOptions().setHttp2ClearTextEnabled(false).setIdleTimeout(60);
    return vertx
        .createHttpServer(options)
        .requestHandler(
            request -> {
              if (health.isAsked(request)) {
                health.answer(request);
              } else {
                request.response().setStatusCode(404).end(NOTHING_HERE);
              }
            })
        .listen(address.port(), address.host())
        .recover(failure -> Future.failedFuture(cannotListen(address, failure)))
        .map(Optional::of);
  }

  private static Future<Optional<HttpServer>> lookups(
      Listening listening, GatewayConfig config, Parts parts) {
    return config.lookups().isEmpty()
        ? Future.succeededFuture(Optional.empty())
        : LookupEndpoint.start(
                listening.vertx(),
                config.lookups().get(),
                listening.tls().lookups(),
                parts.lookups())
            .map(Optional::of);
  }

  private static Future<Optional<HttpServer>> decisions(
      Vertx vertx, GatewayConfig config, Parts parts) {
    return config.decisions().isEmpty()
        ? Future.succeededFuture(Optional.empty())
        : DecisionEndpoint.start(vertx, config.decisions().get(), config.limits(), parts.deciding())
            .map(Optional::of);
  }

  /** What to tell of an address that cannot be listened on. */
  static IOException cannotListen(Address address, Throwable failure) {
    return new IOException("cannot listen on " + address + ": " + failure.getMessage(), failure);
  }

  /** The port of the requests. */
  int port() {
    return port;
  }

  /** The health endpoint's own port; empty if it has none. */
  Optional<Integer> healthPort() {
    return servers.health().map(HttpServer::actualPort);
  }

  /** The port on which other routers ask; empty if they may not. */
  Optional<Integer> lookupPort() {
    return servers.lookups().map(HttpServer::actualPort);
  }

  /** The port on which other proxies are told decisions; empty if they are not. */
  Optional<Integer> decisionPort() {
    return servers.decisions().map(HttpServer::actualPort);
  }

  /** Takes no more in, lets what is in flight end for the configured time, and closes. */
  synchronized Future<Void> stop() {
    if (stopped == null) {
      List<Future<Void>> all = new ArrayList<>();
      deployments.forEach(deployment -> all.add(vertx.undeploy(deployment)));
      servers.lookups().ifPresent(server -> all.add(PrivatePort.stop(server)));
      servers.decisions().ifPresent(server -> all.add(PrivatePort.stop(server)));
      stopped =
          Future.join(all)
              .transform(
                  ended -> {
                    tls.closers().close();
                    return vertx.close();
                  });
    }
    return stopped;
  }
}
