// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.gateway.config.CellSettings;
import io.turnout.gateway.config.CellSettings.Pace;
import io.turnout.gateway.config.EjectionSettings;
import io.turnout.gateway.config.EndpointFailure;
import io.turnout.gateway.config.LabelledOrigin;
import io.turnout.gateway.config.Limits;
import io.turnout.gateway.config.Origin;
import io.turnout.gateway.config.Timeouts;
import io.turnout.gateway.endpoints.EndpointCounts;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What clients bring about themselves ejects no endpoint, though a single failure would. */
class BlamelessEndpointTest {

  private static final String KEY = "X-Business-Id: 1";
  private static final String PART =
      "POST / HTTP/1.1\r\nHost: a.example\r\n" + KEY + "\r\nContent-Length: 9\r\n\r\nabc";
  private static final Duration SOON = Duration.ofMillis(200);
  private static final Duration LATE = Duration.ofMinutes(1);

  private static List<LabelledOrigin> origins(int... ports) {
    return Arrays.stream(ports)
        .mapToObj(port -> new LabelledOrigin(new Origin("127.0.0.1", port), Map.of()))
        .toList();
  }

  private static TestGateway gateway(CellServer cell, Timeouts timeouts) throws Exception {
    EjectionSettings once =
        new EjectionSettings(
            1,
            Set.of(EndpointFailure.CONNECT, EndpointFailure.BROKEN_OFF, EndpointFailure.TIMEOUT),
            LATE,
            LATE);
    return TestGateway.of(
        Map.of(),
        config ->
            config
                .threads(1)
                .timeouts(timeouts)
                .limits(new Limits(10, 1, 10, 1_000, 2_000, 1_000, 1_000))
                .cell(
                    "us-1",
                    CellSettings.of(new CellSettings.Listed(origins(cell.port())))
                        .paced(new Pace(3, Duration.ofMillis(10), LATE))
                        .ejecting(once)));
  }

  private static Timeouts timeouts(Duration forward, Duration idle) {
    return new Timeouts(LATE, LATE, LATE, forward, LATE, idle, LATE, SOON, LATE, SOON);
  }

  /** Changes are applied together: once the other endpoint counts, so does an ejection before. */
  private static int ejected(TestGateway gateway, CellServer cell) throws Exception {
    try (CellServer other = CellServer.named("other")) {
      gateway.endpoints("us-1").use(origins(cell.port(), other.port()));
      EndpointsTest.await("other", () -> all(gateway.counts("us-1")) == 2);
      return gateway.counts("us-1").ejected();
    }
  }

  private static int all(EndpointCounts counts) {
    return counts.healthy() + counts.ejected();
  }

  @Test
  void endpointThatGivesUp_whileTheClientSendsNothing_isNotEjected() throws Exception {
    try (CellServer cell = new CellServer(CellServer.Connection::head);
        TestGateway gateway = gateway(cell, timeouts(LATE, LATE))) {
      try (RawClient client = gateway.client()) {
        assertThat(client.send(PART).answer().status()).isEqualTo(502);
      }
      assertThat(ejected(gateway, cell)).isZero();
    }
  }

  @Test
  void endpointThatGivesUp_afterTheWholeRequest_isEjected() throws Exception {
    try (CellServer cell = new CellServer(CellServer.Connection::head);
        TestGateway gateway = gateway(cell, timeouts(LATE, LATE))) {
      try (RawClient client = gateway.client()) {
        assertThat(client.send(PART + "defghi").answer().status()).isEqualTo(502);
      }
      assertThat(ejected(gateway, cell)).isOne();
    }
  }

  @Test
  void endpointWhoseConnectionsSlowClientsHold_isNotEjected() throws Exception {
    try (CellServer cell = CellServer.named("a");
        TestGateway gateway = gateway(cell, timeouts(Duration.ofSeconds(1), LATE));
        RawClient slow = gateway.client();
        RawClient other = gateway.client()) {
      slow.send(PART);
      cell.nextHead();
      assertThat(other.get("/", KEY).answer().status()).isEqualTo(504);
      assertThat(ejected(gateway, cell)).isZero();
      assertThat(slow.send("defghi").answer().status()).isEqualTo(200);
    }
  }

  @Test
  void endpointWhoseAnswerStandsStill_isNotEjected() throws Exception {
    try (CellServer cell =
            new CellServer(
                connection -> {
                  connection.head();
                  connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\nx");
                  connection.drain();
                });
        TestGateway gateway = gateway(cell, timeouts(LATE, SOON))) {
      for (String request : List.of("GET / HTTP/1.1\r\nHost: a\r\n" + KEY + "\r\n\r\n", PART)) {
        try (RawClient client = gateway.client()) {
          client.send(request);
          assertThat(client.line()).endsWith(" 200 OK");
          while (!client.isClosedByPeer()) {
            // What came before the end.
          }
        }
      }
      assertThat(ejected(gateway, cell)).isZero();
    }
  }
}
