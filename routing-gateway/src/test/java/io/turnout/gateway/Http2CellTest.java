// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Headers;
import io.turnout.gateway.config.Origin;
import io.turnout.gateway.config.OriginTls;
import io.turnout.gateway.config.TlsIdentity;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** HTTP/2 between the gateway and cells, behind clients of both versions. */
class Http2CellTest {

  private static final String KEY = "X-Business-Id: 1";

  @TempDir private Path folder;

  private static TestGateway before(Http2Cell cell) throws Exception {
    return TestGateway.of(
        Map.of(),
        c -> c.cell("us-1", new Origin("127.0.0.1", cell.port(), Optional.empty(), true)));
  }

  private static String field(Http2Headers headers, String name) {
    return String.valueOf(headers.get(name));
  }

  @Test
  void requestOfHttp1_becomesOneOfHttp2() throws Exception {
    try (Http2Cell cell = Http2Cell.clear();
        TestGateway gateway = before(cell);
        RawClient client = gateway.client()) {
      client.get(
          "/\u00c3\u00a9?a=%20",
          KEY,
          "Cookie: a=1",
          "Connection: X-Gone, TE",
          "X-Gone: 1",
          "TE: trailers, deflate",
          "Keep-Alive: 5",
          "X-Kept: 1");
      Http2Peer connection = cell.next();
      int stream = connection.nextStream();
      Http2Headers head = connection.message(stream).head();
      assertThat(head.method()).hasToString("GET");
      assertThat(head.scheme()).hasToString("http");
      assertThat(head.authority()).hasToString("a.example");
      assertThat(head.path()).hasToString("/\u00c3\u00a9?a=%20");
      assertThat(head.names())
          .map(CharSequence::toString)
          .containsExactlyInAnyOrder(
              ":method",
              ":scheme",
              ":authority",
              ":path",
              "x-business-id",
              "cookie",
              "x-kept",
              "te",
              "via",
              "x-forwarded-for");
      assertThat(field(head, "te")).isEqualTo("trailers");
      assertThat(field(head, "via")).isEqualTo("1.1 turnout");
      connection.answer(stream, "200", false, "x-a", "1", "x-a", "2");
      connection.data(stream, "hello", false);
      connection.headers(stream, Http2Peer.with(new DefaultHttp2Headers(), "x-sum", "5"), true);
      RawClient.Answer answer = client.answer();
      assertThat(answer.statusLine()).isEqualTo("HTTP/1.1 200 OK");
      assertThat(answer.fields()).contains("x-a: 1", "x-a: 2");
      assertThat(answer.text()).isEqualTo("hello");
      assertThat(answer.trailers()).containsExactly("x-sum: 5");
    }
  }

  @Test
  void streamsShareOneConnection_andBodiesGoBothWays_alsoTrailersAndHints() throws Exception {
    byte[] body = new byte[1_000_000];
    new Random(2).nextBytes(body);
    try (Http2Cell cell = Http2Cell.clear();
        TestGateway gateway = before(cell);
        Http2Peer client = Http2Peer.client(gateway.port())) {
      int first = client.open(Http2Peer.head("POST", "/a", "x-business-id", "1"), false);
      client.data(first, body, true);
      Http2Peer connection = cell.next();
      int one = connection.nextStream();
      Http2Peer.Message request = connection.message(one);
      assertThat(request.body()).isEqualTo(body);
      assertThat(request.head().authority()).hasToString("a.example");
      int second = client.get("/b", "x-business-id", "1");
      int two = connection.nextStream();
      connection.answer(two, "103", false, "link", "</a>");
      connection.answer(two, "204", true, "x-b", "1");
      Http2Peer.Message early = client.message(second);
      assertThat(early.heads())
          .extracting(h -> String.valueOf(h.status()))
          .containsExactly("103", "204");
      assertThat(field(early.heads().get(0), "link")).isEqualTo("</a>");
      connection.answer(one, "200", false);
      connection.data(one, body, false);
      connection.headers(one, Http2Peer.with(new DefaultHttp2Headers(), "x-sum", "7"), true);
      Http2Peer.Message answer = client.message(first);
      assertThat(answer.body()).isEqualTo(body);
      Http2Headers trailers = Objects.requireNonNull(answer.trailers(), "trailers");
      assertThat(field(trailers, "x-sum")).isEqualTo("7");
      assertThat(cell.waiting()).isZero();
    }
  }

  @Test
  void cellOverTls_isVerified_andTheGatewayProvesItself() throws Exception {
    TestCa ca = new TestCa(folder);
    TlsIdentity own = ca.files("gateway", ca.ofRouter("gateway.example"));
    OriginTls tls = OriginTls.trusting(ca.file()).proving(own);
    OriginTls named = new OriginTls(tls.trust(), tls.identity(), Optional.of("cell.example"));
    try (Http2Cell cell = Http2Cell.secure(ca.ofHost("cell.example"), ca.root());
        TestGateway gateway =
            TestGateway.of(
                Map.of(),
                c ->
                    c.cell("us-1", new Origin("127.0.0.1", cell.port(), Optional.of(named), true))
                        .cell(
                            "eu-1", new Origin("127.0.0.1", cell.port(), Optional.of(tls), true)));
        RawClient client = gateway.client()) {
      client.get("/", "X-Business-Id: 2");
      assertThat(client.answer().status()).as("another host's certificate").isEqualTo(502);
      assertThat(gateway.nextRecord().trouble()).hasValue("cell-unreachable");
      cell.next();
      client.get("/", KEY);
      Http2Peer connection = cell.next();
      int stream = connection.nextStream();
      assertThat(connection.message(stream).head().scheme()).hasToString("https");
      connection.answer(stream, "200", true);
      assertThat(client.answer().status()).isEqualTo(200);
    }
  }

  @Test
  void cellThatBreaksOff_endsOnlyThatStream_andNeverCleanly() throws Exception {
    try (Http2Cell cell = Http2Cell.clear();
        TestGateway gateway = before(cell);
        Http2Peer client = Http2Peer.client(gateway.port());
        RawClient old = gateway.client()) {
      int broken = client.get("/a", "x-business-id", "1");
      Http2Peer connection = cell.next();
      int one = connection.nextStream();
      int fine = client.get("/b", "x-business-id", "1");
      int two = connection.nextStream();
      connection.answer(one, "200", false);
      connection.data(one, "half", false);
      assertThat(client.next(broken).headers()).isNotNull();
      assertThat(client.next(broken).data()).hasSize(4);
      connection.reset(one, 2);
      assertThat(client.next(broken).reset()).isEqualTo(2);
      connection.answer(two, "200", false);
      connection.data(two, "whole", true);
      assertThat(client.message(fine).text()).isEqualTo("whole");
      old.get("/c", KEY);
      int three = connection.nextStream();
      connection.answer(three, "200", false, "content-length", "8");
      connection.data(three, "half", false);
      assertThat(old.line()).isEqualTo("HTTP/1.1 200 OK");
      connection.cut();
      while (!old.isClosedByPeer()) {
        // What came before.
      }
      assertThat(client.isOpen()).isTrue();
    }
  }

  @Test
  void requestWhoseAnswerIsMalformed_isNotSentAgain() throws Exception {
    try (Http2Cell cell = Http2Cell.clear();
        TestGateway gateway = before(cell);
        RawClient client = gateway.client()) {
      client.send(
          "POST /charges HTTP/1.1\r\nHost: a.example\r\nX-Business-Id: 1\r\n"
              + "Content-Length: 3\r\n\r\nabc");
      Http2Peer connection = cell.next();
      int stream = connection.nextStream();
      assertThat(connection.message(stream).text()).isEqualTo("abc");
      Http2Headers malformed = new DefaultHttp2Headers(false).status("200").add("X-Upper", "1");
      connection.headers(stream, malformed, true);
      assertThat(client.answer().status()).isEqualTo(502);
    }
  }

  @Test
  void connectionToTheCellThatIsCut_resetsTheStream() throws Exception {
    try (Http2Cell cell = Http2Cell.clear();
        TestGateway gateway = before(cell);
        Http2Peer client = Http2Peer.client(gateway.port())) {
      int stream = client.get("/a", "x-business-id", "1");
      Http2Peer connection = cell.next();
      int one = connection.nextStream();
      connection.answer(one, "200", false);
      connection.data(one, "half", false);
      assertThat(client.next(stream).headers()).isNotNull();
      assertThat(client.next(stream).data()).hasSize(4);
      connection.cut();
      assertThat(client.next(stream).reset()).isEqualTo(2);
      int other = client.get("/a", "x-business-id", "1");
      Http2Peer second = cell.next();
      second.answer(second.nextStream(), "204", true);
      assertThat(client.message(other).status()).isEqualTo("204");
    }
  }

  @Test
  void requestThatTheCellRefusesUntouched_isSentAgain_once() throws Exception {
    try (Http2Cell cell = Http2Cell.clear();
        TestGateway gateway = before(cell);
        RawClient client = gateway.client()) {
      client.send("POST / HTTP/1.1\r\nHost: a\r\n" + KEY + "\r\nContent-Length: 3\r\n\r\nabc");
      Http2Peer connection = cell.next();
      int one = connection.nextStream();
      assertThat(connection.message(one).text()).isEqualTo("abc");
      connection.reset(one, 7);
      int two = connection.nextStream();
      assertThat(connection.message(two).text()).isEqualTo("abc");
      connection.reset(two, 7);
      assertThat(client.answer().status()).isEqualTo(502);
      assertThat(connection.waitingStreams()).isZero();
      client.send("POST / HTTP/1.1\r\nHost: a\r\n" + KEY + "\r\nContent-Length: 3\r\n\r\nabc");
      int three = connection.nextStream();
      connection.message(three);
      connection.reset(three, 2);
      assertThat(client.answer().status()).as("it may have been served").isEqualTo(502);
      assertThat(connection.waitingStreams()).isZero();
    }
  }

  @Test
  void cellThatGoesAway_finishesWhatItHas_andTheRestGoesToANewConnection() throws Exception {
    try (Http2Cell cell = Http2Cell.clear();
        TestGateway gateway = before(cell);
        Http2Peer client = Http2Peer.client(gateway.port());
        Http2Peer slow = Http2Peer.client(gateway.port()).stingy()) {
      int first = slow.get("/a", "x-business-id", "1");
      Http2Peer connection = cell.next();
      int one = connection.nextStream();
      int second = client.open(Http2Peer.head("POST", "/b", "x-business-id", "1"), true);
      int two = connection.nextStream();
      connection.answer(one, "200", false);
      connection.data(one, new byte[120_000], true);
      assertThat(slow.next(first).headers()).isNotNull();
      int came = 0;
      while (came < 65_535) {
        came += slow.next(first).data().length;
      }
      connection.goAway(one);
      Http2Peer other = cell.next();
      int again = other.nextStream();
      assertThat(other.message(again).head().path()).hasToString("/b");
      other.answer(again, "200", true);
      assertThat(client.message(second).status()).isEqualTo("200");
      slow.credit(first, came);
      while (came < 120_000) {
        Http2Peer.Event event = slow.next(first);
        assertThat(event.reset()).isNegative();
        came += event.data().length;
      }
    }
  }

  @Test
  void slowClient_holdsBackItsStreamAlone() throws Exception {
    try (Http2Cell cell = Http2Cell.clear();
        TestGateway gateway = before(cell);
        Http2Peer slow = Http2Peer.client(gateway.port()).stingy();
        RawClient quick = gateway.client()) {
      slow.get("/much", "x-business-id", "1");
      Http2Peer connection = cell.next();
      for (int i = 0; i < 5; i++) {
        int stream = connection.nextStream();
        slow.get("/much", "x-business-id", "1");
        connection.answer(stream, "200", false);
        connection.data(stream, new byte[1_000_000], true);
      }
      connection.nextStream();
      quick.get("/", KEY);
      int stream = connection.nextStream();
      connection.answer(stream, "200", false);
      connection.data(stream, new byte[500_000], true);
      assertThat(quick.answer().body()).hasSize(500_000);
    }
  }

  @Test
  void clientThatLeaves_takesItsRequestBack_andTheConnectionStays() throws Exception {
    try (Http2Cell cell = Http2Cell.clear();
        TestGateway gateway = before(cell)) {
      Http2Peer connection;
      try (RawClient client = gateway.client()) {
        client.get("/", KEY);
        connection = cell.next();
        int stream = connection.nextStream();
        connection.message(stream);
        client.close();
        assertThat(connection.next(stream).reset()).isEqualTo(8);
      }
      try (RawClient client = gateway.client()) {
        client.get("/", KEY);
        int stream = connection.nextStream();
        connection.answer(stream, "204", true);
        assertThat(client.answer().status()).isEqualTo(204);
      }
    }
  }

  @Test
  void cellThatDoesNotAnswer_isGivenUp() throws Exception {
    try (Http2Cell cell = Http2Cell.clear();
        TestGateway gateway =
            TestGateway.of(
                Map.of(),
                c ->
                    c.timeouts(TestGateway.all(Duration.ofMillis(300)))
                        .cell(
                            "us-1", new Origin("127.0.0.1", cell.port(), Optional.empty(), true)));
        RawClient client = gateway.client()) {
      client.get("/", KEY);
      Http2Peer connection = cell.next();
      int stream = connection.nextStream();
      connection.message(stream);
      assertThat(client.answer().status()).isEqualTo(504);
      assertThat(connection.next(stream).reset()).isEqualTo(8);
    }
  }
}
