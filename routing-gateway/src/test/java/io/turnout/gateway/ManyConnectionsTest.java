// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.UnixOperatingSystemMXBean;
import io.turnout.gateway.config.Limits;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Clients in masses that hold a connection each and let it lie. */
class ManyConnectionsTest {

  private static final int WANTED = 10_000;

  /** Descriptors that the test's process needs for all else. */
  private static final long RESERVED = 500;

  private static final int SOURCES = 8;
  private static final int ASKED_BETWEEN = 50;

  /** What a client sends before it falls silent. */
  private static final List<String> BEGINNINGS =
      List.of(
          "",
          "GET / HTTP/1.1\r\nHost: a\r\nX-Bus",
          "POST / HTTP/1.1\r\nHost: a\r\nX-Business-Id: 1\r\nContent-Le",
          "POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{\"id\"",
          "POST /body HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\"id");

  /** How many both ends of which this process may have open. */
  private static int affordable() {
    if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix) {
      long free = unix.getMaxFileDescriptorCount() - unix.getOpenFileDescriptorCount() - RESERVED;
      return (int) Math.max(0, Math.min(WANTED, free / 2));
    }
    return 0;
  }

  @Test
  @EnabledOnOs(OS.LINUX) // every address of 127.0.0.0/8 is one's own there
  void thousandsOfIdleConnections_areHeld_whileRequestsAreAnswered(TestReporter reporter)
      throws Exception {
    int count = affordable();
    reporter.publishEntry("idle connections", Integer.toString(count));
    assertThat(count).as("too few descriptors: ulimit -n").isPositive();
    Limits limits = new Limits(count + 2, 256, 1_024, 8 << 10, 32 << 10, 1 << 20, 64 << 10);
    try (CellServer cell = CellServer.named("us");
        TestGateway gateway =
            TestGateway.of(
                Map.of("us-1", cell.port()),
                c -> c.limits(limits).timeouts(TestGateway.all(Duration.ofMinutes(5))));
        Idle idle = new Idle()) {
      for (int i = 0; i < count; i++) {
        idle.open(gateway.port(), i);
        if (i % (count / ASKED_BETWEEN + 1) == 0) {
          assertThatARequestIsAnswered(gateway);
        }
      }
      assertThatARequestIsAnswered(gateway);
      assertThat(idle.stillOpen()).isEqualTo(count);
      try (RawClient last = gateway.client();
          RawClient atTheLimit = gateway.client();
          RawClient beyond = gateway.client()) {
        assertThat(last.get("/", "X-Business-Id: 1").answer().status()).isEqualTo(200);
        assertThat(atTheLimit.get("/", "X-Business-Id: 1").answer().status()).isEqualTo(200);
        assertThat(beyond.isClosedByPeer()).isTrue();
      }
    }
  }

  private static void assertThatARequestIsAnswered(TestGateway gateway) throws Exception {
    try (RawClient client = gateway.client()) {
      assertThat(client.get("/", "X-Business-Id: 1").answer().status()).isEqualTo(200);
    }
  }

  /** Connections that lie. */
  private static final class Idle implements AutoCloseable {

    private final List<SocketChannel> channels = new ArrayList<>();

    void open(int port, int number) throws IOException {
      SocketChannel channel = SocketChannel.open();
      channels.add(channel);
      channel.bind(new InetSocketAddress("127.0.0." + (2 + number % SOURCES), 0));
      channel.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      String beginning = BEGINNINGS.get(number % BEGINNINGS.size());
      channel.write(ByteBuffer.wrap(beginning.getBytes(StandardCharsets.ISO_8859_1)));
      channel.configureBlocking(false);
    }

    /** How many the gateway neither closed nor answered. */
    long stillOpen() {
      return channels.stream().filter(Idle::isOpen).count();
    }

    private static boolean isOpen(SocketChannel channel) {
      try {
        return channel.read(ByteBuffer.allocate(1)) == 0;
      } catch (IOException e) {
        return false;
      }
    }

    /** Before the gateway stops, which would wait for what they began. */
    @Override
    public void close() throws IOException {
      for (SocketChannel channel : channels) {
        channel.close();
      }
    }
  }
}
