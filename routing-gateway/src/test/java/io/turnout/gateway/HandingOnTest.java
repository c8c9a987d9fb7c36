// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.OnMiss;
import io.turnout.decision.Outcome;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an edge cannot decide goes to the authority tier as it came. */
class HandingOnTest {

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
  void keyThatIsNotHeld_isHandedOn() throws Exception {
    Gateway authority = tiers.authority();
    TwoTiers.Edge edge = tiers.edge(authority);
    assertThat(edge.get("1")).isEqualTo("200 us0");
    ExchangeRecord told = edge.nextRecord();
    assertThat(told.decision().orElseThrow().outcome()).isEqualTo(Outcome.AUTHORITY);
    assertThat(told.passage().authority()).hasValue("http://127.0.0.1:" + authority.port());
    assertThat(edge.get("2")).isEqualTo("200 eu0");
    assertThat(edge.get("3")).startsWith("404 ").contains("unknown-key");
  }

  @Test
  void edgeThatLooksUp_decidesItself() throws Exception {
    Gateway authority = tiers.authority();
    TwoTiers.Edge edge =
        tiers.edge(
            List.of(authority.port()),
            authority.lookupPort().orElseThrow(),
            OnMiss.LOOK_UP,
            UnaryOperator.identity());
    assertThat(edge.get("1")).isEqualTo("200 us0");
    assertThat(edge.nextRecord().decision().orElseThrow().outcome()).isEqualTo(Outcome.CELL);
  }

  @Test
  void originThatIsDown_isPassedOver() throws Exception {
    Gateway authority = tiers.authority();
    TwoTiers.Edge edge =
        tiers.edge(
            List.of(TwoTiers.closedPort(), authority.port(), TwoTiers.closedPort()),
            authority.lookupPort().orElseThrow(),
            OnMiss.HAND_ON,
            UnaryOperator.identity());
    for (int i = 0; i < 5; i++) {
      assertThat(edge.get("1")).isEqualTo("200 us0");
    }
  }

  @Test
  void authorityTierThatIsDown_isToldAtOnce_andUsedAgainWhenItIsBack() throws Exception {
    TwoTiers.Edge edge =
        tiers.edge(
            List.of(TwoTiers.closedPort()),
            TwoTiers.closedPort(),
            OnMiss.HAND_ON,
            UnaryOperator.identity());
    try (RawClient client = edge.client()) {
      RawClient.Answer answer = client.get("/", "X-Business-Id: 1").answer();
      assertThat(answer.status()).isEqualTo(503);
      assertThat(answer.text()).contains("\"reason\":\"authority-down\"");
      assertThat(answer.field("Retry-After")).hasValue("1");
      assertThat(edge.nextRecord().trouble()).isEqualTo(Optional.of("authority-down"));
    }
    assertThat(edge.health())
        .startsWith("503 {\"status\":\"no-routes\",\"tier\":\"edge\"")
        .contains("\"authority-tier\":{\"http://127.0.0.1:", "\":\"down\"}");
  }
}
