// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.nettyproxy;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.CellRouter;
import io.turnout.authority.MemoryAuthority;
import io.turnout.resolve.CellResolver;
import io.turnout.rules.RuleSet;
import io.turnout.spi.RouteClock;
import io.turnout.spi.RouteKey;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Sends requests to the proxy, over loopback. */
class NettyProxyTest {

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final MemoryAuthority authority = new MemoryAuthority(RouteClock.system());
  private Cell us;
  private Cell eu;
  private CellResolver resolver;
  private NettyProxy proxy;
  private InetSocketAddress address;

  @BeforeEach
  void start() throws Exception {
    us = Cell.start("us-1");
    eu = Cell.start("eu-1");
    authority.put(new RouteKey("business", "1"), "us-1");
    authority.put(new RouteKey("business", "2"), "eu-1");
    resolver = CellResolver.builder(authority).build();
    open(Map.of("us-1", us.address(), "eu-1", eu.address()));
  }

  private void open(Map<String, InetSocketAddress> cells) {
    CellRouter router = CellRouter.of(RuleSet.load(Path.of("rules.yaml")), resolver);
    proxy = new NettyProxy(router, cells);
    address = proxy.listenHttp1(0);
  }

  @AfterEach
  void stop() {
    proxy.close();
    resolver.close();
    us.close();
    eu.close();
  }

  private HttpRequest.Builder to(String target) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + address.getPort() + target));
  }

  private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return client.send(request.build(), BodyHandlers.ofString());
  }

  @Test
  void header_namesTheCell() throws Exception {
    HttpResponse<String> answer =
        send(to("/a%2Fb?c").header("X-Business-Id", "2").header("Turnout-Key", "\"business:1\""));

    assertThat(answer.body()).isEqualTo("eu-1 got /a%2Fb?c and 0 bytes");
    assertThat(answer.headers().map().keySet()).noneMatch(name -> name.startsWith("turnout"));
    assertThat(eu.fields).noneMatch(name -> name.startsWith("Turnout"));
  }

  @Test
  void body_namesTheCellAndArrivesWhole() throws Exception {
    String body = "{\"data\":{\"business_id\":1},\"rest\":\"" + "x".repeat(1_000_000) + "\"}";

    HttpResponse<String> answer =
        send(to("/webhooks/payments").POST(BodyPublishers.ofString(body)));

    assertThat(answer.body()).endsWith(" and " + body.length() + " bytes").startsWith("us-1");
  }

  @Test
  void http2_isForwardedToo() throws Exception {
    address = proxy.listenHttp2(0);
    try (Socket socket = new Socket(address.getAddress(), address.getPort())) {
      OutputStream out = socket.getOutputStream();
      out.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      out.write(new byte[] {0, 0, 0, 4, 0, 0, 0, 0, 0}); // SETTINGS
      byte[] head = {
        (byte) 0x82, (byte) 0x86, 0x44, 7, '/', 's', 't', 'a', 't', 'u', 's', 0x41, 1, 'a'
      };
      out.write(new byte[] {0, 0, (byte) head.length, 1, 5, 0, 0, 0, 1});
      out.write(head);
      out.flush();
      String text = "";
      InputStream in = socket.getInputStream();
      while (!text.contains("us-1 got /status and 0 bytes")) {
        byte[] some = new byte[1024];
        int count = in.read(some);
        assertThat(count).isPositive();
        text += new String(some, 0, count, StandardCharsets.ISO_8859_1);
      }
    }
  }

  @Test
  void unknownBusiness_isRejected() throws Exception {
    HttpResponse<String> answer = send(to("/").header("X-Business-Id", "3"));

    assertThat(answer.statusCode()).isEqualTo(404);
    assertThat(answer.body()).contains("\"reason\":\"unknown-key\"");
  }

  @Test
  void wrongCell_isCorrectedOnce() throws Exception {
    assertThat(send(to("/").header("X-Business-Id", "1")).body()).startsWith("us-1");
    us.right = "eu-1";
    authority.put(new RouteKey("business", "1"), "eu-1");

    HttpResponse<String> answer = send(to("/").header("X-Business-Id", "1"));

    assertThat(answer.body()).startsWith("eu-1");
    assertThat(answer.headers().firstValue("Set-Cookie")).isEmpty();
  }

  @Test
  void wrongCellThatTheAuthorityStillNames_isToldToTheClient() throws Exception {
    us.right = "eu-1";

    HttpResponse<String> answer = send(to("/").header("X-Business-Id", "1"));

    assertThat(answer.statusCode()).isEqualTo(421);
    assertThat(answer.headers().map().keySet()).doesNotContain("turnout-cell", "set-cookie");
  }

  @Test
  void cellThatIsDown_isABadGateway() throws Exception {
    us.close();

    assertThat(send(to("/status")).statusCode()).isEqualTo(502);
    assertThat(send(to("/").header("X-Business-Id", "2")).statusCode()).isEqualTo(200);
  }

  @Test
  void cellThatBreaksOff_isABadGateway() throws Exception {
    proxy.close();
    try (ServerSocket broken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread breaking =
          new Thread(
              () -> {
                try (Socket socket = broken.accept()) {
                  var unused = socket.getInputStream().read();
                } catch (java.io.IOException e) {
                  throw new java.io.UncheckedIOException(e);
                }
              });
      breaking.start();
      open(Map.of("us-1", (InetSocketAddress) broken.getLocalSocketAddress()));

      assertThat(send(to("/status")).statusCode()).isEqualTo(502);
      assertThat(send(to("/").header("X-Business-Id", "2")).statusCode()).isEqualTo(503);
      breaking.join();
    }
  }
}
