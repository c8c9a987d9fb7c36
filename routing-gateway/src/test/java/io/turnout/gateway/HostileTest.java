// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.gateway.config.Limits;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Clients that break the rules. None of their requests may reach a cell in two readings. */
class HostileTest {

  private static final String KEY = "X-Business-Id: 1\r\n";

  private static Map<String, Integer> refused() {
    String chunks = "0\r\n\r\n";
    String get = "GET / HTTP/1.1\r\n";
    String post = "POST / HTTP/1.1\r\nHost: a\r\n" + KEY;
    Map<String, Integer> refused = new LinkedHashMap<>();
    refused.put(post + "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks, 400);
    refused.put(post + "Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n" + chunks, 400);
    refused.put(post + "Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd", 400);
    refused.put(post + "Content-Length: 3, 4\r\n\r\nabcd", 400);
    refused.put(post + "Content-Length: -1\r\n\r\n", 400);
    refused.put(post + "Content-Length: +3\r\n\r\nabc", 400);
    refused.put(post + "Content-Length: 0x3\r\n\r\nabc", 400);
    refused.put(post + "Content-Length: 99999999999999999999\r\n\r\nabc", 400);
    refused.put(post + "Content-Length:\r\n\r\n", 400);
    refused.put(post + "Transfer-Encoding: xchunked\r\n\r\n" + chunks, 400);
    refused.put(post + "Transfer-Encoding: identity\r\n\r\n", 400);
    refused.put(post + "Transfer-Encoding: gzip, chunked\r\n\r\n" + chunks, 501);
    refused.put(post + "Transfer-Encoding: chunked, gzip\r\n\r\n" + chunks, 400);
    refused.put(post + "Transfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n\r\n" + chunks, 400);
    refused.put(post + "Transfer-Encoding : chunked\r\n\r\n" + chunks, 400);
    refused.put(post + "Transfer-Encoding\u000b: chunked\r\n\r\n" + chunks, 400);
    refused.put("POST / HTTP/1.0\r\n" + KEY + "Transfer-Encoding: chunked\r\n\r\n" + chunks, 400);
    refused.put(get + KEY + "\r\n", 400);
    refused.put(get + "Host: a\r\nHost: a\r\n" + KEY + "\r\n", 400);
    refused.put(get + "Host: a\r\nHost: b\r\n" + KEY + "\r\n", 400);
    refused.put(get + "Host: a b\r\n" + KEY + "\r\n", 400);
    refused.put(get + "Host: a/b\r\n" + KEY + "\r\n", 400);
    refused.put(get + "Host: u@a\r\n" + KEY + "\r\n", 400);
    refused.put(get + "Host: a\r\nB\u0000d: 1\r\n" + KEY + "\r\n", 400);
    refused.put(get + "Host: a\r\nB: \u0000\r\n" + KEY + "\r\n", 400);
    refused.put(get + "Host: a\r\nno colon\r\n" + KEY + "\r\n", 400);
    refused.put(get + "Host: a\r\nB: a\rX-Smuggled: 1\r\n" + KEY + "\r\n", 400);
    refused.put(get + "Host: a\r\nB(d: 1\r\n" + KEY + "\r\n", 400);
    refused.put(get + "Host: a\r\nTurnout-Key\t: 1\r\n" + KEY + "\r\n", 400);
    refused.put(get + " Host: a\r\n" + KEY + "\r\n", 400);
    refused.put(get + "Host: a\r\n: no name\r\n" + KEY + "\r\n", 400);
    refused.put("GET  HTTP/1.1\r\nHost: a\r\n" + KEY + "\r\n", 400);
    refused.put("GET / x HTTP/1.1\r\nHost: a\r\n" + KEY + "\r\n", 400);
    refused.put("GET /\u0000 HTTP/1.1\r\nHost: a\r\n" + KEY + "\r\n", 400);
    refused.put("GET a HTTP/1.1\r\nHost: a\r\n" + KEY + "\r\n", 400);
    refused.put("GET * HTTP/1.1\r\nHost: a\r\n" + KEY + "\r\n", 400);
    refused.put("GET ftp://a/ HTTP/1.1\r\nHost: a\r\n" + KEY + "\r\n", 400);
    refused.put("GET http:///x HTTP/1.1\r\nHost: a\r\n" + KEY + "\r\n", 400);
    refused.put("GET http://u@a/x HTTP/1.1\r\nHost: a\r\n" + KEY + "\r\n", 400);
    refused.put("CONNECT a:443 HTTP/1.1\r\nHost: a\r\n" + KEY + "\r\n", 501);
    refused.put("G(T / HTTP/1.1\r\nHost: a\r\n" + KEY + "\r\n", 400);
    refused.put("GET / HTTP/1.1\nHost: a\n" + KEY + "\n", 400);
    return refused;
  }

  @Test
  void brokenOrAmbiguousHeads_areRefused_andReachNoCell() throws Exception {
    try (CellServer cell = CellServer.named("us");
        TestGateway gateway = TestGateway.of(Map.of("us-1", cell.port()))) {
      for (Map.Entry<String, Integer> request : refused().entrySet()) {
        try (RawClient client = gateway.client()) {
          RawClient.Answer answer = client.send(request.getKey()).answer();
          assertThat(answer.status()).as(request.getKey()).isEqualTo(request.getValue());
          assertThat(answer.field("Content-Type"))
              .as(request.getKey())
              .hasValue("application/problem+json");
        }
      }
      assertThat(cell.waitingHeads()).isZero();
    }
  }

  @Test
  void otherProtocols_areClosed_andReachNoCell() throws Exception {
    try (CellServer cell = CellServer.named("us");
        TestGateway gateway = TestGateway.of(Map.of("us-1", cell.port()))) {
      for (String text :
          List.of(
              "GET / HTTP/1.2\r\nHost: a\r\n" + KEY + "\r\n",
              "GET / HTTP/9\r\nHost: a\r\n" + KEY + "\r\n",
              "GET /\r\n\r\n",
              "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\r\n\r\n",
              "hello\r\n\r\n")) {
        try (RawClient client = gateway.client()) {
          client.send(text);
          assertThat(client.line()).as(text).matches("HTTP/[0-9.]+ (400|501) .*");
          while (!client.isClosedByPeer()) {
            // The rest of the answer.
          }
        }
      }
      assertThat(cell.waitingHeads()).isZero();
    }
  }

  @Test
  void brokenChunks_endTheConnection_andTheRequestToTheCell() throws Exception {
    for (String chunks :
        List.of(
            "xyz\r\n", "3\r\nabcdef\r\n", "-1\r\n", "3 3\r\nabc\r\n", "fffffffffffffffff\r\n")) {
      try (CellServer cell = BodyDecisionTest.echo();
          TestGateway gateway = TestGateway.of(Map.of("us-1", cell.port()));
          RawClient client = gateway.client()) {
        client.send(
            "POST / HTTP/1.1\r\nHost: a\r\n"
                + KEY
                + "Transfer-Encoding: chunked\r\n\r\n"
                + chunks
                + "0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: a\r\n"
                + KEY
                + "\r\n");
        while (!client.isClosedByPeer()) {
          // Whatever it says, it ends.
        }
        if (cell.waitingHeads() > 0) {
          cell.awaitEndOfConnection();
          assertThat(cell.nextHead().line()).startsWith("POST / ");
          assertThat(cell.waitingHeads()).as(chunks).isZero();
        }
      }
    }
  }

  @Test
  void randomlyDamagedRequests_areAnsweredOrClosed_andHarmNobody() throws Exception {
    String sound =
        "POST /body?x=%20 HTTP/1.1\r\n"
            + "Host: a.example:80\r\n"
            + "Content-Type: application/json\r\n"
            + "Transfer-Encoding: chunked\r\n"
            + "Connection: close\r\n\r\n"
            + "a\r\n"
            + "{\"id\":\"1\"}\r\n"
            + "0\r\n\r\n";
    Random random = new Random(23);
    try (CellServer cell = BodyDecisionTest.echo();
        TestGateway gateway =
            TestGateway.of(
                Map.of("us-1", cell.port()),
                c -> c.timeouts(TestGateway.all(Duration.ofMillis(150))))) {
      for (int round = 0; round < 150; round++) {
        StringBuilder damaged = new StringBuilder(sound);
        for (int i = 0; i <= random.nextInt(3); i++) {
          int at = random.nextInt(damaged.length());
          char c = "\r\n\0 :,;%\u00ff0a".charAt(random.nextInt(11));
          switch (random.nextInt(3)) {
            case 0 -> damaged.setCharAt(at, c);
            case 1 -> damaged.insert(at, c);
            default -> damaged.deleteCharAt(at);
          }
        }
        try (RawClient client = gateway.client()) {
          client.send(damaged.toString());
          while (!client.isClosedByPeer()) {
            // Whatever it says, it ends.
          }
        }
        assertThat(eventuallyServed(gateway, 200, "X-Business-Id: 1"))
            .as("after round %d, seed 23", round)
            .isTrue();
      }
    }
  }

  @Test
  void headAtTheLimit_isTaken_andOneBeyondIsRefused() throws Exception {
    Limits limits = new Limits(10, 10, 10, 1_000, 2_000, 1_000, 1_000);
    try (CellServer cell = CellServer.named("us");
        TestGateway gateway = TestGateway.of(Map.of("us-1", cell.port()), c -> c.limits(limits))) {
      String line = "GET /" + "x".repeat(1_000 - "GET / HTTP/1.1".length()) + " HTTP/1.1\r\n";
      String fields = "Host: a\r\n" + KEY;
      assertThat(status(gateway, line + fields + "\r\n")).isEqualTo(200);
      assertThat(status(gateway, line.replace("GET /", "GET /y") + fields + "\r\n")).isEqualTo(414);
      String filled = "GET / HTTP/1.1\r\n" + fields + "Y: " + "y".repeat(1_900) + "\r\n";
      assertThat(status(gateway, filled + "\r\n")).isEqualTo(200);
      assertThat(status(gateway, filled + "Z: " + "z".repeat(200) + "\r\n\r\n")).isEqualTo(431);
      assertThat(status(gateway, filled + "Z: 1\r\n".repeat(100) + "\r\n")).isEqualTo(431);
    }
  }

  @Test
  void headWithVeryManyLinesOfOneName_isReadInOnePass() throws Exception {
    Limits limits = new Limits(10, 10, 10, 1_000, 1 << 20, 1_000, 1_000);
    try (CellServer cell = CellServer.named("us");
        TestGateway gateway = TestGateway.of(Map.of("us-1", cell.port()), c -> c.limits(limits))) {
      String lines = "X-Business-Id:1\r\n".repeat(60_000);
      assertThat(status(gateway, "GET / HTTP/1.1\r\nHost: a\r\n" + lines + "\r\n")).isEqualTo(200);
    }
  }

  @Test
  void manyRequestsBehindAPendingOne_areAnsweredInTheirTurn() throws Exception {
    int count = 1_000;
    try (TestGateway gateway = TestGateway.of(Map.of("us-1", 1));
        RawClient client = gateway.client()) {
      client.get("/later").send("GET / HTTP/1.1\r\nHost: a\r\n\r\n".repeat(count));
      gateway.router.later.complete("nowhere");
      assertThat(client.answer().status()).isEqualTo(503);
      for (int i = 0; i < count; i++) {
        assertThat(client.answer().status()).isEqualTo(404);
      }
    }
  }

  private static int status(TestGateway gateway, String request) throws Exception {
    try (RawClient client = gateway.client()) {
      return client.send(request).answer().status();
    }
  }

  @Test
  void headThatTricklesIn_isCutOff() throws Exception {
    try (TestGateway gateway =
            TestGateway.of(
                Map.of("us-1", 1), c -> c.timeouts(TestGateway.all(Duration.ofSeconds(2))));
        RawClient silent = gateway.client();
        RawClient slow = gateway.client();
        RawClient second = gateway.client()) {
      assertThat(second.get("/").answer().status()).isEqualTo(404);
      second.send("GET / HTT");
      long started = System.nanoTime();
      boolean open = true;
      try {
        slow.send("GET / HTTP/1.1\r\nX: ");
        while (open && System.nanoTime() - started < 60_000_000_000L) {
          slow.send("x");
          java.util.concurrent.locks.LockSupport.parkNanos(20_000_000);
        }
      } catch (IOException closed) {
        open = false;
      }
      assertThat(open).as("still open after a minute").isFalse();
      assertThat(silent.isClosedByPeer()).isTrue();
      assertThat(second.isClosedByPeer()).isTrue();
    }
  }

  @Test
  void connectionBeyondTheLimit_isClosed_andAFreedPlaceIsTaken() throws Exception {
    Limits limits = new Limits(2, 10, 10, 1_000, 2_000, 1_000, 1_000);
    try (TestGateway gateway = TestGateway.of(Map.of("us-1", 1), c -> c.limits(limits));
        RawClient first = gateway.client()) {
      assertThat(first.get("/").answer().status()).isEqualTo(404);
      try (RawClient second = gateway.client()) {
        assertThat(second.get("/").answer().status()).isEqualTo(404);
        try (RawClient third = gateway.client()) {
          assertThat(third.isClosedByPeer()).isTrue();
        }
        assertThat(first.get("/").answer().status()).isEqualTo(404);
      }
      assertThat(eventuallyServed(gateway, 404)).isTrue();
    }
  }

  /**
   * Whether a request has this answer, at once or soon: a slow machine may miss a short time-out,
   * and a place may not be free yet.
   */
  private static boolean eventuallyServed(TestGateway gateway, int status, String... fields)
      throws Exception {
    long deadline = System.nanoTime() + 20_000_000_000L;
    while (System.nanoTime() < deadline) {
      try (RawClient client = gateway.client()) {
        if (client.get("/", fields).answer().status() == status) {
          return true;
        }
      } catch (IOException notYet) {
        Thread.onSpinWait();
      }
    }
    return false;
  }
}
