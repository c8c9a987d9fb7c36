// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.gateway.config.Limits;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** Peers that take nothing more and keep their connections open. */
class StallTest {

  private static final String KEY = "X-Business-Id: 1";
  private static final Duration SHORT = Duration.ofMillis(300);
  private static final byte[] MUCH = new byte[40_000_000];

  private static CellServer generous() throws IOException {
    return new CellServer(
        connection -> {
          connection.head();
          connection.send("HTTP/1.1 200 OK\r\nContent-Length: " + MUCH.length + "\r\n\r\n");
          connection.send(MUCH);
        });
  }

  @Test
  void clientThatTakesNothing_losesItsConnection() throws Exception {
    try (CellServer cell = generous();
        TestGateway gateway =
            TestGateway.of(Map.of("us-1", cell.port()), c -> c.timeouts(TestGateway.all(SHORT)));
        RawClient client = gateway.client()) {
      client.get("/", KEY);
      assertThat(gateway.nextRecord().ending()).isEqualTo(ExchangeRecord.Ending.BROKEN_OFF);
      assertThat(isReset(client::send)).as("the gateway's socket is closed").isTrue();
    }
  }

  /** Something that sends. */
  @FunctionalInterface
  private interface Sending {
    void send(String text) throws IOException;
  }

  /** Whether the other side's socket is gone; nothing is read. */
  private static boolean isReset(Sending peer) {
    try {
      for (int i = 0; i < 1_000; i++) {
        peer.send("x");
        LockSupport.parkNanos(5_000_000);
      }
      return false;
    } catch (IOException reset) {
      return true;
    }
  }

  @Test
  void gateway_stops_evenIfAClientTakesNothing() throws Exception {
    try (CellServer cell = generous();
        TestGateway gateway =
            TestGateway.of(
                Map.of("us-1", cell.port()), c -> c.timeouts(ShutdownTest.stoppingIn(SHORT)));
        RawClient client = gateway.client()) {
      client.get("/", KEY);
      cell.nextHead();
      gateway.stop().get(10, TimeUnit.SECONDS);
      assertThat(gateway.nextRecord().status()).isEqualTo(200);
    }
  }

  @Test
  void cellThatTakesNothing_losesItsConnection_andThePlaceIsFree() throws Exception {
    Limits limits = new Limits(10, 1, 1, 1_000, 2_000, 1_000, 1_000);
    CountDownLatch refused = new CountDownLatch(1);
    CompletableFuture<Boolean> reset = new CompletableFuture<>();
    try (CellServer cell =
            new CellServer(
                connection -> {
                  if (connection.head().line().startsWith("POST")) {
                    refused.await();
                    reset.complete(isReset(connection::send));
                  } else {
                    connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx");
                  }
                });
        TestGateway gateway =
            TestGateway.of(
                Map.of("us-1", cell.port()),
                c -> c.limits(limits).timeouts(TestGateway.all(SHORT)))) {
      try (RawClient client = gateway.client()) {
        client.send("POST / HTTP/1.1\r\nHost: a\r\n" + KEY + "\r\n");
        Thread sender = new Thread(() -> sendMuch(client));
        sender.start();
        assertThat(client.answer().status()).isEqualTo(504);
        assertThat(gateway.nextRecord().trouble()).hasValue("cell-timeout");
        refused.countDown();
        sender.join();
      }
      assertThat(reset.get(20, TimeUnit.SECONDS)).as("the gateway's socket is closed").isTrue();
      try (RawClient client = gateway.client()) {
        assertThat(client.get("/", KEY).answer().text()).isEqualTo("x");
      }
    }
  }

  private static void sendMuch(RawClient client) {
    try {
      client.send("Content-Length: " + MUCH.length + "\r\n\r\n").send(MUCH);
    } catch (IOException closed) {
      // The gateway gave up.
    }
  }

  @Test
  void hintsThatTheClientDoesNotTake_areLeftOut() throws Exception {
    int count = 20_000;
    String hint = "HTTP/1.1 103 Early Hints\r\nLink: </" + "a".repeat(2_000) + ">\r\n\r\n";
    try (CellServer cell =
            new CellServer(
                connection -> {
                  connection.head();
                  for (int i = 0; i < count; i++) {
                    connection.send(hint);
                  }
                  connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx");
                });
        TestGateway gateway = TestGateway.of(Map.of("us-1", cell.port()));
        RawClient client = gateway.client()) {
      client.get("/", KEY);
      cell.awaitEndOfConnection();
      int hints = 0;
      RawClient.Answer answer = client.answer();
      for (; answer.status() == 103; answer = client.answer()) {
        hints++;
      }
      assertThat(answer.text()).isEqualTo("x");
      assertThat(hints).isBetween(1, count * 3 / 4);
    }
  }
}
