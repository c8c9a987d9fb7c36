// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.gateway.config.Limits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Clients of HTTP/2 that break its rules, or use them against the gateway. */
class Http2HostileTest {

  private static final String[] KEY = {"x-business-id", "1"};

  private static RawClient begun(TestGateway gateway) throws Exception {
    return gateway.client().send(RawFrames.PREFACE).send(RawFrames.settings());
  }

  /** The next frame of a type; a GOAWAY ends the search, too. */
  private static RawFrames.Frame next(RawClient client, int type) throws IOException {
    RawFrames.Frame frame = RawFrames.read(client);
    while (frame.type() != type && frame.type() != RawFrames.GOAWAY) {
      frame = RawFrames.read(client);
    }
    return frame;
  }

  private static int code(RawFrames.Frame frame) {
    byte[] payload = frame.payload();
    return payload[payload.length > 4 ? 7 : 3];
  }

  private static byte[] head(int stream, int flags, String... fields) {
    return RawFrames.frame(RawFrames.HEADERS, flags, stream, RawFrames.block(fields));
  }

  private static byte[] with(String... changes) {
    String[] fields = {
      ":method", "GET", ":path", "/", ":scheme", "http", ":authority", "a.example", KEY[0], KEY[1]
    };
    String[] all = java.util.Arrays.copyOf(fields, fields.length + changes.length);
    int size = fields.length;
    for (int i = 0; i < changes.length; i += 2) {
      int at = List.of(fields).indexOf(changes[i]);
      if (at >= 0 && at % 2 == 0) {
        all[at + 1] = changes[i + 1];
      } else {
        all[size++] = changes[i];
        all[size++] = changes[i + 1];
      }
    }
    return RawFrames.block(java.util.Arrays.copyOf(all, size));
  }

  @Test
  void malformedRequest_isRefused_reachesNoCell_andHarmsNoOther() throws Exception {
    List<byte[]> wrong =
        List.of(
            with(":method", "GE T"),
            with(":method", "GET / HTTP/1.1\r\nX: y\r\n\r\nGET"),
            with(":method", ""),
            with(":path", ""),
            with(":path", "a"),
            with(":path", "*"),
            with(":path", "/a b"),
            with(":path", "/ HTTP/1.1\r\nX: y"),
            with(":path", "http://b.example/"),
            with(":scheme", "ftp"),
            with(":authority", ""),
            with(":authority", "a b"),
            with(":authority", "u@a.example"),
            with(":authority", "a.example:x"),
            with(":authority", "a.example:0"),
            with(":authority", "%61"),
            with("host", "b.example"),
            with("host", "a.example", "host", "a.example"),
            with("host", "%"),
            with("x", "a\r\ny: b"),
            with("x", "a\nb"),
            with("x", "a\u0000b"),
            with("x y", "a"),
            with("x:", "a"),
            with("X", "a"),
            with("connection", "close"),
            with("transfer-encoding", "chunked"),
            with("upgrade", "websocket"),
            with("keep-alive", "1"),
            with("proxy-connection", "1"),
            with("te", "gzip"),
            with("content-length", "1"),
            with("content-length", "0", "content-length", "1"),
            with("content-length", "-1"),
            with(":status", "200"),
            with(":later", "1"));
    try (CellServer cell = CellServer.named("us");
        TestGateway gateway = TestGateway.of(Map.of("us-1", cell.port()))) {
      for (int i = 0; i < wrong.size(); i++) {
        try (RawClient client = begun(gateway)) {
          int both = RawFrames.END_STREAM | RawFrames.END_HEADERS;
          client.send(RawFrames.frame(RawFrames.HEADERS, both, 1, wrong.get(i)));
          client.send(RawFrames.request(3, "/", KEY));
          try {
            assertRefused(client, i);
          } catch (IOException e) {
            throw new AssertionError("case " + i, e);
          }
          assertThat(cell.nextHead().line()).as("case %s", i).isEqualTo("GET / HTTP/1.1");
        }
      }
      assertThat(cell.waitingHeads()).isZero();
    }
  }

  /** The first stream ends with a reset or an answer of 4xx, and the third with 200. */
  private static void assertRefused(RawClient client, int which) throws IOException {
    boolean refused = false;
    boolean served = false;
    while (!refused || !served) {
      RawFrames.Frame frame = RawFrames.read(client);
      assertThat(frame.type()).as("case %s", which).isNotEqualTo(RawFrames.GOAWAY);
      if (frame.type() == RawFrames.HEADERS || frame.type() == RawFrames.RST_STREAM) {
        boolean ok = (frame.payload()[(frame.flags() & 0x20) == 0 ? 0 : 5] & 0xff) == 0x88;
        assertThat(frame.type() == RawFrames.HEADERS && ok)
            .as("case %s, stream %s", which, frame.stream())
            .isEqualTo(frame.stream() == 3);
        refused |= frame.stream() == 1;
        served |= frame.stream() == 3;
      }
    }
  }

  @Test
  void connect_isNotServed_andNeitherIsWebSocketOverHttp2() throws Exception {
    try (CellServer cell = CellServer.named("us");
        TestGateway gateway = TestGateway.of(Map.of("us-1", cell.port()));
        RawClient client = begun(gateway)) {
      client.send(
          head(1, RawFrames.END_HEADERS, ":method", "CONNECT", ":authority", "a.example:1"));
      assertThat(next(client, RawFrames.HEADERS).stream()).isEqualTo(1);
      assertThat(gateway.nextRecord().status()).isEqualTo(501);
      client.send(
          head(
              3,
              RawFrames.END_HEADERS,
              ":method",
              "CONNECT",
              ":protocol",
              "websocket",
              ":scheme",
              "http",
              ":path",
              "/",
              ":authority",
              "a.example"));
      RawFrames.Frame reset = next(client, RawFrames.RST_STREAM);
      while (reset.stream() != 3) {
        reset = next(client, RawFrames.RST_STREAM);
      }
      assertThat(code(reset)).isEqualTo(1);
      client.send(RawFrames.request(5, "/", KEY));
      assertThat(next(client, RawFrames.HEADERS).stream()).isEqualTo(5);
      assertThat(cell.nextHead().line()).isEqualTo("GET / HTTP/1.1");
    }
  }

  private static Limits limits(int requestLine, int headers, int resets) {
    Limits d = Limits.DEFAULT;
    return new Limits(
        d.connections(),
        d.connectionsPerCell(),
        d.waitingPerCell(),
        requestLine,
        headers,
        d.bodyHeldBytes(),
        d.bodyKeptBytes(),
        d.streamsPerConnection(),
        resets);
  }

  @Test
  void headAtItsLimits_isServed_andOneBeyondIsNot() throws Exception {
    try (CellServer cell = CellServer.named("us");
        TestGateway gateway =
            TestGateway.of(Map.of("us-1", cell.port()), c -> c.limits(limits(300, 1_000, 10)));
        Http2Peer client = Http2Peer.client(gateway.port())) {
      String path = "/" + "a".repeat(299);
      assertThat(client.message(client.get(path, KEY)).status()).isEqualTo("200");
      assertThat(client.message(client.get(path + "a", KEY)).status()).isEqualTo("414");
      // :method GET, :path /, :scheme http, :authority a.example, x-business-id 1, x: 32 each
      int fixed = 10 + 6 + 11 + 19 + 14 + 1 + 6 * 32;
      String value = "b".repeat(1_300 - fixed);
      assertThat(client.message(client.get("/", KEY[0], KEY[1], "x", value)).status())
          .isEqualTo("200");
      try (RawClient raw = begun(gateway)) {
        raw.send(RawFrames.request(1, "/", KEY[0], KEY[1], "x", value + "b"));
        byte[] refused = next(raw, RawFrames.HEADERS).payload();
        assertThat(new String(refused, StandardCharsets.ISO_8859_1)).contains("431");
        raw.send(RawFrames.request(3, "/", KEY[0], KEY[1], "x", value));
        assertThat(next(raw, RawFrames.HEADERS).stream()).isEqualTo(3);
      }
    }
  }

  @Test
  void continuationsWithoutEnd_endTheConnection() throws Exception {
    try (TestGateway gateway = TestGateway.of(Map.of("us-1", 1));
        RawClient client = begun(gateway)) {
      client.send(head(1, 0, ":method", "GET"));
      for (int i = 0; i < 20; i++) {
        client.send(RawFrames.frame(RawFrames.CONTINUATION, 0, 1, RawFrames.block("x" + i, "y")));
      }
      assertThat(next(client, RawFrames.GOAWAY).type()).isEqualTo(RawFrames.GOAWAY);
    }
  }

  @Test
  void emptyData_endsTheConnection() throws Exception {
    try (TestGateway gateway = TestGateway.of(Map.of("us-1", 1));
        RawClient client = begun(gateway)) {
      client.send(
          RawFrames.frame(RawFrames.HEADERS, RawFrames.END_HEADERS, 1, with(":path", "/later")));
      for (int i = 0; i < 4; i++) {
        client.send(RawFrames.frame(RawFrames.DATA, 0, 1, new byte[0]));
      }
      assertThat(code(next(client, RawFrames.GOAWAY))).isEqualTo(11);
    }
  }

  @Test
  void framesThatCarryNothing_areTakenUpToTheLimit() throws Exception {
    byte[][] idle = {
      RawFrames.settings(),
      RawFrames.frame(RawFrames.PING, 0, 0, new byte[8]),
      RawFrames.frame(RawFrames.PRIORITY, 0, 1, new byte[] {0, 0, 0, 0, 1})
    };
    for (byte[] frame : idle) {
      try (CellServer cell = CellServer.named("us");
          TestGateway gateway = TestGateway.of(Map.of("us-1", cell.port()));
          RawClient client = begun(gateway)) {
        for (int i = 0; i < Http2Guard.MAX_IDLE_FRAMES; i++) {
          client.send(frame);
        }
        client.send(RawFrames.request(1, "/", KEY));
        assertThat(next(client, RawFrames.HEADERS).type()).isEqualTo(RawFrames.HEADERS);
        client.send(frame);
        assertThat(code(next(client, RawFrames.GOAWAY))).isEqualTo(11);
      }
    }
  }

  @Test
  void requestsThatAreTakenBack_areTakenUpToTheLimit() throws Exception {
    try (CellServer cell = CellServer.named("us");
        TestGateway gateway =
            TestGateway.of(Map.of("us-1", cell.port()), c -> c.limits(limits(300, 1_000, 10)));
        RawClient client = begun(gateway)) {
      byte[] cancel = {0, 0, 0, 8};
      int stream = 1;
      for (int i = 0; i < 10; i++, stream += 2) {
        client.send(RawFrames.request(stream, "/later"));
        client.send(RawFrames.frame(RawFrames.RST_STREAM, 0, stream, cancel));
        assertThat(gateway.nextRecord().ending()).isEqualTo(ExchangeRecord.Ending.CLIENT_CLOSED);
      }
      client.send(RawFrames.request(stream, "/", KEY));
      assertThat(next(client, RawFrames.HEADERS).stream()).isEqualTo(stream);
      client.send(RawFrames.request(stream + 2, "/later"));
      client.send(RawFrames.frame(RawFrames.RST_STREAM, 0, stream + 2, cancel));
      assertThat(code(next(client, RawFrames.GOAWAY))).isEqualTo(11);
    }
  }

  @Test
  void connectionThatIsNoneOfHttp_isCountedAndClosed() throws Exception {
    Limits d = Limits.DEFAULT;
    Limits two =
        new Limits(
            2,
            d.connectionsPerCell(),
            d.waitingPerCell(),
            d.requestLineBytes(),
            d.headerBytes(),
            d.bodyHeldBytes(),
            d.bodyKeptBytes(),
            d.streamsPerConnection(),
            d.resetsPerConnection());
    for (String begun : List.of("", "P", "PRI * HTTP/2.0\r\n", RawFrames.PREFACE, "GET / HT")) {
      try (TestGateway gateway =
              TestGateway.of(
                  Map.of("us-1", 1),
                  c -> c.limits(two).timeouts(TestGateway.all(Duration.ofMillis(300))));
          RawClient first = gateway.client().send(begun);
          RawClient second = gateway.client().send(begun);
          RawClient third = gateway.client()) {
        long start = System.nanoTime();
        assertThat(third.isClosedByPeer()).isTrue();
        assertThat(System.nanoTime() - start).isLessThan(TimeUnit.SECONDS.toNanos(5));
        assertClosed(first);
        assertClosed(second);
      }
    }
  }

  private static void assertClosed(RawClient client) throws IOException {
    while (!client.isClosedByPeer()) {
      // Settings of the gateway, or a GOAWAY.
    }
  }
}
