// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.gateway.config.CellSettings;
import io.turnout.gateway.config.CellSettings.Pace;
import io.turnout.gateway.config.EjectionSettings;
import io.turnout.gateway.config.EndpointFailure;
import io.turnout.gateway.config.LabelledOrigin;
import io.turnout.gateway.config.Origin;
import io.turnout.gateway.config.OriginHealth;
import io.turnout.gateway.endpoints.EndpointCounts;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** A cell of several endpoints, over real connections. */
class EndpointsTest {

  private static final String KEY = "X-Business-Id: 1";
  private static final Pace QUICK = new Pace(3, Duration.ofMillis(10), Duration.ofMillis(400));
  private static final OriginHealth ASKING =
      new OriginHealth(
          "/up", OptionalInt.empty(), Duration.ofMillis(100), Duration.ofSeconds(5), 1);

  private static CellSettings cell(int... ports) {
    return CellSettings.of(new CellSettings.Listed(origins(ports))).paced(QUICK);
  }

  private static List<LabelledOrigin> origins(int... ports) {
    return Arrays.stream(ports)
        .mapToObj(port -> new LabelledOrigin(new Origin("127.0.0.1", port), Map.of()))
        .toList();
  }

  private static TestGateway gateway(CellSettings settings) throws Exception {
    return TestGateway.of(Map.of(), config -> config.cell("us-1", settings));
  }

  private static int closedPort() throws Exception {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  static void await(String what, Callable<Boolean> condition) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (!condition.call()) {
      assertThat(System.nanoTime() - deadline).as(what).isNegative();
      LockSupport.parkNanos(2_000_000);
    }
  }

  @Test
  void requests_areSharedOut() throws Exception {
    try (CellServer one = CellServer.named("a");
        CellServer other = CellServer.named("b");
        TestGateway gateway = gateway(cell(one.port(), other.port()));
        RawClient client = gateway.client()) {
      Set<String> seen = new HashSet<>();
      for (int i = 0; i < 64; i++) {
        seen.add(client.get("/", KEY).answer().text());
      }
      assertThat(seen).containsExactlyInAnyOrder("a0", "b0");
      await("nothing in flight", () -> gateway.counts("us-1").inFlight() == 0);
    }
  }

  @Test
  void connectionThatCannotBeMade_isTriedAtTheNextEndpoint_withTheBody() throws Exception {
    try (CellServer good = CellServer.named("a");
        TestGateway gateway = gateway(cell(closedPort(), good.port()));
        RawClient client = gateway.client()) {
      String post = "POST / HTTP/1.1\r\nHost: a\r\n" + KEY + "\r\nContent-Length: 3\r\n\r\nabc";
      for (int i = 0; i < 20; i++) {
        assertThat(client.send(post).answer().text()).isEqualTo("a3");
      }
      await("ejected", () -> gateway.counts("us-1").ejected() == 1);
      await("nothing in flight", () -> gateway.counts("us-1").inFlight() == 0);
    }
  }

  @Test
  void asManyEndpointsAsSaid_areTried_andNoMore() throws Exception {
    int[] closed = {closedPort(), closedPort(), closedPort()};
    try (CellServer good = CellServer.named("a")) {
      int[] ports = {closed[0], closed[1], closed[2], good.port()};
      CellSettings once =
          cell(ports).paced(new Pace(1, Duration.ofMinutes(1), Duration.ofSeconds(1)));
      try (TestGateway gateway = gateway(once);
          RawClient client = gateway.client()) {
        Set<Integer> seen = new HashSet<>();
        for (int i = 0; i < 100 && seen.size() < 2; i++) {
          seen.add(client.get("/", KEY).answer().status());
        }
        assertThat(seen).containsExactlyInAnyOrder(200, 502);
      }
      CellSettings four =
          cell(ports).paced(new Pace(4, Duration.ofMinutes(1), Duration.ofSeconds(1)));
      try (TestGateway gateway = gateway(four);
          RawClient client = gateway.client()) {
        for (int i = 0; i < 20; i++) {
          assertThat(client.get("/", KEY).answer().status()).isEqualTo(200);
        }
      }
    }
  }

  @Test
  void endpointThatAnswers5xx_isEjected_whereThatCounts() throws Exception {
    EjectionSettings status =
        new EjectionSettings(
            2, Set.of(EndpointFailure.STATUS), Duration.ofMinutes(1), Duration.ofMinutes(1));
    try (CellServer good = CellServer.named("a");
        CellServer bad = answering("HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n");
        TestGateway gateway = gateway(cell(bad.port(), good.port()).ejecting(status));
        RawClient client = gateway.client()) {
      await(
          "ejected",
          () -> {
            client.get("/", KEY).answer();
            return gateway.counts("us-1").ejected() == 1;
          });
      for (int i = 0; i < 20; i++) {
        assertThat(client.get("/", KEY).answer().status()).isEqualTo(200);
      }
    }
  }

  @Test
  void endpointThatBreaksOffOrIsLate_isEjected() throws Exception {
    EjectionSettings once =
        new EjectionSettings(
            1,
            Set.of(EndpointFailure.BROKEN_OFF, EndpointFailure.TIMEOUT),
            Duration.ofMinutes(1),
            Duration.ofMinutes(1));
    try (CellServer good = CellServer.named("a");
        CellServer other = CellServer.named("b");
        CellServer breaking = new CellServer(CellServer.Connection::head);
        CellServer late =
            new CellServer(
                connection -> {
                  connection.head();
                  connection.drain();
                });
        TestGateway gateway =
            TestGateway.of(
                Map.of(),
                config ->
                    config
                        .timeouts(TestGateway.all(Duration.ofMillis(200)))
                        .cell(
                            "us-1",
                            cell(breaking.port(), late.port(), good.port(), other.port())
                                .ejecting(once)))) {
      await(
          "both ejected",
          () -> {
            try (RawClient client = gateway.client()) {
              client.get("/", KEY).answer();
            }
            return gateway.counts("us-1").ejected() == 2;
          });
    }
  }

  private static CellServer answering(String answer) throws Exception {
    return new CellServer(
        connection -> {
          while (true) {
            connection.head();
            connection.send(answer);
          }
        });
  }

  @Test
  void endpointThatSaysItIsNotWell_getsNoRequests_untilItIs() throws Exception {
    AtomicBoolean well = new AtomicBoolean();
    try (CellServer good = CellServer.named("a");
        CellServer sick =
            new CellServer(
                connection -> {
                  while (true) {
                    boolean asked = connection.head().line().startsWith("GET /up ");
                    connection.send(
                        (asked && !well.get() ? "HTTP/1.1 503 No" : "HTTP/1.1 200 OK")
                            + "\r\nContent-Length: 1\r\n\r\ns");
                  }
                });
        TestGateway gateway = gateway(cell(sick.port(), good.port()).asking(ASKING));
        RawClient client = gateway.client()) {
      await("unhealthy", () -> gateway.counts("us-1").unhealthy() == 1);
      for (int i = 0; i < 20; i++) {
        assertThat(client.get("/", KEY).answer().text()).isEqualTo("a0");
      }
      well.set(true);
      await("healthy", () -> gateway.counts("us-1").healthy() == 2);
      await("used", () -> client.get("/", KEY).answer().text().equals("s"));
    }
  }

  @Test
  void endpointThatIsAdded_isAskedToo() throws Exception {
    try (CellServer good = CellServer.named("a");
        CellServer sick = answering("HTTP/1.1 503 No\r\nContent-Length: 0\r\n\r\n");
        TestGateway gateway = gateway(cell(good.port()).asking(ASKING))) {
      gateway.endpoints("us-1").use(origins(good.port(), sick.port()));
      await("unhealthy", () -> gateway.counts("us-1").unhealthy() == 1);
      gateway.endpoints("us-1").use(origins(good.port()));
      await("gone", () -> gateway.counts("us-1").equals(new EndpointCounts(1, 0, 0, 0, 0)));
    }
  }

  @Test
  void removedEndpoint_finishesWhatItHas_andThenItsConnectionsClose() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    try (CellServer next = CellServer.named("b");
        CellServer leaving =
            new CellServer(
                connection -> {
                  connection.head();
                  go.await();
                  connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx");
                  connection.drain();
                });
        TestGateway gateway =
            gateway(
                cell(leaving.port())
                    .paced(new Pace(3, Duration.ofMillis(10), Duration.ofSeconds(20))));
        RawClient client = gateway.client();
        RawClient later = gateway.client()) {
      client.get("/", KEY);
      leaving.nextHead();
      gateway.endpoints("us-1").use(origins(next.port()));
      await("draining", () -> gateway.counts("us-1").draining() == 1);
      assertThat(later.get("/", KEY).answer().text()).isEqualTo("b0");
      go.countDown();
      assertThat(client.answer().text()).isEqualTo("x");
      leaving.awaitEndOfConnection();
      await("drained", () -> gateway.counts("us-1").draining() == 0);
    }
  }

  @Test
  void idleConnectionsOfARemovedEndpoint_areClosed() throws Exception {
    try (CellServer next = CellServer.named("b");
        CellServer leaving = CellServer.named("a");
        TestGateway gateway = gateway(cell(leaving.port()));
        RawClient client = gateway.client()) {
      assertThat(client.get("/", KEY).answer().text()).isEqualTo("a0");
      gateway.endpoints("us-1").use(origins(next.port()));
      leaving.awaitEndOfConnection();
      assertThat(client.get("/", KEY).answer().text()).isEqualTo("b0");
    }
  }

  @Test
  void requestThatTakesLongerThanTheDrain_isBrokenOff() throws Exception {
    try (CellServer next = CellServer.named("b");
        CellServer leaving =
            new CellServer(
                connection -> {
                  connection.head();
                  connection.drain();
                });
        TestGateway gateway = gateway(cell(leaving.port()));
        RawClient client = gateway.client()) {
      client.get("/", KEY);
      leaving.nextHead();
      gateway.endpoints("us-1").use(origins(next.port()));
      assertThat(client.answer().status()).isEqualTo(502);
    }
  }

  @Test
  void tunnelOfARemovedEndpoint_stays_untilTheDrainIsOver() throws Exception {
    try (CellServer next = CellServer.named("b");
        CellServer leaving =
            new CellServer(
                connection -> {
                  connection.head();
                  connection.send(
                      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                          + "Connection: Upgrade\r\n\r\n");
                  connection.send(connection.bytes(3));
                  connection.drain();
                });
        TestGateway gateway = gateway(cell(leaving.port()));
        RawClient client = gateway.client()) {
      RawClient.Answer answer =
          client
              .get(
                  "/chat",
                  KEY,
                  "Connection: Upgrade",
                  "Upgrade: websocket",
                  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
                  "Sec-WebSocket-Version: 13")
              .answer();
      assertThat(answer.status()).isEqualTo(101);
      assertThat(gateway.counts("us-1").inFlight()).isEqualTo(1);
      gateway.endpoints("us-1").use(origins(next.port()));
      await("draining", () -> gateway.counts("us-1").draining() == 1);
      client.send("abc");
      assertThat(client.bytes(3)).isEqualTo(new byte[] {'a', 'b', 'c'});
      long since = System.nanoTime();
      assertThat(client.isClosedByPeer()).isTrue();
      assertThat(System.nanoTime() - since).isLessThan(TimeUnit.SECONDS.toNanos(30));
      await("over", () -> gateway.counts("us-1").inFlight() == 0);
    }
  }

  @Test
  void wrongCell_isCorrectedToAnEndpointOfTheRightOne() throws Exception {
    try (CellServer wrong =
            answering(
                "HTTP/1.1 421 Misdirected Request\r\nTurnout-Cell: \"eu-1\"\r\n"
                    + "Content-Length: 0\r\n\r\n");
        CellServer right = CellServer.named("r");
        TestGateway gateway =
            TestGateway.of(
                Map.of(),
                config ->
                    config.cell("us-1", cell(wrong.port())).cell("eu-1", cell(right.port())));
        RawClient client = gateway.client()) {
      gateway.router.load("1");
      gateway.router.move("1", "eu-1");
      assertThat(client.get("/", KEY).answer().text()).isEqualTo("r0");
      await("us-1 is free", () -> gateway.counts("us-1").inFlight() == 0);
      await("eu-1 is free", () -> gateway.counts("eu-1").inFlight() == 0);
    }
  }
}
