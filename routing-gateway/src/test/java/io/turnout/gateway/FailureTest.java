// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.turnout.gateway.config.Limits;
import io.turnout.gateway.config.Timeouts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** Cells and clients that fail. */
class FailureTest {

  private static final String KEY = "X-Business-Id: 1";
  private static final Duration SHORT = Duration.ofMillis(300);

  @Test
  void cellThatRefusesConnections_is502_andTheConnectionStays() throws Exception {
    int free;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      free = socket.getLocalPort();
    }
    try (TestGateway gateway = TestGateway.of(Map.of("us-1", free));
        RawClient client = gateway.client()) {
      RawClient.Answer answer = client.get("/", KEY).answer();
      assertThat(answer.status()).isEqualTo(502);
      assertThat(answer.text()).contains("cell-unreachable");
      assertThat(client.get("/", KEY).answer().status()).isEqualTo(502);
      assertThat(gateway.nextRecord().trouble()).hasValue("cell-unreachable");
    }
  }

  @Test
  void cellThatClosesWithoutAnAnswer_is502() throws Exception {
    try (CellServer cell = new CellServer(CellServer.Connection::head);
        TestGateway gateway = TestGateway.of(Map.of("us-1", cell.port()));
        RawClient client = gateway.client()) {
      assertThat(client.get("/", KEY).answer().status()).isEqualTo(502);
      client.send("POST / HTTP/1.1\r\nHost: a\r\n" + KEY + "\r\nContent-Length: 3\r\n\r\nabc");
      assertThat(client.answer().status()).isEqualTo(502);
    }
  }

  @Test
  void keptConnectionThatTheCellCloses_isReplaced_forASafeRequest() throws Exception {
    try (CellServer cell =
            new CellServer(
                connection -> {
                  connection.head();
                  connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx");
                  connection.head();
                });
        TestGateway gateway = TestGateway.of(Map.of("us-1", cell.port()));
        RawClient client = gateway.client()) {
      assertThat(client.get("/", KEY).answer().status()).isEqualTo(200);
      assertThat(client.get("/", KEY).answer().status()).isEqualTo(200);
      String empty = "POST / HTTP/1.1\r\nHost: a\r\n" + KEY + "\r\nContent-Length: 0\r\n\r\n";
      assertThat(client.send(empty).answer().status()).isEqualTo(502);
    }
  }

  @Test
  void keptConnectionThatTheCellClosesLate_isNotReplaced() throws Exception {
    try (CellServer cell =
            new CellServer(
                connection -> {
                  connection.head();
                  connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx");
                  connection.head();
                  LockSupport.parkNanos(SHORT.toNanos() * 2);
                });
        TestGateway gateway =
            TestGateway.of(Map.of("us-1", cell.port()), c -> c.timeouts(withForward(SHORT)));
        RawClient client = gateway.client()) {
      assertThat(client.get("/", KEY).answer().status()).isEqualTo(200);
      assertThat(client.get("/", KEY).answer().status()).isEqualTo(502);
      assertThat(cell.waitingHeads()).isEqualTo(2);
    }
  }

  @Test
  void cellThatDiesInTheMiddle_breaksTheAnswerOff() throws Exception {
    for (String head :
        new String[] {
          "Content-Length: 10\r\n\r\nabc", "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n"
        }) {
      try (CellServer cell =
              new CellServer(
                  connection -> {
                    connection.head();
                    connection.send("HTTP/1.1 200 OK\r\n" + head);
                  });
          TestGateway gateway = TestGateway.of(Map.of("us-1", cell.port()));
          RawClient client = gateway.client()) {
        client.get("/", KEY);
        assertThatThrownBy(client::answer).isInstanceOf(IOException.class);
        ExchangeRecord told = gateway.nextRecord();
        assertThat(told.ending()).isEqualTo(ExchangeRecord.Ending.BROKEN_OFF);
        assertThat(told.status()).isEqualTo(200);
      }
    }
  }

  @Test
  void cellThatSendsGarbage_is502() throws Exception {
    for (String garbage :
        new String[] {
          "garbage\r\n\r\n",
          "HTTP/1.1 abc OK\r\n\r\n",
          "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
          "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
          "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
          "HTTP/1.1 200 OK\r\nB(d: 1\r\nContent-Length: 0\r\n\r\n",
          "HTTP/1.1 1000 OK\r\nContent-Length: 0\r\n\r\n",
          "HTTP/1.1 200 O\u0000K\r\nContent-Length: 0\r\n\r\n",
          "HTTP/1.1 101 Switching Protocols\r\n\r\n",
          "HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
          "HTTP/1.1 200 OK\r\nX: " + "x".repeat(40_000) + "\r\nContent-Length: 0\r\n\r\n",
        }) {
      try (CellServer cell = ForwardingTest.answering(garbage);
          TestGateway gateway = TestGateway.of(Map.of("us-1", cell.port()));
          RawClient client = gateway.client()) {
        RawClient.Answer answer = client.get("/", KEY).answer();
        assertThat(answer.status())
            .as(garbage.substring(0, Math.min(60, garbage.length())))
            .isEqualTo(502);
        assertThat(answer.text()).contains("cell-failed");
        assertThat(client.get("/").answer().status()).isEqualTo(404);
      }
    }
  }

  @Test
  void answerBeyondItsLength_doesNotReachTheNextRequest() throws Exception {
    try (CellServer cell =
            new CellServer(
                connection -> {
                  connection.head();
                  connection.send(
                      "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx"
                          + "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil");
                  connection.drain();
                });
        TestGateway gateway = TestGateway.of(Map.of("us-1", cell.port()));
        RawClient client = gateway.client()) {
      for (int i = 0; i < 5; i++) {
        assertThat(client.get("/", KEY).answer().text()).isEqualTo("x");
      }
    }
  }

  @Test
  void startOfAnAnswerThatNobodyAskedFor_doesNotReachTheNextRequest() throws Exception {
    String evil = "HTTP/1.1 200 OK\r\nSet-Cookie: evil=1\r\nX-Rest: ";
    for (String answer :
        new String[] {
          "GET HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx",
          "GET HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n",
          "GET HTTP/1.1 204 No Content\r\nContent-Length: 60\r\n\r\n",
          "GET HTTP/1.1 304 Not Modified\r\n\r\n",
          "HEAD HTTP/1.1 200 OK\r\nContent-Length: 60\r\n\r\n",
          "HEAD HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\n\r\n",
        }) {
      String method = answer.substring(0, answer.indexOf(' '));
      try (CellServer cell =
              new CellServer(
                  connection -> {
                    if (connection.head().line().startsWith(method + " /first")) {
                      connection.send(answer.substring(method.length() + 1) + evil);
                      connection.head();
                    }
                    connection.send("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ngood");
                  });
          TestGateway gateway = TestGateway.of(Map.of("us-1", cell.port()));
          RawClient client = gateway.client();
          RawClient other = gateway.client()) {
        client.send(method + " /first HTTP/1.1\r\nHost: a\r\n" + KEY + "\r\n\r\n");
        assertThat(client.line()).as(answer).startsWith("HTTP/1.1 ");
        gateway.nextRecord();
        RawClient.Answer next = other.get("/", KEY).answer();
        assertThat(next.text()).as(answer).isEqualTo("good");
        assertThat(next.fields()).as(answer).containsExactly("Content-Length: 4");
      }
    }
  }

  @Test
  void cellThatSendsRandomBytes_harmsNobody() throws Exception {
    Random random = new Random(29);
    try (CellServer cell =
            new CellServer(
                connection -> {
                  connection.head();
                  byte[] bytes = new byte[random.nextInt(2_000)];
                  random.nextBytes(bytes);
                  connection.send("HTTP/1.1 200 OK\r\n".substring(0, random.nextInt(18)));
                  connection.send(bytes);
                });
        CellServer sound = CellServer.named("eu");
        TestGateway gateway =
            TestGateway.of(
                Map.of("us-1", cell.port(), "eu-1", sound.port()),
                c -> c.timeouts(TestGateway.all(Duration.ofSeconds(5))))) {
      for (int round = 0; round < 100; round++) {
        try (RawClient client = gateway.client()) {
          client.get("/", KEY);
          assertThat(client.line()).as("round %d, seed 29", round).startsWith("HTTP/1.1 ");
        }
        try (RawClient client = gateway.client()) {
          assertThat(client.get("/", "X-Business-Id: 2").answer().text()).isEqualTo("eu0");
        }
      }
    }
  }

  @Test
  void cellThatDoesNotAnswer_is504_andItsConnectionIsClosed() throws Exception {
    try (CellServer cell =
            new CellServer(
                connection -> {
                  connection.head();
                  connection.drain();
                });
        TestGateway gateway =
            TestGateway.of(Map.of("us-1", cell.port()), c -> c.timeouts(TestGateway.all(SHORT)));
        RawClient client = gateway.client()) {
      RawClient.Answer answer = client.get("/", KEY).answer();
      assertThat(answer.status()).isEqualTo(504);
      assertThat(answer.text()).contains("cell-timeout");
      cell.awaitEndOfConnection();
    }
  }

  @Test
  void cellThatStopsInTheMiddle_isBrokenOff() throws Exception {
    try (CellServer cell =
            new CellServer(
                connection -> {
                  connection.head();
                  connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc");
                  connection.drain();
                });
        TestGateway gateway =
            TestGateway.of(Map.of("us-1", cell.port()), c -> c.timeouts(TestGateway.all(SHORT)));
        RawClient client = gateway.client()) {
      client.get("/", KEY);
      assertThatThrownBy(client::answer).isInstanceOf(IOException.class);
      cell.awaitEndOfConnection();
    }
  }

  @Test
  void clientThatStopsInTheMiddleOfItsBody_is408() throws Exception {
    try (CellServer cell = BodyDecisionTest.echo();
        TestGateway gateway =
            TestGateway.of(Map.of("us-1", cell.port()), c -> c.timeouts(TestGateway.all(SHORT)));
        RawClient client = gateway.client()) {
      client.send("POST / HTTP/1.1\r\nHost: a\r\n" + KEY + "\r\nContent-Length: 9\r\n\r\nabc");
      assertThat(client.answer().status()).isEqualTo(408);
      assertThat(client.isClosedByPeer()).isTrue();
      cell.awaitEndOfConnection();
    }
  }

  @Test
  void clientThatStopsBeforeItsKey_is408() throws Exception {
    try (TestGateway gateway =
            TestGateway.of(Map.of("us-1", 1), c -> c.timeouts(TestGateway.all(SHORT)));
        RawClient undecided = gateway.client()) {
      undecided.send("POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{");
      assertThat(undecided.answer().status()).isEqualTo(408);
      assertThat(undecided.isClosedByPeer()).isTrue();
    }
  }

  @Test
  void clientThatGoesAway_resetsTheRequestToTheCell() throws Exception {
    try (CellServer cell =
            new CellServer(
                connection -> {
                  connection.head();
                  connection.drain();
                });
        TestGateway gateway = TestGateway.of(Map.of("us-1", cell.port()))) {
      try (RawClient client = gateway.client()) {
        client.get("/", KEY);
        cell.nextHead();
      }
      cell.awaitEndOfConnection();
      assertThat(gateway.nextRecord().ending()).isEqualTo(ExchangeRecord.Ending.CLIENT_CLOSED);
      try (RawClient client = gateway.client()) {
        client.send("POST / HTTP/1.1\r\nHost: a\r\n" + KEY + "\r\nContent-Length: 9\r\n\r\nabc");
        cell.nextHead();
      }
      cell.awaitEndOfConnection();
      assertThat(gateway.nextRecord().ending()).isEqualTo(ExchangeRecord.Ending.CLIENT_CLOSED);
    }
  }

  @Test
  void clientThatGoesAway_inTheMiddleOfItsAnswer_resetsTheCell() throws Exception {
    try (CellServer cell =
            new CellServer(
                connection -> {
                  connection.head();
                  connection.send(
                      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n");
                  connection.drain();
                });
        TestGateway gateway = TestGateway.of(Map.of("us-1", cell.port()))) {
      try (RawClient client = gateway.client()) {
        client.get("/", KEY);
        assertThat(client.line()).isEqualTo("HTTP/1.1 200 OK");
      }
      cell.awaitEndOfConnection();
      assertThat(gateway.nextRecord().ending()).isEqualTo(ExchangeRecord.Ending.CLIENT_CLOSED);
    }
  }

  @Test
  void clientThatGoesAway_whileTheDecisionIsPending_reachesNoCell() throws Exception {
    try (CellServer cell = CellServer.named("us");
        TestGateway gateway = TestGateway.of(Map.of("us-1", cell.port()))) {
      try (RawClient client = gateway.client()) {
        client.get("/later");
        client.send("");
      }
      assertThat(gateway.nextRecord().ending()).isEqualTo(ExchangeRecord.Ending.CLIENT_CLOSED);
      gateway.router.later.complete("us-1");
      try (RawClient client = gateway.client()) {
        assertThat(client.get("/x", KEY).answer().status()).isEqualTo(200);
      }
      assertThat(cell.nextHead().line()).contains("/x");
      assertThat(cell.waitingHeads()).isZero();
    }
  }

  @Test
  void decisionThatNeverComes_is503() throws Exception {
    try (TestGateway gateway =
            TestGateway.of(Map.of("us-1", 1), c -> c.timeouts(TestGateway.all(SHORT)));
        RawClient client = gateway.client()) {
      RawClient.Answer answer = client.get("/later").answer();
      assertThat(answer.status()).isEqualTo(503);
      assertThat(answer.text()).contains("decision-timeout");
    }
  }

  @Test
  void cellWithoutAFreeConnection_is503_orAfterAWait504() throws Exception {
    for (int waiting : new int[] {0, 1}) {
      Limits limits = new Limits(10, 1, waiting, 1_000, 2_000, 1_000, 1_000);
      try (CellServer cell =
              new CellServer(
                  connection -> {
                    connection.head();
                    connection.drain();
                  });
          TestGateway gateway =
              TestGateway.of(
                  Map.of("us-1", cell.port()), c -> c.limits(limits).timeouts(withForward(SHORT)));
          RawClient first = gateway.client();
          RawClient second = gateway.client()) {
        first.get("/", KEY);
        cell.nextHead();
        RawClient.Answer answer = second.get("/", KEY).answer();
        assertThat(answer.status()).isEqualTo(waiting == 0 ? 503 : 504);
        assertThat(answer.text()).contains(waiting == 0 ? "cell-busy" : "cell-timeout");
        assertThat(cell.waitingHeads()).isZero();
      }
    }
  }

  private static Timeouts withForward(Duration forward) {
    Timeouts d = Timeouts.DEFAULT;
    return new Timeouts(
        d.requestHead(),
        d.keepAlive(),
        d.connect(),
        forward,
        d.firstByte(),
        d.idle(),
        d.tunnelIdle(),
        d.linger(),
        d.cellKeepAlive(),
        d.shutdown());
  }

  @Test
  void clientThatStopsReading_isBrokenOff_andItsCellToo() throws Exception {
    byte[] much = new byte[40_000_000];
    try (CellServer cell =
            new CellServer(
                connection -> {
                  connection.head();
                  connection.send("HTTP/1.1 200 OK\r\nContent-Length: " + much.length + "\r\n\r\n");
                  connection.send(much);
                });
        TestGateway gateway =
            TestGateway.of(Map.of("us-1", cell.port()), c -> c.timeouts(TestGateway.all(SHORT)));
        RawClient client = gateway.client()) {
      client.get("/", KEY);
      ExchangeRecord told = gateway.nextRecord();
      assertThat(told.ending()).isEqualTo(ExchangeRecord.Ending.BROKEN_OFF);
      assertThat(told.trouble()).hasValue("client-stalled");
      cell.awaitEndOfConnection();
    }
  }

  @Test
  void earlyAnswer_isForwarded_whileTheBodyIsStillComing() throws Exception {
    try (CellServer cell =
            new CellServer(
                connection -> {
                  connection.head();
                  connection.send("HTTP/1.1 413 No\r\nContent-Length: 1\r\n\r\nx");
                });
        TestGateway gateway =
            TestGateway.of(Map.of("us-1", cell.port()), c -> c.timeouts(TestGateway.all(SHORT)));
        RawClient client = gateway.client()) {
      client.send("POST / HTTP/1.1\r\nHost: a\r\n" + KEY + "\r\nContent-Length: 99\r\n\r\nabc");
      assertThat(client.answer().status()).isEqualTo(413);
      assertThat(client.isClosedByPeer()).isTrue();
    }
  }

  @Test
  void bodyThatEndsAfterTheAnswer_keepsTheConnection() throws Exception {
    try (CellServer cell =
            new CellServer(
                connection -> {
                  while (true) {
                    CellServer.Head head = connection.head();
                    connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx");
                    connection.body(head);
                  }
                });
        TestGateway gateway = TestGateway.of(Map.of("us-1", cell.port()));
        RawClient client = gateway.client()) {
      for (int i = 0; i < 3; i++) {
        client.send("POST / HTTP/1.1\r\nHost: a\r\n" + KEY + "\r\nContent-Length: 5\r\n\r\nabc");
        assertThat(client.answer().status()).isEqualTo(200);
        client.send("de");
      }
    }
  }
}
