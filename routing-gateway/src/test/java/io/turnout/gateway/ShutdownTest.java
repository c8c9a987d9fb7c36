// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.gateway.config.Timeouts;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What happens to requests when the gateway stops. */
class ShutdownTest {

  private static final String KEY = "X-Business-Id: 1";

  @Test
  void requestInFlight_isAnswered_andNoNewOneIsTaken() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    try (CellServer cell =
            new CellServer(
                connection -> {
                  connection.head();
                  go.await();
                  connection.send("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nlate");
                });
        TestGateway gateway = TestGateway.of(Map.of("us-1", cell.port()));
        RawClient client = gateway.client();
        RawClient idle = gateway.client()) {
      assertThat(idle.get("/").answer().status()).isEqualTo(404);
      client.get("/", KEY);
      cell.nextHead();
      CompletableFuture<Void> stopped = gateway.stop();
      assertThat(idle.isClosedByPeer()).isTrue();
      assertTakesNobodySoon(gateway);
      assertThat(stopped).isNotDone();
      go.countDown();
      assertThat(client.answer().text()).isEqualTo("late");
      assertThat(client.isClosedByPeer()).isTrue();
      stopped.get(10, TimeUnit.SECONDS);
    }
  }

  /** The idle connection and the listening socket are closed in an order that nobody promises. */
  private static void assertTakesNobodySoon(TestGateway gateway) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    while (System.nanoTime() < deadline) {
      try {
        gateway.client().close();
      } catch (IOException refused) {
        return;
      }
    }
    throw new AssertionError("a new connection is still taken");
  }

  @Test
  void requestThatTakesTooLong_isCutOff() throws Exception {
    try (CellServer cell =
            new CellServer(
                connection -> {
                  connection.head();
                  connection.drain();
                });
        TestGateway gateway =
            TestGateway.of(
                Map.of("us-1", cell.port()), c -> c.timeouts(stoppingIn(Duration.ofMillis(200))));
        RawClient client = gateway.client()) {
      client.get("/", KEY);
      cell.nextHead();
      gateway.stop().get(10, TimeUnit.SECONDS);
      assertThat(client.isClosedByPeer()).isTrue();
    }
  }

  /** The default time-outs, but for the time that requests in flight have when a gateway stops. */
  static Timeouts stoppingIn(Duration shutdown) {
    Timeouts d = Timeouts.DEFAULT;
    return new Timeouts(
        d.requestHead(),
        d.keepAlive(),
        d.connect(),
        d.forward(),
        d.firstByte(),
        d.idle(),
        d.tunnelIdle(),
        d.linger(),
        d.cellKeepAlive(),
        shutdown);
  }
}
