// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.armeria;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
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
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RoutingProxyTest {

  private static final String TO_US = "1001";
  private static final String TO_EU = "1002";

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private Cell us;
  private RoutingProxy proxy;

  @BeforeAll
  void start() throws IOException {
    us = new Cell("us-1");
    Map<String, URI> cells =
        Map.of(
            "us-1", URI.create("http://127.0.0.1:" + us.port()),
            "eu-1", URI.create("http://127.0.0.1:" + closedPort()));
    proxy = RoutingProxy.start(new InetSocketAddress("127.0.0.1", 0), Path.of(""), cells);
  }

  private static int closedPort() throws IOException {
    try (ServerSocket any = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return any.getLocalPort();
    }
  }

  @AfterAll
  void stop() {
    try (Cell cell = us) {
      proxy.close();
    }
  }

  private HttpRequest.Builder request(String target) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + proxy.port() + target));
  }

  private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return client.send(request.build(), BodyHandlers.ofString());
  }

  private HttpResponse<String> post(String target, String body) throws Exception {
    return send(request(target).POST(BodyPublishers.ofString(body)));
  }

  @Test
  void request_arrives_withItsTargetAsArmeriaWritesIt() throws Exception {
    String target = "/a%2Fb/%7e//c;d?x=%20&y=+&z&p=%2B";
    HttpRequest.Builder request = request(target).header("X-Account-Id", TO_US);
    assertThat(send(request.header("X-Mine", "1, 2")).body()).isEqualTo("us-1");
    Cell.Seen seen = us.next();
    assertThat(seen.target()).isEqualTo("/a%2Fb/~//c;d?x=+&y=+&z&p=%2B");
    assertThat(seen.all("X-mine")).containsExactly("1, 2");
    assertThat(seen.all("Host")).containsExactly("127.0.0.1:" + proxy.port());
  }

  @Test
  void newUser_getsACookieOnce_andAKnownOneNone() throws Exception {
    HttpResponse<String> first = send(request("/").header("X-Account-Id", TO_US));
    assertThat(first.headers().allValues("Set-Cookie"))
        .singleElement()
        .asString()
        .startsWith("rid=");
    HttpRequest.Builder known = request("/").header("X-Account-Id", TO_US);
    assertThat(send(known.header("Cookie", "rid=any")).headers().allValues("Set-Cookie")).isEmpty();
    us.next();
    us.next();
  }

  @Test
  void bodyThatDecides_arrivesWhole() throws Exception {
    String body = "{\"account\": \"1001\", \"rest\": \"" + "x".repeat(1 << 20) + "\"}";
    assertThat(post("/imports", body).body()).isEqualTo("us-1");
    assertThat(us.next().body()).isEqualTo(body);
  }

  @Test
  void bodyThatDecidesNothing_arrivesWhole() throws Exception {
    String body = "x".repeat(1 << 20);
    HttpRequest.Builder request = request("/").header("X-Account-Id", TO_US);
    assertThat(send(request.POST(BodyPublishers.ofString(body))).body()).isEqualTo("us-1");
    assertThat(us.next().body()).isEqualTo(body);
  }

  @Test
  void bodyInPieces_isReadNoFurtherThanItDecides() throws Exception {
    String head = "POST /imports HTTP/1.1\r\nHost: a\r\nConnection: close\r\n";
    String body = "{\"account\":\"7\",\"rest\":\"never sent\"}";
    try (Socket socket = new Socket("127.0.0.1", proxy.port())) {
      OutputStream out = socket.getOutputStream();
      String begun = head + "Content-Length: " + body.length() + "\r\n\r\n" + body.substring(0, 14);
      for (byte one : begun.getBytes(StandardCharsets.US_ASCII)) {
        out.write(one);
        out.flush();
      }
      byte[] answer = socket.getInputStream().readNBytes("HTTP/1.1 404".length());
      assertThat(new String(answer, StandardCharsets.US_ASCII)).isEqualTo("HTTP/1.1 404");
    }
    assertThat(us.waiting()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "/nobody, '', 404",
    "/accounts/7/cards, '', 404",
    "/imports, '{\"account\":\"7\"}', 404",
    "/imports, '{\"account\":', 413",
    "/imports, '', 404"
  })
  void refusal_hasTheStatusOfTheDecision(String target, String body, int status) throws Exception {
    assertThat(post(target, body).statusCode()).isEqualTo(status);
    assertThat(us.waiting()).isZero();
  }

  @Test
  void twoKeys_areRefused() throws Exception {
    HttpRequest.Builder two = request("/").header("X-Account-Id", TO_US);
    assertThat(send(two.header("X-Account-Id", TO_EU)).statusCode()).isEqualTo(400);
  }

  @Test
  void cellThatIsAway_isAFailureAndNoOtherCell() throws Exception {
    HttpRequest.Builder request = request("/").header("X-Account-Id", TO_EU);
    assertThat(send(request).statusCode()).isBetween(500, 599);
    assertThat(us.waiting()).isZero();
  }

  @Test
  void forgedFields_decideNothingAndGoNoFurther() throws Exception {
    HttpRequest.Builder forged =
        request("/")
            .header("X-Account-Id", TO_US)
            .header("Turnout-Key", "\"account:1002\";rule=\"header\"")
            .header("turnout_hops", "9");
    HttpResponse<String> answer = send(forged);
    assertThat(answer.body()).isEqualTo("us-1");
    assertThat(answer.headers().map().keySet()).noneMatch(RoutingProxyTest::isTurnout);
    assertThat(us.next().fields().keySet()).noneMatch(RoutingProxyTest::isTurnout);
  }

  private static boolean isTurnout(String name) {
    return name.toLowerCase(Locale.ROOT).matches("turnout[-_].*");
  }
}
