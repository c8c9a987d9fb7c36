// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.turnout.admin.RouteAdministration;
import io.turnout.dynamo.DynamoRoutes;
import io.turnout.dynamo.server.DynaliteServer;
import io.turnout.gateway.config.AccessLogSettings;
import io.turnout.gateway.config.Address;
import io.turnout.gateway.config.AuthoritySettings;
import io.turnout.gateway.config.GatewayConfig;
import io.turnout.gateway.config.HealthSettings;
import io.turnout.gateway.config.LookupSettings;
import io.turnout.gateway.config.Origin;
import io.turnout.gateway.config.RedisChannel;
import io.turnout.gateway.config.RedisLayer;
import io.turnout.gateway.config.RedisUri;
import io.turnout.gateway.config.ResolverSettings;
import io.turnout.gateway.config.SharedToken;
import io.turnout.redis.RedisRouteCache;
import io.turnout.spi.RouteKey;
import io.turnout.store.AuditEntry;
import io.turnout.store.LifeSetting;
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
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.embedded.RedisServer;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;

/** Whole gateways whose routes come from other processes. */
class RemoteRoutesTest {

  private static final String TOKEN = "0123456789abcdef";

  @TempDir Path folder;
  private final List<Gateway> gateways = new ArrayList<>();
  private Path rules;
  private CellServer us;

  @BeforeEach
  void prepare() throws Exception {
    rules =
        Files.writeString(
            folder.resolve("rules.yaml"),
            """
            turnout: 1
            rules:
              - name: business
                key: { namespace: business, from: [ { header: X-Business-Id } ] }
            """);
    us = CellServer.named("us");
  }

  @AfterEach
  void close() throws Exception {
    for (Gateway gateway : gateways) {
      stop(gateway);
    }
    us.close();
  }

  private GatewayConfig.Builder over(AuthoritySettings authority) {
    return GatewayConfig.builder(rules, authority)
        .listen(new Address("127.0.0.1", 0))
        .health(new HealthSettings("/up", Optional.of(new Address("127.0.0.1", 0))))
        .threads(1)
        .pollMillis(10)
        .accessLog(AccessLogSettings.NONE)
        .resolver(patient(ResolverSettings.LONGEST_LIFE))
        .cell("us-1", new Origin("127.0.0.1", us.port()));
  }

  /** The defaults, with time-outs that a busy machine does not reach, and a cap. */
  private static ResolverSettings patient(Duration maxFresh) {
    ResolverSettings d = ResolverSettings.DEFAULT;
    return new ResolverSettings(
        d.nearCache(),
        Duration.ofSeconds(10),
        Duration.ofSeconds(10),
        d.authorityConcurrency(),
        d.authorityQueue(),
        maxFresh,
        d.maxExpire(),
        d.maxStale(),
        d.serveExpiredFor(),
        d.freshnessSpread(),
        d.snapshot());
  }

  private Gateway start(GatewayConfig.Builder config) throws Exception {
    Gateway gateway = Gateway.start(config.build()).toCompletableFuture().get(30, TimeUnit.SECONDS);
    gateways.add(gateway);
    return gateway;
  }

  private static void stop(Gateway gateway) throws Exception {
    gateway.stop().toCompletableFuture().get(30, TimeUnit.SECONDS);
  }

  /** A gateway that answers look-ups from a route file. */
  private Gateway authorityTier() throws Exception {
    Path routes =
        Files.writeString(
            folder.resolve("routes.yaml"), "turnout-routes: 1\nroutes: { \"business:1\": us-1 }\n");
    SharedToken token = SharedToken.of(TOKEN);
    return start(
        over(new AuthoritySettings.RouteFile(routes, Optional.empty()))
            .lookups(new LookupSettings(new Address("127.0.0.1", 0), Optional.of(token))));
  }

  private static AuthoritySettings endpoint(int port, String token) {
    return new AuthoritySettings.Endpoint(
        URI.create("http://127.0.0.1:" + port),
        Optional.of(SharedToken.of(token)),
        Duration.ofSeconds(10),
        Optional.empty());
  }

  private static String get(int port, String target, String business) throws Exception {
    try (RawClient client = new RawClient(port)) {
      RawClient.Answer answer = client.get(target, "X-Business-Id: " + business).answer();
      return answer.status() + " " + answer.text();
    }
  }

  private static String health(Gateway gateway) throws Exception {
    return get(gateway.healthPort().orElseThrow(), "/up", "0");
  }

  private static void await(String what, Callable<Boolean> condition) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (!condition.call()) {
      assertThat(System.nanoTime() - deadline).as(what).isNegative();
      LockSupport.parkNanos(5_000_000);
    }
  }

  private static int closedPort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  @Test
  void routesOfAnotherRouter_areServed_alsoWhileItIsAway() throws Exception {
    Gateway tier = authorityTier();
    Gateway gateway = start(over(endpoint(tier.lookupPort().orElseThrow(), TOKEN)));
    assertThat(health(gateway)).startsWith("200 ").contains("\"routes\":\"answering\"");
    assertThat(get(gateway.port(), "/", "1")).isEqualTo("200 us0");
    assertThat(get(gateway.port(), "/", "2")).contains("unknown-key");
    stop(tier);
    assertThat(get(gateway.port(), "/", "1")).isEqualTo("200 us0");
    assertThat(get(gateway.port(), "/", "3")).startsWith("503 ").contains("unavailable");
    assertThat(health(gateway))
        .startsWith("200 {\"status\":\"ok\"")
        .contains("\"routes\":\"failing\"");
  }

  @Test
  void gatewayThatNeverHadAnAnswer_startsAndIsNotWell() throws Exception {
    Gateway gateway = start(over(endpoint(closedPort(), TOKEN)));
    assertThat(health(gateway))
        .startsWith("503 {\"status\":\"no-routes\"")
        .contains("\"routes\":\"failing\"");
    assertThat(get(gateway.port(), "/", "1")).startsWith("503 ");
  }

  @Test
  void wrongToken_isNotBelieved() throws Exception {
    Gateway tier = authorityTier();
    Gateway gateway = start(over(endpoint(tier.lookupPort().orElseThrow(), TOKEN + "x")));
    assertThat(health(gateway)).startsWith("503 ");
    assertThat(get(gateway.port(), "/", "1")).startsWith("503 ");
  }

  @Test
  void redisThatIsAway_holdsUpNeitherStartNorRequestsNorStop() throws Exception {
    Gateway tier = authorityTier();
    RedisUri away = RedisUri.of("redis://127.0.0.1:" + closedPort());
    Gateway gateway =
        start(
            over(endpoint(tier.lookupPort().orElseThrow(), TOKEN))
                .layer(RedisLayer.of(away))
                .invalidations(RedisChannel.of(away)));
    assertThat(get(gateway.port(), "/", "1")).isEqualTo("200 us0");
    assertThat(health(gateway)).startsWith("200 ").contains("\"layers\":{\"redis\":\"");
  }

  @Test
  void layerInRedis_letsASecondGatewayServe_whatTheFirstLookedUp() throws Exception {
    int port = closedPort();
    RedisServer redis = new RedisServer(port);
    redis.start();
    RedisUri uri = RedisUri.of("redis://127.0.0.1:" + port);
    try (RedisRouteCache held = RedisRouteCache.builder(uri.text()).build()) {
      Gateway tier = authorityTier();
      int lookups = tier.lookupPort().orElseThrow();
      Gateway first =
          start(
              over(endpoint(lookups, TOKEN))
                  .layer(RedisLayer.of(uri))
                  .resolver(patient(Duration.ZERO)));
      await(
          "the copy in the layer",
          () -> get(first.port(), "/", "1").equals("200 us0") && isIn(held));
      stop(tier);
      Gateway second = start(over(endpoint(lookups, TOKEN)).layer(RedisLayer.of(uri)));
      await("the layer", () -> get(second.port(), "/", "1").equals("200 us0"));
      await("being well", () -> health(second).startsWith("200 "));
      assertThat(health(second)).contains("\"routes\":\"failing\"");
    } finally {
      redis.stop();
    }
  }

  private static boolean isIn(RedisRouteCache layer) {
    return layer
        .get(new RouteKey("business", "1"))
        .handle((entry, failure) -> failure == null && entry.isPresent())
        .toCompletableFuture()
        .join();
  }

  @Test
  @Tag("external")
  void routesOfATable_areServed_alsoWhileTheTableIsGone() throws Exception {
    URI server = DynaliteServer.shared().endpoint();
    String table = "gateway-routes";
    AuthoritySettings settings =
        new AuthoritySettings.DynamoTable(
            table,
            Optional.of("us-east-1"),
            Optional.of(server),
            true,
            AuthoritySettings.DynamoTable.LONGEST_TIMEOUT);
    try (DynamoDbAsyncClient client = DynaliteServer.client(server)) {
      DynamoRoutes.createTable(client, table, Duration.ofSeconds(30));
      RouteAdministration.builder(
              DynamoRoutes.of(client, table), new AuditEntry.Author("test", "test"))
          .build()
          .put(
              new RouteKey("business", "1"),
              "us-1",
              LifeSetting.DEFAULT,
              RouteAdministration.OverLive.REFUSE);
      Gateway gateway = start(over(settings));
      await("an answer", () -> health(gateway).contains("\"routes\":\"answering\""));
      assertThat(get(gateway.port(), "/", "1")).isEqualTo("200 us0");
      assertThat(get(gateway.port(), "/", "2")).contains("unknown-key");
      client.deleteTable(request -> request.tableName(table)).join();
      assertThat(get(gateway.port(), "/", "1")).isEqualTo("200 us0");
      await("a failure", () -> get(gateway.port(), "/", "3").startsWith("503 "));
      assertThat(health(gateway)).startsWith("200 ").contains("\"routes\":\"failing\"");
    }
  }

  @Test
  void unusableRules_closeWhatWasOpened() throws Exception {
    Files.writeString(rules, "turnout: 1\nrules: 7\n");
    GatewayConfig config =
        over(endpoint(closedPort(), TOKEN))
            .layer(RedisLayer.of(RedisUri.of("redis://127.0.0.1:" + closedPort())))
            .build();
    assertThatThrownBy(() -> Gateway.start(config).toCompletableFuture().get(30, TimeUnit.SECONDS))
        .hasMessageContaining("rules");
    await(
        "the end of its threads",
        () ->
            Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .noneMatch("turnout-first-look-up"::equals));
  }
}
