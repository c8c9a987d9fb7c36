// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.gateway.config.Limits;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What reaches the cell, and what comes back to the client, byte by byte. */
class ForwardingTest {

  private static final String KEY = "X-Business-Id: 1";

  @Test
  void request_goesToTheCellOfItsKey() throws Exception {
    try (CellServer us = CellServer.named("us");
        CellServer eu = CellServer.named("eu");
        TestGateway gateway = TestGateway.of(Map.of("us-1", us.port(), "eu-1", eu.port()));
        RawClient client = gateway.client()) {
      assertThat(client.get("/", KEY).answer().text()).isEqualTo("us0");
      assertThat(client.get("/", "X-Business-Id: 2").answer().text()).isEqualTo("eu0");
      assertThat(client.get("/", KEY).answer().text()).isEqualTo("us0");
    }
  }

  @Test
  void target_isForwardedByteForByte() throws Exception {
    List<String> targets =
        List.of(
            "/",
            "//",
            "//evil.example/a",
            "/a%2Fb/%2e%2e/../c;x=1?y=%zz&&+ +".replace(" ", "%20"),
            "/a\\b",
            "/a://b?c",
            "/?a=http://x/?y#z",
            "/%00%ff",
            "/\u00c3\u00a9?\u00e2\u0082\u00ac=1",
            "/[{|}]^`\"<>");
    try (CellServer cell = CellServer.named("us");
        TestGateway gateway = TestGateway.of(Map.of("us-1", cell.port()));
        RawClient client = gateway.client()) {
      for (String target : targets) {
        client.get(target, KEY);
        assertThat(cell.nextHead().line()).isEqualTo("GET " + target + " HTTP/1.1");
        assertThat(client.answer().status()).isEqualTo(200);
      }
    }
  }

  @Test
  void target_thatIsNoUtf8_isRefused() throws Exception {
    try (TestGateway gateway = TestGateway.of(Map.of("us-1", 1));
        RawClient client = gateway.client()) {
      RawClient.Answer answer = client.get("/\u00e9", KEY).answer();
      assertThat(answer.status()).isEqualTo(400);
      assertThat(answer.text()).contains("\"reason\":\"bad-request\"");
    }
  }

  @Test
  void absoluteTarget_isForwardedInOriginForm_withItsAuthorityAsHost() throws Exception {
    try (CellServer cell = CellServer.named("us");
        TestGateway gateway = TestGateway.of(Map.of("us-1", cell.port()));
        RawClient client = gateway.client()) {
      client.get("http://b.example:81/x?y", KEY).answer();
      CellServer.Head head = cell.nextHead();
      assertThat(head.line()).isEqualTo("GET /x?y HTTP/1.1");
      assertThat(head.all("Host")).containsExactly("b.example:81");
      client.get("HTTP://b.example?y", KEY).answer();
      assertThat(cell.nextHead().line()).isEqualTo("GET /?y HTTP/1.1");
      client.send("OPTIONS http://b.example HTTP/1.1\r\nHost: x\r\n" + KEY + "\r\n\r\n").answer();
      assertThat(cell.nextHead().line()).isEqualTo("OPTIONS * HTTP/1.1");
      client.send("OPTIONS * HTTP/1.1\r\nHost: x\r\n" + KEY + "\r\n\r\n").answer();
      assertThat(cell.nextHead().line()).isEqualTo("OPTIONS * HTTP/1.1");
    }
  }

  @Test
  void fields_areForwardedByteForByteInOrder_withoutThoseOfTheHop() throws Exception {
    try (CellServer cell = CellServer.named("us");
        TestGateway gateway = TestGateway.of(Map.of("us-1", cell.port()));
        RawClient client = gateway.client()) {
      client
          .get(
              "/",
              KEY,
              "b: 2",
              "A: caf\u00e9 \u0080\u00ff",
              "B: 1, 2",
              "Connection: keep-alive, X-Mine",
              "Connection: host",
              "X-Mine: gone",
              "Keep-Alive: 5",
              "Proxy-Authorization: gone",
              "proxy-thing: gone",
              "TE: gzip",
              "Trailer: gone",
              "Upgrade: h2c",
              "HTTP2-Settings: gone",
              "Turnout-Key: gone",
              "TURNOUT_HOPS: gone",
              "turnout_Reason: gone",
              "Turnouts: stays",
              "Cookie: a=1",
              "Cookie: b=2",
              "X-Forwarded-For: 192.0.2.1",
              "E:")
          .answer();
      assertThat(cell.nextHead().fields())
          .containsExactly(
              "Host: a.example",
              KEY,
              "b: 2",
              "A: caf\u00e9 \u0080\u00ff",
              "B: 1, 2",
              "Turnouts: stays",
              "Cookie: a=1",
              "Cookie: b=2",
              "E: ",
              "Via: 1.1 turnout",
              "X-Forwarded-For: 127.0.0.1");
    }
  }

  @Test
  void fieldThatTheClientCallsOneOfTheHop_isNotJudged_andGoesNoFurther() throws Exception {
    try (CellServer cell = CellServer.named("us");
        TestGateway gateway = TestGateway.of(Map.of("us-1", cell.port()));
        RawClient client = gateway.client()) {
      assertThat(client.get("/", "Connection: x-BUSINESS-id", KEY).answer().status())
          .as("the next router would judge another request")
          .isEqualTo(404);
      String listed = "Connection: X-Forwarded-For, Via, turnout-key";
      client.get("/", listed, KEY, "X-Forwarded-For: 192.0.2.1", "Via: 1.1 a", "turnout_KEY: gone");
      assertThat(client.answer().text()).isEqualTo("us0");
      assertThat(cell.nextHead().fields())
          .containsExactly(
              "Host: a.example", KEY, "Via: 1.1 turnout", "X-Forwarded-For: 127.0.0.1");
    }
  }

  @Test
  void foldedField_reachesTheCellAsOneLine() throws Exception {
    try (CellServer cell = CellServer.named("us");
        TestGateway gateway = TestGateway.of(Map.of("us-1", cell.port()));
        RawClient client = gateway.client()) {
      client.get("/", KEY, "A: b", "\tc", "Turnout-Key: gone", " gone too").answer();
      CellServer.Head head = cell.nextHead();
      assertThat(head.all("A")).containsExactly("b c");
      assertThat(head.fields()).noneMatch(field -> field.contains("gone"));
    }
  }

  @Test
  void answer_isForwardedByteForByteInOrder_withoutFieldsOfTheHop() throws Exception {
    String answer =
        "HTTP/1.1 207 So so\r\nb: 2\r\nA: caf\u00e9\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\n"
            + "Connection: x-mine\r\nX-Mine: gone\r\nKeep-Alive: timeout=5\r\n"
            + "Proxy-Authenticate: gone\r\nTurnout-Route: gone\r\nTURNOUT_CELL: gone\r\n"
            + "Content-Length: 3\r\n\r\n\u0000\u00ff!";
    try (CellServer cell = answering(answer);
        TestGateway gateway = TestGateway.of(Map.of("us-1", cell.port()));
        RawClient client = gateway.client()) {
      RawClient.Answer got = client.get("/", KEY).answer();
      assertThat(got.statusLine()).isEqualTo("HTTP/1.1 207 So so");
      assertThat(got.fields())
          .containsExactly(
              "b: 2", "A: caf\u00e9", "Set-Cookie: a=1", "Set-Cookie: b=2", "Content-Length: 3");
      assertThat(got.text()).isEqualTo("\u0000\u00ff!");
    }
  }

  @Test
  void body_isForwardedWithItsFraming_whateverItsSize() throws Exception {
    try (CellServer cell =
            new CellServer(
                connection -> {
                  while (true) {
                    CellServer.Head head = connection.head();
                    byte[] body = connection.body(head);
                    connection.send(
                        "HTTP/1.1 200 OK\r\nContent-Length: " + body.length + "\r\n\r\n");
                    connection.send(body);
                  }
                });
        TestGateway gateway = TestGateway.of(Map.of("us-1", cell.port()));
        RawClient client = gateway.client()) {
      Random random = new Random(7);
      for (int size : new int[] {0, 1, 100, 8_192, 65_536, 3_000_000}) {
        byte[] body = new byte[size];
        random.nextBytes(body);
        Thread sender = sending(client, size, body);
        CellServer.Head head = cell.nextHead();
        assertThat(head.all("Content-Length")).containsExactly(Integer.toString(size));
        assertThat(head.all("Transfer-Encoding")).isEmpty();
        assertThat(client.answer().body()).isEqualTo(body);
        sender.join();
      }
      client.send(
          "POST / HTTP/1.1\r\nHost: a\r\n" + KEY + "\r\nTransfer-Encoding: chunked\r\n\r\n");
      client.send("3\r\nabc\r\n2;ext=1\r\nde\r\n0\r\nX-Trailer: dropped\r\n\r\n");
      CellServer.Head head = cell.nextHead();
      assertThat(head.all("Transfer-Encoding")).containsExactly("chunked");
      assertThat(head.all("Content-Length")).isEmpty();
      assertThat(client.answer().text()).isEqualTo("abcde");
    }
  }

  private static Thread sending(RawClient client, int size, byte[] body) {
    Thread sender =
        new Thread(
            () -> {
              try {
                client.send(
                    "POST / HTTP/1.1\r\nHost: a\r\n"
                        + KEY
                        + "\r\nContent-Length: "
                        + size
                        + "\r\n\r\n");
                client.send(body);
              } catch (java.io.IOException e) {
                throw new java.io.UncheckedIOException(e);
              }
            });
    sender.start();
    return sender;
  }

  @Test
  void chunkedAnswer_keepsItsPiecesComingAndItsTrailers() throws Exception {
    try (CellServer cell =
            new CellServer(
                connection -> {
                  connection.head();
                  connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
                  connection.send("3\r\nabc\r\n");
                  connection.head();
                  connection.send("0\r\nX-Sum: 1\r\nTurnout-Route: gone\r\n\r\n");
                  connection.drain();
                });
        TestGateway gateway = TestGateway.of(Map.of("us-1", cell.port()));
        RawClient client = gateway.client()) {
      client.get("/", KEY, "TE: trailers, gzip");
      assertThat(cell.nextHead().all("TE")).containsExactly("trailers");
      assertThat(client.line()).isEqualTo("HTTP/1.1 200 OK");
      while (!client.line().isEmpty()) {
        // Fields are looked at elsewhere.
      }
      assertThat(client.line()).isEqualTo("3");
      assertThat(client.line()).isEqualTo("abc");
      // The rest of the answer is still with the cell.
    }
  }

  @Test
  void trailersOfAnAnswer_areForwarded() throws Exception {
    String answer =
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nX-Sum: 1\r\n"
            + "Turnout-Route: gone\r\n\r\n";
    try (CellServer cell = answering(answer);
        TestGateway gateway = TestGateway.of(Map.of("us-1", cell.port()));
        RawClient client = gateway.client()) {
      RawClient.Answer got = client.get("/", KEY).answer();
      assertThat(got.text()).isEqualTo("abc");
      assertThat(got.trailers()).containsExactly("X-Sum: 1");
    }
  }

  @Test
  void headOfAnAnswer_comesBeforeItsBody() throws Exception {
    try (CellServer cell =
            new CellServer(
                connection -> {
                  connection.head();
                  connection.send("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n");
                  connection.drain();
                });
        TestGateway gateway = TestGateway.of(Map.of("us-1", cell.port()));
        RawClient client = gateway.client()) {
      client.get("/", KEY);
      assertThat(client.line()).isEqualTo("HTTP/1.1 200 OK");
    }
  }

  @Test
  void bodilessAnswers_keepTheirFieldsAndTheConnection() throws Exception {
    try (CellServer cell =
            new CellServer(
                connection -> {
                  while (true) {
                    String line = connection.head().line();
                    connection.send(
                        line.startsWith("HEAD")
                            ? "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\nX: 1\r\n\r\n"
                            : line.contains("/204")
                                ? "HTTP/1.1 204 No Content\r\nX: 2\r\n\r\n"
                                : line.contains("/unmeasured")
                                    ? "HTTP/1.1 304 Not Modified\r\nETag: y\r\n\r\n"
                                    : "HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\nETag: x\r\n\r\n");
                  }
                });
        TestGateway gateway = TestGateway.of(Map.of("us-1", cell.port()));
        RawClient client = gateway.client()) {
      client.send("HEAD / HTTP/1.1\r\nHost: a\r\n" + KEY + "\r\n\r\n");
      assertThat(client.answerToHead().fields()).containsExactly("Content-Length: 1000", "X: 1");
      RawClient.Answer none = client.get("/204", KEY).answer();
      assertThat(none.status()).isEqualTo(204);
      assertThat(none.fields()).containsExactly("X: 2");
      RawClient.Answer same = client.get("/304", KEY).answer();
      assertThat(same.status()).isEqualTo(304);
      assertThat(same.fields()).containsExactly("Content-Length: 9", "ETag: x");
      RawClient.Answer unmeasured = client.get("/304/unmeasured", KEY).answer();
      assertThat(unmeasured.fields()).containsExactly("ETag: y");
      assertThat(client.get("/204", KEY).answer().status()).isEqualTo(204);
    }
  }

  @Test
  void answerThatEndsWithItsConnection_isForwardedWhole() throws Exception {
    try (CellServer cell =
            new CellServer(
                connection -> {
                  connection.head();
                  connection.send("HTTP/1.0 200 OK\r\n\r\nabc");
                });
        TestGateway gateway = TestGateway.of(Map.of("us-1", cell.port()));
        RawClient client = gateway.client()) {
      assertThat(client.get("/", KEY).answer().text()).isEqualTo("abc");
      assertThat(client.get("/", KEY).answer().text()).isEqualTo("abc");
    }
  }

  @Test
  void oldClient_getsAnAnswerOfUnknownLength_endedByClosing() throws Exception {
    String answer = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n";
    try (CellServer cell = answering(answer);
        TestGateway gateway = TestGateway.of(Map.of("us-1", cell.port()));
        RawClient client = gateway.client()) {
      client.send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n" + KEY + "\r\n\r\n");
      RawClient.Answer got = client.answer();
      assertThat(got.text()).isEqualTo("abc");
      assertThat(got.field("Connection")).hasValue("close");
      assertThat(got.field("Transfer-Encoding")).isEmpty();
    }
  }

  @Test
  void pipelinedRequests_areAnsweredInOrder() throws Exception {
    try (CellServer cell =
            new CellServer(
                connection -> {
                  while (true) {
                    CellServer.Head head = connection.head();
                    String body = head.line().split(" ", -1)[1] + connection.body(head).length;
                    connection.send(
                        "HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
                  }
                });
        TestGateway gateway = TestGateway.of(Map.of("us-1", cell.port()));
        RawClient client = gateway.client()) {
      StringBuilder requests = new StringBuilder();
      for (int i = 0; i < 50; i++) {
        requests.append("POST /" + i + " HTTP/1.1\r\nHost: a\r\n" + KEY);
        requests.append("\r\nContent-Length: " + i + "\r\n\r\n" + "x".repeat(i));
        requests.append("GET /g HTTP/1.1\r\nHost: a\r\n\r\n");
      }
      client.send(requests.toString());
      for (int i = 0; i < 50; i++) {
        assertThat(client.answer().text()).isEqualTo("/" + i + i);
        assertThat(client.answer().status()).isEqualTo(404);
      }
    }
  }

  @Test
  void earlyHints_areForwarded_withoutTurnoutFields() throws Exception {
    String answer =
        "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\nTurnout-Cell: gone\r\nContent-Length: 5\r\n\r\n"
            + "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx";
    try (CellServer cell = answering(answer);
        TestGateway gateway = TestGateway.of(Map.of("us-1", cell.port()));
        RawClient client = gateway.client()) {
      RawClient.Answer hints = client.get("/", KEY).answer();
      assertThat(hints.status()).isEqualTo(103);
      assertThat(hints.fields()).containsExactly("Link: </a>");
      assertThat(client.answer().text()).isEqualTo("x");
    }
  }

  @Test
  void slowClient_holdsBackTheCell_andGetsEveryByte() throws Exception {
    byte[] body = new byte[8_000_000];
    new Random(3).nextBytes(body);
    try (CellServer cell =
            new CellServer(
                connection -> {
                  connection.head();
                  connection.send("HTTP/1.1 200 OK\r\nContent-Length: " + body.length + "\r\n\r\n");
                  connection.send(body);
                  connection.drain();
                });
        TestGateway gateway = TestGateway.of(Map.of("us-1", cell.port()));
        RawClient client = gateway.client()) {
      client.get("/", KEY);
      cell.nextHead();
      assertThat(client.answer().body()).isEqualTo(body);
    }
  }

  @Test
  void manyClientsAtOnce_eachGetTheirOwnAnswers() throws Exception {
    try (CellServer cell = BodyDecisionTest.echo();
        TestGateway gateway =
            TestGateway.of(
                Map.of("us-1", cell.port()),
                c -> c.threads(2).limits(new Limits(100, 4, 100, 1_000, 2_000, 1_000, 1_000)))) {
      ExecutorService pool = Executors.newFixedThreadPool(12);
      List<Future<?>> clients = new ArrayList<>();
      for (int i = 0; i < 12; i++) {
        int number = i;
        clients.add(pool.submit(() -> converse(gateway, number)));
      }
      for (Future<?> client : clients) {
        client.get(30, TimeUnit.SECONDS);
      }
      pool.shutdown();
    }
  }

  private static Object converse(TestGateway gateway, int number) throws Exception {
    try (RawClient client = gateway.client()) {
      for (int i = 0; i < 60; i++) {
        String body = "{\"id\": \"1\", \"n\": \"" + number + "/" + i + "x".repeat(i * 20) + "\"}";
        client.send(
            "POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: " + body.length() + "\r\n\r\n");
        assertThat(client.send(body).answer().text()).isEqualTo(body);
      }
    }
    return number;
  }

  static CellServer answering(String answer) throws Exception {
    return new CellServer(
        connection -> {
          while (true) {
            connection.body(connection.head());
            connection.send(answer);
          }
        });
  }
}
