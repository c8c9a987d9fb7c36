// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.gateway.config.GatewayConfig;
import io.turnout.gateway.config.Limits;
import java.io.IOException;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A cell that does not hold a key says so, and the request is sent to the right one, once. */
class WrongCellTest {

  private static final int KEPT_BYTES = 1_000;
  private static final String WRONG =
      "HTTP/1.1 421 Misdirected Request\r\nTurnout-Cell: \"eu-1\"\r\nturnout_cell: x\r\n"
          + "Set-Cookie: sid=wrong\r\nContent-Length: 5\r\n\r\nwrong";

  private CellServer us = new CellServer(WrongCellTest::refuse);
  private CellServer eu = CellServer.named("eu");

  WrongCellTest() throws IOException {}

  @AfterEach
  void close() throws Exception {
    us.close();
    eu.close();
  }

  /** Reads each request whole, and refuses it. */
  private static void refuse(CellServer.Connection connection) throws IOException {
    while (true) {
      connection.body(connection.head());
      connection.send(WRONG);
    }
  }

  private TestGateway gateway() throws Exception {
    Limits d = Limits.DEFAULT;
    UnaryOperator<GatewayConfig.Builder> kept =
        config ->
            config.limits(
                new Limits(
                    d.connections(),
                    d.connectionsPerCell(),
                    d.waitingPerCell(),
                    d.requestLineBytes(),
                    d.headerBytes(),
                    d.bodyHeldBytes(),
                    KEPT_BYTES));
    TestGateway gateway = TestGateway.of(Map.of("us-1", us.port(), "eu-1", eu.port()), kept);
    gateway.router.load("1");
    gateway.router.move("1", "eu-1");
    return gateway;
  }

  private static String post(String target, String body, String... fields) {
    return "POST "
        + target
        + " HTTP/1.1\r\nHost: a.example\r\nContent-Length: "
        + body.length()
        + "\r\n"
        + RawClient.lines(fields)
        + "\r\n"
        + body;
  }

  private static void assertPassedOn(RawClient.Answer answer) {
    assertThat(answer.status()).isEqualTo(421);
    assertThat(answer.text()).isEqualTo("wrong");
    assertThat(answer.fields())
        .noneMatch(line -> line.toLowerCase(java.util.Locale.ROOT).startsWith("turnout"));
  }

  @Test
  void requestWithoutABody_isSentToTheRightCell() throws Exception {
    try (TestGateway gateway = gateway();
        RawClient client = gateway.client()) {
      RawClient.Answer answer = client.get("/x?y", "X-Business-Id: 1").answer();
      assertThat(answer.text()).isEqualTo("eu0");
      assertThat(answer.field("Set-Cookie")).isEmpty();
      ExchangeRecord told = gateway.nextRecord();
      assertThat(told.passage().wrongCell()).hasValue("us-1");
      assertThat(told.decision().orElseThrow().cell()).hasValue("eu-1");
      assertThat(us.nextHead().line()).isEqualTo("GET /x?y HTTP/1.1");
      assertThat(eu.nextHead().line()).isEqualTo("GET /x?y HTTP/1.1");
      assertThat(client.get("/", "X-Business-Id: 1").answer().text()).isEqualTo("eu0");
      assertThat(us.waitingHeads()).isZero();
    }
  }

  @Test
  void bodyUpToTheLimit_isSentAgain_andOneBeyondIsNot() throws Exception {
    try (TestGateway gateway = gateway();
        RawClient client = gateway.client()) {
      String most = "m".repeat(KEPT_BYTES);
      client.send(post("/", most, "X-Business-Id: 1"));
      assertThat(client.answer().text()).isEqualTo("eu" + KEPT_BYTES);
    }
    try (TestGateway gateway = gateway();
        RawClient client = gateway.client()) {
      client.send(post("/", "m".repeat(KEPT_BYTES + 1), "X-Business-Id: 1"));
      assertPassedOn(client.answer());
      assertThat(gateway.nextRecord().passage().wrongCell()).isEmpty();
      TwoTiers.await(
          "the correction",
          () -> client.get("/", "X-Business-Id: 1").answer().text().equals("eu0"));
    }
  }

  @Test
  void bodyThatWasHeldForTheDecision_isSentAgain_whateverItsSize() throws Exception {
    try (TestGateway gateway = gateway();
        RawClient client = gateway.client()) {
      String json = "{\"pad\":\"" + "p".repeat(3 * KEPT_BYTES) + "\",\"id\":\"1\"}";
      client.send(post("/body", json, "Content-Type: application/json"));
      assertThat(client.answer().text()).isEqualTo("eu" + json.length());
    }
  }

  @Test
  void answerThatComesBeforeTheBody_letsTheRestFollow_toTheRightCell() throws Exception {
    us.close();
    us =
        new CellServer(
            connection -> {
              connection.head();
              connection.send(WRONG);
              connection.drain();
            });
    try (TestGateway gateway = gateway();
        RawClient client = gateway.client()) {
      client.send(
          "POST / HTTP/1.1\r\nHost: a.example\r\nX-Business-Id: 1\r\n"
              + "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n");
      eu.nextHead();
      client.send("4\r\ndefg\r\n0\r\n\r\n");
      assertThat(client.answer().text()).isEqualTo("eu7");
    }
  }

  @Test
  void answerWithoutTheField_passesAsItCame() throws Exception {
    us.close();
    us =
        new CellServer(
            connection -> {
              while (true) {
                connection.head();
                connection.send(WRONG.replace("Turnout-Cell", "X-Cell"));
              }
            });
    try (TestGateway gateway = gateway();
        RawClient client = gateway.client()) {
      RawClient.Answer answer = client.get("/", "X-Business-Id: 1").answer();
      assertPassedOn(answer);
      assertThat(answer.field("Set-Cookie")).hasValue("sid=wrong");
      assertThat(eu.waitingHeads()).isZero();
    }
  }

  @Test
  void authorityThatNamesTheSameCell_letsTheAnswerPass() throws Exception {
    try (TestGateway gateway = gateway();
        RawClient client = gateway.client()) {
      gateway.router.move("1", "us-1");
      RawClient.Answer answer = client.get("/", "X-Business-Id: 1").answer();
      assertPassedOn(answer);
      assertThat(answer.field("Set-Cookie")).as("the right cell's session").isEmpty();
      assertThat(eu.waitingHeads()).isZero();
    }
  }

  @Test
  void answerThatPassesBeforeTheBodyHasCome_letsTheRestFollow() throws Exception {
    us.close();
    us =
        new CellServer(
            connection -> {
              while (true) {
                CellServer.Head head = connection.head();
                connection.send(WRONG);
                connection.body(head);
              }
            });
    try (TestGateway gateway = gateway();
        RawClient client = gateway.client()) {
      gateway.router.move("1", "us-1");
      client.send(
          "POST / HTTP/1.1\r\nHost: a.example\r\nX-Business-Id: 1\r\nContent-Length: 200000\r\n\r\n");
      client.send("a".repeat(500));
      assertPassedOn(client.answer());
      client.send("b".repeat(199_500));
      assertPassedOn(client.get("/", "X-Business-Id: 1").answer());
    }
  }

  @Test
  void secondCellThatRefusesToo_isNotCorrected() throws Exception {
    eu.close();
    eu = new CellServer(WrongCellTest::refuse);
    try (TestGateway gateway = gateway();
        RawClient client = gateway.client()) {
      assertPassedOn(client.get("/", "X-Business-Id: 1").answer());
      assertThat(gateway.nextRecord().passage().wrongCell()).hasValue("us-1");
      us.nextHead();
      eu.nextHead();
      assertThat(us.waitingHeads() + eu.waitingHeads()).isZero();
    }
  }
}
