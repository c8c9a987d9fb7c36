// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.gateway.config.Limits;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Connections that are upgraded to WebSocket. */
class TunnelTest {

  private static final String[] UPGRADE = {
    "X-Business-Id: 1",
    "Connection: keep-alive, Upgrade",
    "Upgrade: websocket",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Extensions: permessage-deflate"
  };
  private static final String SWITCH =
      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
          + "Sec-WebSocket-Extensions: permessage-deflate; server_no_context_takeover\r\n"
          + "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\nTurnout-Cell: gone\r\n\r\n";

  @Test
  void upgradedConnection_carriesBytesBothWays_untilOneSideCloses() throws Exception {
    byte[] much = new byte[2_000_000];
    new Random(2).nextBytes(much);
    try (CellServer cell =
            new CellServer(
                connection -> {
                  connection.head();
                  connection.send(SWITCH + "first");
                  connection.send(connection.bytes(much.length));
                  connection.drain();
                });
        TestGateway gateway = TestGateway.of(Map.of("us-1", cell.port()))) {
      try (RawClient client = gateway.client()) {
        RawClient.Answer answer = client.get("/chat", UPGRADE).answer();
        assertThat(answer.status()).isEqualTo(101);
        assertThat(answer.fields())
            .contains("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
            .filteredOn(field -> field.startsWith("Sec-WebSocket-Extensions"))
            .containsExactly(
                "Sec-WebSocket-Extensions: permessage-deflate; server_no_context_takeover");
        assertThat(answer.fields()).noneMatch(field -> field.startsWith("Turnout"));
        CellServer.Head head = cell.nextHead();
        assertThat(head.all("Upgrade")).containsExactly("websocket");
        assertThat(head.all("Connection"))
            .hasSize(1)
            .first()
            .asString()
            .isEqualToIgnoringCase("upgrade");
        assertThat(head.all("Sec-WebSocket-Extensions")).containsExactly("permessage-deflate");
        assertThat(new String(client.bytes(5), java.nio.charset.StandardCharsets.US_ASCII))
            .isEqualTo("first");
        Thread sender =
            new Thread(
                () -> {
                  try {
                    client.send(much);
                  } catch (java.io.IOException e) {
                    throw new java.io.UncheckedIOException(e);
                  }
                });
        sender.start();
        assertThat(client.bytes(much.length)).isEqualTo(much);
        sender.join();
      }
      cell.awaitEndOfConnection();
      ExchangeRecord told = gateway.nextRecord();
      assertThat(told.status()).isEqualTo(101);
      assertThat(told.bytesOut()).isEqualTo(much.length + 5);
    }
  }

  @Test
  void cellThatCloses_closesTheClient() throws Exception {
    try (CellServer cell =
            new CellServer(
                connection -> {
                  connection.head();
                  connection.send(SWITCH + "bye");
                });
        TestGateway gateway = TestGateway.of(Map.of("us-1", cell.port()));
        RawClient client = gateway.client()) {
      assertThat(client.get("/chat", UPGRADE).answer().status()).isEqualTo(101);
      assertThat(new String(client.bytes(3), java.nio.charset.StandardCharsets.US_ASCII))
          .isEqualTo("bye");
      assertThat(client.isClosedByPeer()).isTrue();
    }
  }

  @Test
  void bytesThatAreOnTheirWay_arrive_whenTheClientCloses() throws Exception {
    int much = 5_000_000;
    CountDownLatch closed = new CountDownLatch(1);
    CompletableFuture<Integer> received = new CompletableFuture<>();
    try (CellServer cell =
            new CellServer(
                connection -> {
                  connection.head();
                  connection.send(SWITCH);
                  closed.await();
                  received.complete(countToEnd(connection::bytes));
                });
        TestGateway gateway = TestGateway.of(Map.of("us-1", cell.port()))) {
      try (RawClient client = gateway.client()) {
        assertThat(client.get("/chat", UPGRADE).answer().status()).isEqualTo(101);
        client.send(new byte[much]);
      }
      closed.countDown();
      assertThat(received.get(20, TimeUnit.SECONDS)).isEqualTo(much);
    }
  }

  @Test
  void tunnelThatIsOver_freesItsPlace() throws Exception {
    Limits limits = new Limits(2, 10, 10, 1_000, 2_000, 1_000, 1_000);
    try (CellServer cell =
            new CellServer(
                connection -> {
                  connection.head();
                  connection.send(SWITCH);
                });
        TestGateway gateway = TestGateway.of(Map.of("us-1", cell.port()), c -> c.limits(limits))) {
      for (int i = 0; i < 6; i++) {
        try (RawClient client = gateway.client()) {
          assertThat(client.get("/chat", UPGRADE).answer().status()).isEqualTo(101);
          assertThat(client.isClosedByPeer()).isTrue();
          gateway.nextRecord();
        }
      }
    }
  }

  @Test
  void bytesThatAreOnTheirWay_arrive_whenTheCellCloses() throws Exception {
    int much = 6_000_000;
    try (CellServer cell =
            new CellServer(
                connection -> {
                  connection.head();
                  connection.send(SWITCH);
                  connection.send(new byte[much]);
                });
        TestGateway gateway = TestGateway.of(Map.of("us-1", cell.port()));
        RawClient client = gateway.client()) {
      assertThat(client.get("/chat", UPGRADE).answer().status()).isEqualTo(101);
      cell.awaitEndOfConnection();
      assertThat(countToEnd(client::bytes)).isEqualTo(much);
    }
  }

  /** Something that bytes are read from. */
  @FunctionalInterface
  private interface Reading {
    byte[] bytes(int count) throws IOException;
  }

  private static int countToEnd(Reading peer) {
    int count = 0;
    try {
      for (; true; count++) {
        peer.bytes(1);
      }
    } catch (IOException end) {
      return count;
    }
  }

  @Test
  void silentTunnel_isClosed() throws Exception {
    try (CellServer cell =
            new CellServer(
                connection -> {
                  connection.head();
                  connection.send(SWITCH);
                  connection.drain();
                });
        TestGateway gateway =
            TestGateway.of(
                Map.of("us-1", cell.port()),
                c -> c.timeouts(TestGateway.all(Duration.ofMillis(300))));
        RawClient client = gateway.client()) {
      assertThat(client.get("/chat", UPGRADE).answer().status()).isEqualTo(101);
      assertThat(client.isClosedByPeer()).isTrue();
      cell.awaitEndOfConnection();
    }
  }

  @Test
  void cellThatDoesNotUpgrade_isAnOrdinaryAnswer() throws Exception {
    try (CellServer cell =
            ForwardingTest.answering("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nno");
        TestGateway gateway = TestGateway.of(Map.of("us-1", cell.port()));
        RawClient client = gateway.client()) {
      for (int i = 0; i < 3; i++) {
        assertThat(client.get("/chat", UPGRADE).answer().text()).isEqualTo("no");
      }
    }
  }

  @Test
  void upgradeToAnythingElse_isNotForwarded() throws Exception {
    try (CellServer cell = CellServer.named("us");
        TestGateway gateway = TestGateway.of(Map.of("us-1", cell.port()));
        RawClient client = gateway.client()) {
      client.get("/", "X-Business-Id: 1", "Connection: Upgrade", "Upgrade: h2c").answer();
      CellServer.Head head = cell.nextHead();
      assertThat(head.all("Upgrade")).isEmpty();
      assertThat(head.all("Connection")).isEmpty();
    }
  }
}
