// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.OnMiss;
import io.turnout.decision.Outcome;
import io.turnout.gateway.config.Address;
import io.turnout.gateway.config.GatewayConfig;
import io.turnout.gateway.config.RedisChannel;
import io.turnout.gateway.config.RedisLayer;
import io.turnout.gateway.config.RedisUri;
import io.turnout.gateway.config.SnapshotSettings;
import io.turnout.resolve.Resolution;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.embedded.RedisServer;

/** An edge learns from the authority tier, and goes on when parts of what is behind it are away. */
class TiersTest {

  @TempDir Path folder;
  private TwoTiers tiers;

  @BeforeEach
  void prepare() throws Exception {
    tiers = new TwoTiers(folder, CellServer.named("us"), CellServer.named("eu"));
  }

  @AfterEach
  void close() throws Exception {
    tiers.close();
  }

  @Test
  void routeThatWasTaught_isUsedFromThenOn_alsoWhenTheAuthorityIsGone() throws Exception {
    Gateway authority = tiers.authority();
    TwoTiers.Edge edge = tiers.edge(authority);
    assertThat(edge.get("1")).isEqualTo("200 us0");
    ExchangeRecord first = edge.nextRecord();
    assertThat(first.decision().orElseThrow().outcome()).isEqualTo(Outcome.AUTHORITY);
    assertThat(first.passage().learnt()).isOne();
    assertThat(edge.get("1")).isEqualTo("200 us0");
    ExchangeRecord second = edge.nextRecord();
    assertThat(second.decision().orElseThrow().outcome()).isEqualTo(Outcome.CELL);
    assertThat(second.passage()).isEqualTo(ExchangeRecord.Passage.NONE);
    tiers.stop(authority);
    assertThat(edge.get("1")).isEqualTo("200 us0");
    assertThat(edge.get("2")).startsWith("503 ").contains("authority-down");
    TwoTiers.await("word", () -> edge.health().contains("\":\"down\"}"));
    assertThat(edge.health()).startsWith("200 {\"status\":\"ok\",\"tier\":\"edge\"");
  }

  @Test
  void unknownKey_isTaughtToo_andRejectedAtTheEdge() throws Exception {
    Gateway authority = tiers.authority();
    TwoTiers.Edge edge = tiers.edge(authority);
    assertThat(edge.get("9")).startsWith("404 ").contains("unknown-key");
    assertThat(edge.nextRecord().passage().learnt()).isOne();
    assertThat(edge.get("9")).startsWith("404 ").contains("unknown-key");
    assertThat(edge.nextRecord().decision().orElseThrow().outcome()).isEqualTo(Outcome.REJECT);
  }

  @Test
  void authorityThatComesBack_isFoundByItself() throws Exception {
    int port = TwoTiers.closedPort();
    TwoTiers.Edge edge =
        tiers.edge(List.of(port), TwoTiers.closedPort(), OnMiss.HAND_ON, UnaryOperator.identity());
    assertThat(edge.get("1")).startsWith("503 ").contains("authority-down");
    tiers.authority(config -> config.listen(new Address("127.0.0.1", port)));
    TwoTiers.await("the authority", () -> edge.get("1").equals("200 us0"));
  }

  @Test
  void edgeWithNothingButASnapshot_routesAtOnce_alsoWhileItsChannelConnects() throws Exception {
    Path file = folder.resolve("edge.snapshot");
    UnaryOperator<GatewayConfig.Builder> kept =
        config ->
            config.resolver(
                TwoTiers.patient(
                    Optional.of(new SnapshotSettings(file, SnapshotSettings.LONGEST))));
    Gateway authority = tiers.authority();
    TwoTiers.Edge first = tiers.edge(authority, kept);
    assertThat(first.get("1")).isEqualTo("200 us0");
    assertThat(first.get("2")).isEqualTo("200 eu0");
    tiers.stop(first.gateway());
    tiers.stop(authority);

    int redisPort = TwoTiers.closedPort();
    RedisServer redis = new RedisServer(redisPort);
    redis.start();
    try {
      RedisUri uri = RedisUri.of("redis://127.0.0.1:" + redisPort);
      List<Integer> away = List.of(TwoTiers.closedPort());
      int lookupsAway = TwoTiers.closedPort();
      for (OnMiss onMiss : OnMiss.values()) {
        TwoTiers.Edge second =
            tiers.edge(
                away,
                lookupsAway,
                onMiss,
                config ->
                    kept.apply(config)
                        .layer(RedisLayer.of(uri))
                        .invalidations(RedisChannel.of(uri)));
        assertThat(second.get("1")).as("%s", onMiss).isEqualTo("200 us0");
        TwoTiers.await(
            "the gap of the first connection",
            () -> second.get("2").equals("200 eu0") && isStale(second));
        assertThat(second.health()).startsWith("200 ");
        tiers.stop(second.gateway());
      }
    } finally {
      redis.stop();
    }
  }

  private static boolean isStale(TwoTiers.Edge edge) throws Exception {
    boolean stale = false;
    while (!edge.records().isEmpty()) {
      stale =
          edge.nextRecord()
              .decision()
              .flatMap(made -> made.resolution())
              .filter(found -> found.kind() == Resolution.Kind.STALE)
              .isPresent();
    }
    return stale;
  }

  @Test
  void edgeThatLosesItsRedis_doesNotNotice() throws Exception {
    int port = TwoTiers.closedPort();
    RedisServer redis = new RedisServer(port);
    redis.start();
    RedisUri uri = RedisUri.of("redis://127.0.0.1:" + port);
    Gateway authority = tiers.authority();
    TwoTiers.Edge edge;
    try {
      edge =
          tiers.edge(
              authority,
              config -> config.layer(RedisLayer.of(uri)).invalidations(RedisChannel.of(uri)));
      assertThat(edge.get("1")).isEqualTo("200 us0");
    } finally {
      redis.stop();
    }
    assertThat(edge.get("1")).isEqualTo("200 us0");
    assertThat(edge.get("2")).isEqualTo("200 eu0");
    assertThat(edge.get("2")).isEqualTo("200 eu0");
    assertThat(edge.health()).startsWith("200 ").contains("\"layers\":{\"redis\":\"");
  }
}
