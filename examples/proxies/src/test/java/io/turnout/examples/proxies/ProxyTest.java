// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.proxies;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.gateway.Gateway;
import io.turnout.gateway.config.GatewayConfig;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a proxy that asks a gateway has to do, whichever proxy it is. */
abstract class ProxyTest {

  private static final long LIMIT_SECONDS = 30;
  private static final String TO_US = "1001";
  private static final String TO_EU = "1002";

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final Map<Integer, Integer> ports = new TreeMap<>();

  @TempDir private Path folder;

  private Cell us;
  private Cell eu;
  private Gateway gateway;
  private Program proxy;

  /**
   * Starts the proxy.
   *
   * @param files where the example's files are, with the ports of this test
   * @param port where it has to listen
   */
  abstract Program start(Path files, int port) throws IOException;

  /** The files of the example that the proxy needs, by their paths in it. */
  abstract List<String> files();

  @BeforeEach
  void startAll() throws Exception {
    // Programs that root starts serve as somebody else.
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
    us = new Cell("us-1");
    eu = new Cell("eu-1");
    ports.put(8000, Program.freePort());
    ports.put(8080, Program.freePort());
    ports.put(8090, Program.freePort());
    ports.put(9001, us.port());
    ports.put(9002, eu.port());
    for (String file : List.of("rules.yaml", "routes.yaml", "gateway.yaml")) {
      copy(file);
    }
    for (String file : files()) {
      copy(file);
    }
    gateway =
        Gateway.start(GatewayConfig.load(folder.resolve("gateway.yaml")))
            .toCompletableFuture()
            .get(LIMIT_SECONDS, TimeUnit.SECONDS);
    proxy = start(folder, port(8000));
  }

  /** The port that stands for one of the example's. */
  private int port(int ofExample) {
    return Objects.requireNonNull(ports.get(ofExample));
  }

  /** Copies a file of the example, with this test's ports instead of its own. */
  private void copy(String file) throws IOException {
    String text = Files.readString(Path.of(file));
    for (Map.Entry<Integer, Integer> port : ports.entrySet()) {
      text = text.replaceAll("\\b" + port.getKey() + "\\b", "<" + port.getKey() + ">");
    }
    for (Map.Entry<Integer, Integer> port : ports.entrySet()) {
      text = text.replace("<" + port.getKey() + ">", port.getValue().toString());
    }
    Path copied = folder.resolve(file);
    Files.createDirectories(copied.resolveSibling("."));
    Files.writeString(copied, text);
  }

  @AfterEach
  void stopAll() throws Exception {
    try (Cell one = us;
        Cell two = eu) {
      if (proxy != null) {
        proxy.close();
      }
      stopGateway();
    }
  }

  private void stopGateway() throws Exception {
    if (gateway != null) {
      gateway.stop().toCompletableFuture().get(LIMIT_SECONDS, TimeUnit.SECONDS);
    }
  }

  private HttpRequest.Builder request(String target) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port(8000) + target));
  }

  private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return client.send(request.build(), BodyHandlers.ofString());
  }

  @Test
  void key_picksTheCell() throws Exception {
    assertThat(send(request("/").header("X-Account-Id", TO_US)).body()).isEqualTo("us-1");
    assertThat(send(request("/").header("X-Account-Id", TO_EU)).body()).isEqualTo("eu-1");
    assertThat(send(request("/accounts/1002/cards")).body()).isEqualTo("eu-1");
  }

  @Test
  void request_arrivesAsItWasSent() throws Exception {
    String target = "/a%2Fb/%7e//c;d?x=%20&y=+&z";
    HttpRequest.Builder request = request(target).header("X-Account-Id", TO_US);
    send(request.header("X-Mine", "1, 2").header("X-Forwarded-For", "192.0.2.1"));
    Cell.Seen seen = us.next();
    assertThat(seen.method()).isEqualTo("GET");
    assertThat(seen.target()).isEqualTo(target);
    assertThat(seen.all("X-mine")).containsExactly("1, 2");
    assertThat(seen.all("Host")).containsExactly("127.0.0.1:" + port(8000));
    assertThat(seen.all("X-forwarded-for")).containsExactly("127.0.0.1");
  }

  @Test
  void bodyThatDecidesNothing_goesStraightToTheCell() throws Exception {
    String body = "x".repeat(1 << 20);
    HttpRequest.Builder request = request("/").POST(BodyPublishers.ofString(body));
    assertThat(send(request.header("X-Account-Id", TO_EU)).body()).isEqualTo("eu-1");
    Cell.Seen seen = eu.next();
    assertThat(seen.body()).isEqualTo(body);
    assertThat(seen.all("Via")).isEmpty();
  }

  @Test
  void bodyThatDecides_goesThroughTheGateway() throws Exception {
    String body = "{\"account\": \"1002\", \"rest\": \"" + "x".repeat(1 << 20) + "\"}";
    assertThat(send(request("/imports").POST(BodyPublishers.ofString(body))).body())
        .isEqualTo("eu-1");
    Cell.Seen seen = eu.next();
    assertThat(seen.target()).isEqualTo("/imports");
    assertThat(seen.body()).isEqualTo(body);
    assertThat(seen.all("Via")).containsExactly("1.1 turnout");
  }

  @Test
  void newUser_getsACookieOnce_andItsStageReachesTheCell() throws Exception {
    HttpResponse<String> first = send(request("/").header("X-Account-Id", TO_US));
    List<String> cookies = first.headers().allValues("Set-Cookie");
    assertThat(cookies).singleElement().asString().startsWith("rid=").contains("; Max-Age=1800");
    assertThat(us.next().all("X-stages")).singleElement().asString().startsWith("web=");
    String known = cookies.get(0).split(";", 2)[0];
    HttpRequest.Builder again = request("/").header("X-Account-Id", TO_US).header("Cookie", known);
    assertThat(send(again).headers().allValues("Set-Cookie")).isEmpty();
    String body = "{\"account\": \"1002\"}";
    HttpResponse<String> read = send(request("/imports").POST(BodyPublishers.ofString(body)));
    assertThat(read.body()).isEqualTo("eu-1");
    assertThat(read.headers().allValues("Set-Cookie")).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({"/accounts/7/cards, 404", "/nobody, 404", "/accounts/%zz/cards, 400"})
  void refusal_hasTheStatusOfTheDecision(String target, int status) throws Exception {
    assertThat(raw(target)).isEqualTo(status);
    assertThat(us.waiting() + eu.waiting()).isZero();
  }

  /** The status of an answer to a target that no URI can hold. */
  private int raw(String target) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", port(8000))) {
      String text = "GET " + target + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
      String answer =
          new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
      return Integer.parseInt(answer.split(" ", 3)[1]);
    }
  }

  @Test
  void twoKeys_areRefused() throws Exception {
    HttpRequest.Builder two = request("/").header("X-Account-Id", TO_US);
    assertThat(send(two.header("X-Account-Id", TO_EU)).statusCode()).isEqualTo(400);
  }

  @Test
  void bodyWithAnUnknownKey_isRefusedByTheGateway() throws Exception {
    String body = "{\"account\": \"7\"}";
    assertThat(send(request("/imports").POST(BodyPublishers.ofString(body))).statusCode())
        .isEqualTo(404);
  }

  @Test
  void forgedFields_decideNothingAndGoNoFurther() throws Exception {
    HttpRequest.Builder forged =
        request("/")
            .header("X-Account-Id", TO_US)
            .header("Turnout-Key", "\"account:1002\";rule=\"header\"")
            .header("turnout_hops", "9")
            .header("X-Original-URI", "/accounts/1002/cards")
            .header("Decision-Cell", "eu-1");
    HttpResponse<String> answer = send(forged);
    assertThat(answer.body()).isEqualTo("us-1");
    assertThat(answer.headers().map().keySet()).noneMatch(ProxyTest::isTurnout);
    assertThat(us.next().fields().keySet()).noneMatch(ProxyTest::isTurnout);
  }

  private static boolean isTurnout(String name) {
    return name.toLowerCase(Locale.ROOT).startsWith("turnout");
  }

  @Test
  void withoutTheGateway_requestsAreRefusedAndNotGuessed() throws Exception {
    stopGateway();
    assertThat(send(request("/").header("X-Account-Id", TO_US)).statusCode()).isEqualTo(503);
    assertThat(us.waiting() + eu.waiting()).isZero();
  }
}
