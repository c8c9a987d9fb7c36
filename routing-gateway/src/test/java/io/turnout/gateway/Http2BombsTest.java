// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Header sections of HTTP/2 that are small on the wire and large when they are unfolded. */
class Http2BombsTest {

  private static final String KEY = "x-business-id";

  /** The first entry of the table that a client fills itself, as one byte. */
  private static final byte FIRST_OWN_ENTRY = (byte) (0x80 | 62);

  private CellServer cell;
  private TestGateway gateway;

  @BeforeEach
  void start() throws Exception {
    cell = CellServer.named("us");
    gateway =
        TestGateway.of(
            Map.of("us-1", cell.port()), c -> c.timeouts(TestGateway.all(Duration.ofSeconds(20))));
  }

  @AfterEach
  void stop() throws Exception {
    gateway.close();
    cell.close();
  }

  private RawClient client() throws Exception {
    return gateway.client().send(RawFrames.PREFACE).send(RawFrames.settings());
  }

  private static byte[] request(byte[] more) {
    ByteArrayOutputStream block = new ByteArrayOutputStream();
    block.writeBytes(
        RawFrames.block(
            ":method", "GET", ":path", "/", ":scheme", "http", ":authority", "a", KEY, "1"));
    block.writeBytes(more);
    return block.toByteArray();
  }

  private void assertThatItEndsAndOthersAreServed(RawClient client) throws Exception {
    assertThat(endsOrIsRefused(client)).isTrue();
    assertThat(cell.waitingHeads()).isZero();
    try (Http2Peer other = Http2Peer.client(gateway.port())) {
      assertThat(other.message(other.get("/", KEY, "1")).text()).isEqualTo("us0");
    }
    assertThat(cell.nextHead().line()).isEqualTo("GET / HTTP/1.1");
  }

  /** Whether the connection ends, or the stream is reset or refused with 431. */
  private static boolean endsOrIsRefused(RawClient client) throws IOException {
    try {
      while (true) {
        RawFrames.Frame frame = RawFrames.read(client);
        if (frame.type() == RawFrames.GOAWAY || frame.type() == RawFrames.RST_STREAM) {
          return true;
        }
        if (frame.type() == RawFrames.HEADERS) {
          String block = new String(frame.payload(), StandardCharsets.ISO_8859_1);
          return !block.isEmpty() && block.charAt(0) != (char) (0x80 | 8);
        }
      }
    } catch (IOException closed) {
      return true;
    }
  }

  @Test
  void entryThatIsNamedManyTimes_isNotUnfoldedBeyondTheLimit() throws Exception {
    ByteArrayOutputStream bomb = new ByteArrayOutputStream();
    byte[] entry = RawFrames.block("x-large", "y".repeat(3_900));
    entry[0] = 0x40; // keep it in the table
    bomb.writeBytes(entry);
    for (int i = 0; i < 10_000; i++) {
      bomb.write(FIRST_OWN_ENTRY);
    }
    try (RawClient client = client()) {
      client.send(
          RawFrames.frame(
              RawFrames.HEADERS,
              RawFrames.END_STREAM | RawFrames.END_HEADERS,
              1,
              request(bomb.toByteArray())));
      assertThatItEndsAndOthersAreServed(client);
    }
  }

  @Test
  void veryManyTinyFields_areRefused() throws Exception {
    ByteArrayOutputStream many = new ByteArrayOutputStream();
    for (int i = 0; i < 3_000; i++) {
      many.writeBytes(RawFrames.block("a", "b"));
    }
    try (RawClient client = client()) {
      client.send(
          RawFrames.frame(
              RawFrames.HEADERS,
              RawFrames.END_STREAM | RawFrames.END_HEADERS,
              1,
              request(many.toByteArray())));
      assertThatItEndsAndOthersAreServed(client);
    }
  }
}
