// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.OnMiss;
import io.turnout.Tier;
import io.turnout.decision.Outcome;
import io.turnout.gateway.config.AccessLogSettings;
import io.turnout.gateway.config.Address;
import io.turnout.gateway.config.AuthoritySettings;
import io.turnout.gateway.config.AuthorityTierSettings;
import io.turnout.gateway.config.GatewayConfig;
import io.turnout.gateway.config.HealthSettings;
import io.turnout.gateway.config.LookupSettings;
import io.turnout.gateway.config.Origin;
import io.turnout.gateway.config.OriginHealth;
import io.turnout.gateway.config.OriginTls;
import io.turnout.gateway.config.ServerTls;
import io.turnout.gateway.config.TierSettings;
import io.turnout.gateway.config.TlsIdentity;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An edge and an authority that prove themselves to each other by certificates. */
class TiersOverTlsTest {

  private static final String BY_CERTIFICATE =
      TwoTiers.RULES.replace("cidr: [ 127.0.0.0/8 ]", "tls: { san: edge.example }");

  @TempDir Path folder;
  private TwoTiers tiers;
  private TestCa ca;

  @BeforeEach
  void prepare() throws Exception {
    tiers = new TwoTiers(folder, CellServer.named("us"), CellServer.named("eu"));
    TwoTiers.rules(folder, BY_CERTIFICATE);
    ca = new TestCa(folder);
  }

  @AfterEach
  void close() throws Exception {
    tiers.close();
  }

  private TwoTiers.Edge edge(Gateway authority, String host, boolean http2) throws Exception {
    TlsIdentity own = ca.files(host, ca.ofRouter(host));
    Optional<OriginTls> tls = Optional.of(OriginTls.trusting(ca.file()).proving(own));
    OriginHealth often =
        new OriginHealth(
            HealthSettings.DEFAULT_PATH,
            OptionalInt.empty(),
            OriginHealth.SHORTEST_INTERVAL,
            Duration.ofSeconds(10),
            1);
    AuthorityTierSettings behind =
        new AuthorityTierSettings(
            List.of(new Origin("127.0.0.1", authority.port(), tls, http2)), often);
    return tiers.edge(
        authority,
        config ->
            config.tier(
                new TierSettings(Tier.EDGE, OnMiss.HAND_ON, Optional.of(behind), Set.of())));
  }

  private Gateway authority() throws Exception {
    return tiers.authority(config -> config.tls(portThatAsks()));
  }

  private ServerTls portThatAsks() {
    try {
      return ca.ofPort().requiring(ca.file());
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void edgeThatProvesItself_isTaught_andFoundWell(boolean http2) throws Exception {
    TwoTiers.Edge edge = edge(authority(), "edge.example", http2);
    assertThat(edge.get("1")).isEqualTo("200 us0");
    ExchangeRecord told = edge.nextRecord();
    assertThat(told.decision().orElseThrow().outcome()).isEqualTo(Outcome.AUTHORITY);
    assertThat(told.passage().learnt()).isOne();
    assertThat(edge.get("1")).isEqualTo("200 us0");
    assertThat(edge.nextRecord().decision().orElseThrow().outcome()).isEqualTo(Outcome.CELL);
    TwoTiers.await("the health of the tier", () -> edge.health().contains("\"up\""));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void edgeOfAnotherName_isServedAsAClient_andTaughtNothing(boolean http2) throws Exception {
    TwoTiers.Edge edge = edge(authority(), "other.example", http2);
    for (int i = 0; i < 2; i++) {
      assertThat(edge.get("1")).isEqualTo("200 us0");
      ExchangeRecord told = edge.nextRecord();
      assertThat(told.decision().orElseThrow().outcome()).isEqualTo(Outcome.AUTHORITY);
      assertThat(told.passage().learnt()).isZero();
    }
  }

  @Test
  void lookUpsOverTls_areAnswered_toWhoeverProvesItself() throws Exception {
    Gateway authority =
        tiers.authority(
            config ->
                config.lookups(
                    new LookupSettings(
                        new Address("127.0.0.1", 0),
                        Optional.empty(),
                        Optional.of(portThatAsks()))));
    URI url = URI.create("https://localhost:" + authority.lookupPort().orElseThrow());
    TlsIdentity own = ca.files("edge", ca.ofRouter("edge.example"));
    OriginTls trusting = OriginTls.trusting(ca.file());
    assertThat(looksUp(url, trusting.proving(own))).isEqualTo("200 us0");
    assertThat(looksUp(url, trusting)).startsWith("503 ").contains("unavailable");
    assertThat(looksUp(url, OriginTls.OF_SYSTEM.proving(own))).startsWith("503 ");
  }

  private String looksUp(URI url, OriginTls tls) throws Exception {
    AuthoritySettings.Endpoint endpoint =
        new AuthoritySettings.Endpoint(
            url, Optional.empty(), Duration.ofSeconds(10), Optional.of(tls));
    GatewayConfig config =
        GatewayConfig.builder(folder.resolve("edge.yaml"), endpoint)
            .listen(new Address("127.0.0.1", 0))
            .accessLog(AccessLogSettings.NONE)
            .resolver(TwoTiers.patient(Optional.empty()))
            .cell("us-1", new Origin("127.0.0.1", tiers.us.port()))
            .build();
    Gateway gateway = Gateway.start(config).toCompletableFuture().get(30, TimeUnit.SECONDS);
    try {
      return TwoTiers.get(gateway.port(), "/", "1");
    } finally {
      tiers.stop(gateway);
    }
  }
}
