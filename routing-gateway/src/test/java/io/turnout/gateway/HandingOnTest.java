// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.OnMiss;
import io.turnout.decision.Outcome;
import java.io.IOException;
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

  @Test
  void body_isHandedOnWholeAndInOrder_whateverWasHeldOfIt() throws Exception {
    tiers.close();
    tiers = new TwoTiers(folder, CellServer.named("us"), echo());
    TwoTiers.Edge edge = tiers.edge(tiers.authority());
    StringBuilder numbers = new StringBuilder();
    for (int i = 0; numbers.length() < 30_000; i++) {
      numbers.append(i).append(' ');
    }
    String pad = numbers.toString();
    String json = "{\"pad\":\"" + pad + "\",\"id\":\"2\",\"rest\":\"" + pad.repeat(9) + "\"}";
    try (RawClient client = edge.client()) {
      client.send(
          "POST /body HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
              + "Content-Length: "
              + json.length()
              + "\r\n\r\n");
      for (int at = 0; at < json.length(); at += 7_001) {
        client.send(json.substring(at, Math.min(json.length(), at + 7_001)));
      }
      assertThat(client.answer().text()).isEqualTo(json);
    }
    ExchangeRecord told = edge.nextRecord();
    assertThat(told.passage().authority()).isPresent();
    assertThat(told.decision().orElseThrow().detail().orElseThrow().text()).isEqualTo("body-limit");
    assertThat(told.passage().learnt()).isOne();
    assertThat(edge.get("2")).isEqualTo("200 ");
    assertThat(edge.nextRecord().decision().orElseThrow().outcome()).isEqualTo(Outcome.CELL);
  }

  /** A cell that answers with the body that it gets. */
  private static CellServer echo() throws IOException {
    return new CellServer(
        connection -> {
          while (true) {
            byte[] body = connection.body(connection.head());
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: " + body.length + "\r\n\r\n");
            connection.send(body);
          }
        });
  }

  @Test
  void wrongCellOfAnEdge_isCorrectedByTheAuthority_whichKnowsBetter() throws Exception {
    tiers.close();
    tiers = new TwoTiers(folder, wrong(), CellServer.named("eu"));
    Gateway authority = tiers.authority();
    TwoTiers.Edge edge = tiers.edge(authority);
    assertThat(edge.get("1")).as("the authority knows no better yet").startsWith("421 ");
    tiers.routes("business:1: eu-1", "business:2: eu-1");
    TwoTiers.await("the change", () -> TwoTiers.get(authority.port(), "/", "1").equals("200 eu0"));
    edge.records().clear();
    assertThat(edge.get("1")).isEqualTo("200 eu0");
    ExchangeRecord told = edge.nextRecord();
    assertThat(told.passage().wrongCell()).hasValue("us-1");
    assertThat(told.passage().authority()).isPresent();
    assertThat(told.decision().orElseThrow().reason().orElseThrow().text()).isEqualTo("wrong-cell");
    assertThat(edge.get("1")).isEqualTo("200 eu0");
    assertThat(edge.nextRecord().decision().orElseThrow().outcome()).isEqualTo(Outcome.CELL);
  }

  private static CellServer wrong() throws IOException {
    return new CellServer(
        connection -> {
          while (true) {
            connection.body(connection.head());
            connection.send(
                "HTTP/1.1 421 Misdirected Request\r\nTurnout-Cell: \"\"\r\n"
                    + "Content-Length: 0\r\n\r\n");
          }
        });
  }
}
