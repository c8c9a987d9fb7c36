// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.turnout.OnMiss;
import io.turnout.Tier;
import io.turnout.gateway.config.AccessLogSettings;
import io.turnout.gateway.config.Address;
import io.turnout.gateway.config.AuthoritySettings;
import io.turnout.gateway.config.AuthorityTierSettings;
import io.turnout.gateway.config.GatewayConfig;
import io.turnout.gateway.config.HealthSettings;
import io.turnout.gateway.config.LookupSettings;
import io.turnout.gateway.config.Origin;
import io.turnout.gateway.config.OriginHealth;
import io.turnout.gateway.config.ResolverSettings;
import io.turnout.gateway.config.SnapshotSettings;
import io.turnout.gateway.config.TierSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;

/** Whole gateways in one process: edges in front of an authority tier in front of two cells. */
final class TwoTiers implements AutoCloseable {

  /** Both tiers have them; the authority believes whoever is on this machine. */
  static final String RULES =
      """
      turnout: 1
      edges: [ { name: our-edge, router: true, cidr: [ 127.0.0.0/8 ] } ]
      rules:
        - name: business
          key: { namespace: business, from: [ { header: X-Business-Id } ] }
        - name: body
          when: { path: /body }
          key: { namespace: business, from: [ { body: { json: /id } } ] }
      outcomes:
        no-rule: [ authority, reject 404 ]
        unreadable-body: [ authority, reject 413 ]
        unavailable: [ authority, reject 503 ]
      """;

  final CellServer us;
  final CellServer eu;
  private final Path folder;
  private final Path routes;
  private final List<Gateway> gateways = new ArrayList<>();

  TwoTiers(Path folder, CellServer us, CellServer eu) throws IOException {
    this.folder = folder;
    this.us = us;
    this.eu = eu;
    rules(folder, RULES);
    routes = folder.resolve("routes.yaml");
    routes("business:1: us-1", "business:2: eu-1");
  }

  /** Lets both tiers start with other rules. */
  static void rules(Path folder, String rules) throws IOException {
    edgeRules(folder, rules);
    Files.writeString(folder.resolve("authority.yaml"), rules);
  }

  /** Lets edges start with other rules. */
  static void edgeRules(Path folder, String rules) throws IOException {
    Files.writeString(folder.resolve("edge.yaml"), rules);
  }

  /** What the authority knows from now on. */
  void routes(String... lines) throws IOException {
    StringBuilder text = new StringBuilder("turnout-routes: 1\nroutes:\n");
    for (String line : lines) {
      int colon = line.lastIndexOf(": ");
      text.append("  \"").append(line, 0, colon).append("\": ").append(line.substring(colon + 2));
      text.append('\n');
    }
    Files.writeString(routes, text);
  }

  private GatewayConfig.Builder common(String rules, AuthoritySettings authority) {
    return GatewayConfig.builder(folder.resolve(rules), authority)
        .listen(new Address("127.0.0.1", 0))
        .health(new HealthSettings("/up", Optional.of(new Address("127.0.0.1", 0))))
        .threads(1)
        .pollMillis(10)
        .accessLog(AccessLogSettings.NONE)
        .resolver(patient(Optional.empty()))
        .cell("us-1", new Origin("127.0.0.1", us.port()))
        .cell("eu-1", new Origin("127.0.0.1", eu.port()));
  }

  /** Time-outs that a busy machine does not reach. */
  static ResolverSettings patient(Optional<SnapshotSettings> snapshot) {
    ResolverSettings d = ResolverSettings.DEFAULT;
    return new ResolverSettings(
        d.nearCache(),
        Duration.ofSeconds(10),
        Duration.ofSeconds(10),
        d.authorityConcurrency(),
        d.authorityQueue(),
        d.maxFresh(),
        d.maxExpire(),
        d.maxStale(),
        d.serveExpiredFor(),
        d.freshnessSpread(),
        snapshot);
  }

  /** A router of the authority tier, which is asked for its health where requests come in. */
  Gateway authority(UnaryOperator<GatewayConfig.Builder> more) throws Exception {
    GatewayConfig.Builder config =
        common("authority.yaml", new AuthoritySettings.RouteFile(routes, Optional.empty()))
            .tier(TierSettings.AUTHORITY)
            .health(HealthSettings.DEFAULT)
            .lookups(new LookupSettings(new Address("127.0.0.1", 0), Optional.empty()));
    return start(more.apply(config), told -> {});
  }

  Gateway authority() throws Exception {
    return authority(UnaryOperator.identity());
  }

  /** An edge, with what is told of its exchanges. */
  Edge edge(Gateway authority, UnaryOperator<GatewayConfig.Builder> more) throws Exception {
    return edge(
        List.of(authority.port()), authority.lookupPort().orElseThrow(), OnMiss.HAND_ON, more);
  }

  Edge edge(Gateway authority) throws Exception {
    return edge(authority, UnaryOperator.identity());
  }

  Edge edge(
      List<Integer> tier, int lookups, OnMiss onMiss, UnaryOperator<GatewayConfig.Builder> more)
      throws Exception {
    OriginHealth often =
        new OriginHealth(
            HealthSettings.DEFAULT_PATH,
            OptionalInt.empty(),
            OriginHealth.SHORTEST_INTERVAL,
            Duration.ofSeconds(10),
            1);
    List<Origin> origins = tier.stream().map(port -> new Origin("127.0.0.1", port)).toList();
    GatewayConfig.Builder config =
        common(
                "edge.yaml",
                new AuthoritySettings.Endpoint(
                    URI.create("http://127.0.0.1:" + lookups),
                    Optional.empty(),
                    Duration.ofSeconds(10),
                    Optional.empty()))
            .tier(
                new TierSettings(
                    Tier.EDGE,
                    onMiss,
                    Optional.of(new AuthorityTierSettings(origins, often)),
                    Set.of()));
    BlockingQueue<ExchangeRecord> records = new LinkedBlockingQueue<>();
    return new Edge(start(more.apply(config), records::add), records);
  }

  private Gateway start(GatewayConfig.Builder config, ExchangeListener listener) throws Exception {
    Gateway gateway =
        Gateway.builder(config.build())
            .exchangeListener(listener)
            .start()
            .toCompletableFuture()
            .get(30, TimeUnit.SECONDS);
    gateways.add(gateway);
    return gateway;
  }

  void stop(Gateway gateway) throws Exception {
    gateway.stop().toCompletableFuture().get(40, TimeUnit.SECONDS);
  }

  /** An edge that runs. */
  record Edge(Gateway gateway, BlockingQueue<ExchangeRecord> records) {

    RawClient client() throws IOException {
      return new RawClient(gateway.port());
    }

    String get(String business) throws IOException {
      return TwoTiers.get(gateway.port(), "/", business);
    }

    String health() throws IOException {
      return TwoTiers.get(gateway.healthPort().orElseThrow(), "/up", "0");
    }

    ExchangeRecord nextRecord() throws InterruptedException {
      ExchangeRecord told = records.poll(10, TimeUnit.SECONDS);
      if (told == null) {
        throw new AssertionError("no exchange ended");
      }
      return told;
    }
  }

  static String get(int port, String target, String business) throws IOException {
    try (RawClient client = new RawClient(port)) {
      RawClient.Answer answer = client.get(target, "X-Business-Id: " + business).answer();
      return answer.status() + " " + answer.text();
    }
  }

  static void await(String what, Callable<Boolean> condition) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (!condition.call()) {
      if (System.nanoTime() - deadline > 0) {
        throw new AssertionError(what + " did not come");
      }
      LockSupport.parkNanos(5_000_000);
    }
  }

  /** A port on which nobody listens. */
  static int closedPort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  @Override
  public void close() throws Exception {
    for (Gateway gateway : gateways) {
      stop(gateway);
    }
    us.close();
    eu.close();
  }
}
