// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Headers;
import io.turnout.gateway.config.Limits;
import io.turnout.gateway.config.Origin;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** One exchange over HTTP/2, from its head to its end, in front of a cell of HTTP/1.1. */
class Http2ExchangeTest {

  private static final String[] KEY = {"x-business-id", "1"};
  private static final Duration SHORT = Duration.ofMillis(300);

  @Test
  void cookies_areJoined_andHostIsTheAuthority() throws Exception {
    try (CellServer cell = CellServer.named("us");
        TestGateway gateway = TestGateway.of(Map.of("us-1", cell.port()));
        Http2Peer client = Http2Peer.client(gateway.port())) {
      Http2Headers head = Http2Peer.head("GET", "/", KEY);
      Http2Peer.with(
          head, "cookie", "a=1", "x", "1", "cookie", "sid=2", "x", "2", "te", "trailers");
      assertThat(client.message(client.open(head, true)).status()).isEqualTo("200");
      CellServer.Head came = cell.nextHead();
      assertThat(came.all("Cookie")).containsExactly("a=1; sid=2");
      assertThat(came.all("Host")).containsExactly("a.example");
      assertThat(came.all("x")).containsExactly("1", "2");
      assertThat(came.all("TE")).containsExactly("trailers");
      assertThat(came.all("Connection")).containsExactly("TE");
      assertThat(gateway.router.heads.take())
          .satisfies(seen -> assertThat(seen.header("cookie", 0)).isEqualTo("a=1; sid=2"))
          .satisfies(seen -> assertThat(seen.authority()).isEqualTo("a.example"));
    }
  }

  @Test
  void hostAlone_isTheHost() throws Exception {
    try (CellServer cell = CellServer.named("us");
        TestGateway gateway = TestGateway.of(Map.of("us-1", cell.port()));
        Http2Peer client = Http2Peer.client(gateway.port())) {
      Http2Headers head = new DefaultHttp2Headers(false).method("GET").path("/").scheme("http");
      client.message(client.open(Http2Peer.with(head, "host", "B.example:81", KEY[0], "1"), true));
      assertThat(cell.nextHead().all("Host")).containsExactly("B.example:81");
    }
  }

  @Test
  void trailersOfARequest_areDropped_andItsBodyArrives() throws Exception {
    try (CellServer cell = BodyDecisionTest.echo();
        TestGateway gateway = TestGateway.of(Map.of("us-1", cell.port()));
        Http2Peer client = Http2Peer.client(gateway.port())) {
      int stream = client.open(Http2Peer.head("POST", "/", KEY), false);
      client.data(stream, "abc", false);
      client.headers(stream, Http2Peer.with(new DefaultHttp2Headers(), "x-sum", "1"), true);
      assertThat(client.message(stream).text()).isEqualTo("abc");
      assertThat(cell.nextHead().all("Transfer-Encoding")).containsExactly("chunked");
      int measured =
          client.open(Http2Peer.head("POST", "/", KEY[0], "1", "content-length", "2"), false);
      client.data(measured, "de", true);
      assertThat(client.message(measured).text()).isEqualTo("de");
      assertThat(cell.nextHead().all("Transfer-Encoding")).isEmpty();
    }
  }

  @Test
  void answersWithoutBody_haveNone_andTellTheirLength() throws Exception {
    try (CellServer cell =
            new CellServer(
                connection -> {
                  while (true) {
                    String status = connection.head().line().split("[ /]")[2];
                    connection.send("HTTP/1.1 " + status + " x\r\n");
                    connection.send(
                        "Connection: X-Gone\r\n"
                            + "X-Gone: 1\r\n"
                            + "Keep-Alive: 5\r\n"
                            + "Set-Cookie: a\r\n"
                            + "Set-Cookie: b\r\n");
                    connection.send(status.equals("204") ? "\r\n" : "Content-Length: 7\r\n\r\n");
                  }
                });
        TestGateway gateway = TestGateway.of(Map.of("us-1", cell.port()));
        Http2Peer client = Http2Peer.client(gateway.port())) {
      for (String status : List.of("200", "204", "304")) {
        String method = status.equals("200") ? "HEAD" : "GET";
        Http2Peer.Message answer =
            client.message(client.open(Http2Peer.head(method, "/" + status, KEY), true));
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.body()).isEmpty();
        assertThat(answer.field("content-length")).isEqualTo(status.equals("204") ? null : "7");
        assertThat(answer.head().getAll("set-cookie")).hasSize(2);
        assertThat(answer.head().names())
            .map(CharSequence::toString)
            .doesNotContain("connection", "x-gone", "keep-alive");
      }
    }
  }

  @Test
  void trailersAndHintsOfHttp1_reachAClientOfHttp2() throws Exception {
    try (CellServer cell =
            ForwardingTest.answering(
                "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"
                    + "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + "3\r\nabc\r\n0\r\nX-Sum: 1\r\nConnection: x\r\n\r\n");
        TestGateway gateway = TestGateway.of(Map.of("us-1", cell.port()));
        Http2Peer client = Http2Peer.client(gateway.port())) {
      Http2Peer.Message answer = client.message(client.get("/", KEY));
      assertThat(answer.heads()).hasSize(2);
      assertThat(answer.heads().get(0).get("link")).hasToString("</a>");
      assertThat(answer.text()).isEqualTo("abc");
      assertThat(answer.field("transfer-encoding")).isNull();
      Http2Headers trailers = Objects.requireNonNull(answer.trailers(), "trailers");
      assertThat(trailers.get("x-sum")).hasToString("1");
      assertThat(trailers.contains("connection")).isFalse();
    }
  }

  @Test
  void leaveToSendABody_isAskedFor_andRefusedWithoutIt() throws Exception {
    try (CellServer cell =
            new CellServer(
                connection -> {
                  CellServer.Head head = connection.head();
                  assertThat(head.all("Expect")).containsExactly("100-continue");
                  connection.send("HTTP/1.1 100 Continue\r\n\r\n");
                  int length = connection.body(head).length;
                  connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n" + length);
                });
        TestGateway gateway = TestGateway.of(Map.of("us-1", cell.port()));
        Http2Peer client = Http2Peer.client(gateway.port())) {
      int stream =
          client.open(
              Http2Peer.head(
                  "POST", "/", KEY[0], "1", "expect", "100-continue", "content-length", "3"),
              false);
      assertThat(client.next(stream).head().status()).hasToString("100");
      client.data(stream, "abc", true);
      assertThat(client.message(stream).text()).isEqualTo("3");
      int refused = client.open(Http2Peer.head("POST", "/none", "expect", "100-continue"), false);
      Http2Peer.Message answer = client.message(refused);
      assertThat(answer.heads()).hasSize(1);
      assertThat(answer.status()).isEqualTo("404");
      assertThat(client.next(refused).reset()).isZero();
    }
  }

  @Test
  void refusedBody_isDroppedForAWhile_thenTakenBack_andOthersGoOn() throws Exception {
    try (CellServer cell = CellServer.named("us");
        TestGateway gateway =
            TestGateway.of(Map.of("us-1", cell.port()), c -> c.timeouts(TestGateway.all(SHORT)));
        Http2Peer client = Http2Peer.client(gateway.port())) {
      int stream = client.open(Http2Peer.head("POST", "/none"), false);
      client.data(stream, new byte[200_000], false);
      assertThat(client.message(stream).status()).isEqualTo("404");
      assertThat(client.next(stream).reset()).isZero();
      assertThat(gateway.nextRecord().ending()).isEqualTo(ExchangeRecord.Ending.ANSWERED);
      assertThat(client.message(client.get("/", KEY)).text()).isEqualTo("us0");
    }
  }

  @Test
  void cellThatDiesInTheMiddle_resetsTheStream() throws Exception {
    try (CellServer cell =
            ForwardingTest.answering("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf");
        TestGateway gateway = TestGateway.of(Map.of("us-1", cell.port()));
        Http2Peer client = Http2Peer.client(gateway.port())) {
      cell.close();
      Http2Peer.Message unreachable = client.message(client.get("/", KEY));
      assertThat(unreachable.status()).isEqualTo("502");
    }
    try (CellServer cell =
            new CellServer(
                connection -> {
                  connection.head();
                  connection.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf");
                });
        TestGateway gateway = TestGateway.of(Map.of("us-1", cell.port()));
        Http2Peer client = Http2Peer.client(gateway.port())) {
      Http2Peer.Message answer = client.message(client.get("/", KEY));
      assertThat(answer.text()).isEqualTo("half");
      assertThat(answer.reset()).isEqualTo(2);
      assertThat(client.message(client.get("/none")).status()).isEqualTo("404");
    }
  }

  @Test
  void idleConnection_goesAway() throws Exception {
    try (TestGateway gateway =
            TestGateway.of(Map.of("us-1", 1), c -> c.timeouts(TestGateway.all(SHORT)));
        Http2Peer client = Http2Peer.client(gateway.port())) {
      assertThat(client.message(client.get("/none")).status()).isEqualTo("404");
      assertThat(client.nextGoAway()).isZero();
      assertThat(client.nextGoAway()).isEqualTo(Http2Peer.CLOSED);
    }
  }

  @Test
  void gatewayThatStops_finishesItsStreams_andDoesNotWaitForSilentConnections() throws Exception {
    try (CellServer cell = CellServer.named("us");
        TestGateway gateway = TestGateway.of(Map.of("us-1", cell.port()));
        Http2Peer client = Http2Peer.client(gateway.port());
        RawClient silent = gateway.client();
        RawClient half = gateway.client().send("GET / HTTP/1.1\r\n")) {
      assertThat(client.message(client.get("/none")).status()).isEqualTo("404");
      int stream = client.get("/later");
      assertThat(client.message(client.get("/none")).status()).isEqualTo("404");
      CompletableFuture<Void> stopped = gateway.stop();
      assertThat(client.nextGoAway()).isZero();
      assertThat(stopped).isNotDone();
      gateway.router.later.complete("us-1");
      assertThat(client.message(stream).status()).isEqualTo("200");
      stopped.get(10, TimeUnit.SECONDS);
      assertThat(silent.isClosedByPeer()).isTrue();
      assertThat(half.isClosedByPeer()).isTrue();
    }
  }

  @Test
  void webSocket_goesToACellOfHttp2_overHttp1() throws Exception {
    try (CellServer cell =
            new CellServer(
                connection -> {
                  connection.head();
                  connection.send(
                      "HTTP/1.1 101 x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\nhello");
                  connection.drain();
                });
        TestGateway gateway =
            TestGateway.of(
                Map.of(),
                c -> c.cell("us-1", new Origin("127.0.0.1", cell.port(), Optional.empty(), true)));
        RawClient client = gateway.client()) {
      client.get("/", "X-Business-Id: 1", "Connection: Upgrade", "Upgrade: websocket");
      assertThat(client.answer().status()).isEqualTo(101);
      assertThat(client.bytes(5)).asString().isEqualTo("hello");
    }
  }

  @Test
  void placesOfRequestsThatNobodyAwaits_areFreeAgain() throws Exception {
    Limits d = Limits.DEFAULT;
    Limits one =
        new Limits(10, 1, 100, d.requestLineBytes(), d.headerBytes(), 1_000, 1_000, 2, 1_000);
    try (Http2Cell cell = Http2Cell.clear();
        TestGateway gateway =
            TestGateway.of(
                Map.of(),
                c ->
                    c.limits(one)
                        .cell(
                            "us-1",
                            new Origin("127.0.0.1", cell.port(), Optional.empty(), true)))) {
      List<RawClient> holding = new ArrayList<>();
      List<RawClient> leaving = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        holding.add(gateway.client().get("/", "X-Business-Id: 1"));
      }
      Http2Peer connection = cell.next();
      int first = connection.nextStream();
      int second = connection.nextStream();
      for (int i = 0; i < 4; i++) {
        leaving.add(gateway.client().get("/", "X-Business-Id: 1"));
      }
      for (RawClient client : leaving) {
        client.close();
        assertThat(gateway.nextRecord().ending()).isEqualTo(ExchangeRecord.Ending.CLIENT_CLOSED);
      }
      connection.answer(first, "200", true);
      connection.answer(second, "200", true);
      for (RawClient client : holding) {
        assertThat(client.answer().status()).isEqualTo(200);
        client.close();
      }
      try (RawClient client = gateway.client().get("/wanted", "X-Business-Id: 1")) {
        int stream = connection.nextStream();
        Http2Peer.Event event = connection.next(stream);
        while (!"/wanted".contentEquals(event.head().path())) {
          assertThat(event.head().path()).hasToString("*");
          stream = connection.nextStream();
          event = connection.next(stream);
        }
        connection.answer(stream, "204", true);
        assertThat(client.answer().status()).isEqualTo(204);
      }
    }
  }
}
