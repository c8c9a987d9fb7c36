// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.gateway.config.Limits;
import io.turnout.gateway.config.ServerTls;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** HTTP/2 between clients and the gateway, in front of cells of HTTP/1.1. */
class Http2ClientTest {

  private static final String KEY = "x-business-id";

  @TempDir private Path folder;

  @Test
  void alpn_choosesHttp2_whereTheClientSpeaksIt() throws Exception {
    TestCa ca = new TestCa(folder);
    ServerTls tls = ca.ofPort().requiring(ca.file());
    try (CellServer cell = CellServer.named("us");
        TestGateway gateway = TestGateway.of(Map.of("us-1", cell.port()), c -> c.tls(tls));
        RawClient old = gateway.client(ca.showing(ca.ofRouter("edge.example")))) {
      HttpClient client =
          HttpClient.newBuilder().sslContext(ca.showing(ca.ofRouter("edge.example"))).build();
      URI place = URI.create("https://localhost:" + gateway.port() + "/a?b=%20");
      HttpRequest request = HttpRequest.newBuilder(place).header(KEY, "1").build();
      HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
      assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_2);
      assertThat(answer.body()).isEqualTo("us0");
      assertThat(cell.nextHead())
          .satisfies(head -> assertThat(head.line()).isEqualTo("GET /a?b=%20 HTTP/1.1"))
          .satisfies(head -> assertThat(head.all("Host")).containsExactly(place.getAuthority()))
          .satisfies(head -> assertThat(head.all("Via")).containsExactly("2.0 turnout"));
      assertThat(gateway.router.heads.take())
          .satisfies(head -> assertThat(head.scheme()).isEqualTo("https"))
          .satisfies(head -> assertThat(head.authority()).isEqualTo(place.getAuthority()))
          .satisfies(head -> assertThat(head.peerNames()).contains("edge.example"));
      assertThat(old.get("/", "X-Business-Id: 1").answer().text()).isEqualTo("us0");
    }
  }

  @Test
  void http2ThatIsTurnedOff_isNotSpoken() throws Exception {
    TestCa ca = new TestCa(folder);
    ServerTls tls = ca.ofPort();
    try (CellServer cell = CellServer.named("us");
        TestGateway clear = TestGateway.of(Map.of("us-1", cell.port()), c -> c.http2(false));
        TestGateway gateway =
            TestGateway.of(Map.of("us-1", cell.port()), c -> c.tls(tls).http2(false))) {
      HttpClient modern = HttpClient.newBuilder().sslContext(ca.trusting()).build();
      URI place = URI.create("https://localhost:" + gateway.port() + "/");
      HttpRequest request = HttpRequest.newBuilder(place).header(KEY, "1").build();
      HttpResponse<String> answer = modern.send(request, HttpResponse.BodyHandlers.ofString());
      assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
      try (RawClient client = clear.client()) {
        client.send(RawFrames.PREFACE);
        assertThat(client.line()).isEqualTo("HTTP/2.0 501 Not Implemented");
      }
    }
  }

  @Test
  void priorKnowledge_isUnderstood_andAnUpgradeIsNot() throws Exception {
    try (CellServer cell = CellServer.named("us");
        TestGateway gateway = TestGateway.of(Map.of("us-1", cell.port()));
        Http2Peer client = Http2Peer.client(gateway.port());
        RawClient old = gateway.client()) {
      assertThat(client.message(client.get("/", KEY, "1")).text()).isEqualTo("us0");
      String[] upgrade = {
        "X-Business-Id: 1",
        "Connection: Upgrade, HTTP2-Settings",
        "Upgrade: h2c",
        "HTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA"
      };
      for (int i = 0; i < 2; i++) {
        RawClient.Answer answer = old.get("/", upgrade).answer();
        assertThat(answer.statusLine()).isEqualTo("HTTP/1.1 200 OK");
        assertThat(answer.text()).isEqualTo("us0");
      }
      // This one asks for an upgrade, too.
      HttpClient modern = HttpClient.newHttpClient();
      URI place = URI.create("http://localhost:" + gateway.port() + "/");
      HttpRequest request = HttpRequest.newBuilder(place).header(KEY, "1").build();
      HttpResponse<String> answer = modern.send(request, HttpResponse.BodyHandlers.ofString());
      assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
      assertThat(answer.body()).isEqualTo("us0");
    }
  }

  @Test
  void body_largerThanAnyWindow_arrivesWhole_afterADecisionOnAnotherThread() throws Exception {
    byte[] body = new byte[3_000_000];
    new Random(1).nextBytes(body);
    try (CellServer cell = BodyDecisionTest.echo();
        TestGateway gateway = TestGateway.of(Map.of("us-1", cell.port()));
        Http2Peer client = Http2Peer.client(gateway.port())) {
      int stream = client.open(Http2Peer.head("POST", "/later"), false);
      client.data(stream, body, true);
      assertThat(client.message(client.get("/none")).status()).isEqualTo("404");
      assertThat(client.has(stream)).isFalse();
      Thread other = new Thread(() -> gateway.router.later.complete("us-1"));
      other.start();
      other.join();
      Http2Peer.Message answer = client.message(stream);
      assertThat(answer.status()).isEqualTo("200");
      assertThat(answer.body()).isEqualTo(body);
    }
  }

  @Test
  void requestThatIsHeldBack_holdsBackNoOther() throws Exception {
    byte[] part = new byte[65_535];
    try (CellServer cell = BodyDecisionTest.echo();
        TestGateway gateway = TestGateway.of(Map.of("us-1", cell.port()));
        Http2Peer client = Http2Peer.client(gateway.port())) {
      for (int i = 0; i < 20; i++) {
        client.data(client.open(Http2Peer.head("POST", "/later"), false), part, i % 2 == 0);
      }
      int stream = client.open(Http2Peer.head("POST", "/", KEY, "1"), false);
      client.data(stream, new byte[1_000_000], true);
      assertThat(client.message(stream).body()).hasSize(1_000_000);
    }
  }

  @Test
  void answerThatIsNotRead_holdsBackItsCell_andNoOtherAnswer() throws Exception {
    CountDownLatch sent = new CountDownLatch(1);
    byte[] much = new byte[40_000_000];
    try (CellServer cell =
            new CellServer(
                connection -> {
                  while (true) {
                    CellServer.Head head = connection.head();
                    int size = head.line().startsWith("GET /much") ? much.length : 3;
                    connection.send("HTTP/1.1 200 OK\r\nContent-Length: " + size + "\r\n\r\n");
                    if (size == 3) {
                      connection.send("abc");
                    } else {
                      connection.send(much);
                      sent.countDown();
                    }
                  }
                });
        TestGateway gateway = TestGateway.of(Map.of("us-1", cell.port()));
        Http2Peer client = Http2Peer.client(gateway.port()).stingy()) {
      int stream = client.get("/much", KEY, "1");
      assertThat(client.next(stream).headers()).isNotNull();
      int came = 0;
      while (came < 65_535) {
        came += client.next(stream).data().length;
      }
      assertThat(sent.await(300, TimeUnit.MILLISECONDS)).as("taken in whole").isFalse();
      client.credit(stream, 65_535);
      while (came < 131_070) {
        came += client.next(stream).data().length;
      }
      client.reset(stream, 8);
      assertThat(gateway.nextRecord().ending()).isEqualTo(ExchangeRecord.Ending.CLIENT_CLOSED);
      assertThat(client.message(client.get("/", KEY, "1")).text()).isEqualTo("abc");
    }
  }

  @Test
  void moreStreamsThanTheLimit_areRefused_alsoBeforeTheLimitIsAcknowledged() throws Exception {
    Limits d = Limits.DEFAULT;
    Limits limits =
        new Limits(
            d.connections(),
            d.connectionsPerCell(),
            d.waitingPerCell(),
            d.requestLineBytes(),
            d.headerBytes(),
            d.bodyHeldBytes(),
            d.bodyKeptBytes(),
            3,
            d.resetsPerConnection());
    try (CellServer cell = CellServer.named("us");
        TestGateway gateway = TestGateway.of(Map.of("us-1", cell.port()), c -> c.limits(limits));
        RawClient client = gateway.client()) {
      client.send(RawFrames.PREFACE).send(RawFrames.settings());
      for (int i = 0; i < 4; i++) {
        client.send(RawFrames.request(2 * i + 1, "/later"));
      }
      RawFrames.Frame frame = RawFrames.read(client);
      while (frame.type() != RawFrames.RST_STREAM) {
        frame = RawFrames.read(client);
      }
      assertThat(frame.stream()).isEqualTo(7);
      assertThat(frame.payload()).containsExactly(0, 0, 0, 7);
      gateway.router.later.complete("us-1");
      for (int i = 0; i < 3; i++) {
        assertThat(gateway.nextRecord().status()).isEqualTo(200);
      }
    }
  }
}
