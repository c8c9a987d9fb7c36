// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.turnout.cli.processes.Child;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServeCommandTest {

  private static final long WAIT_SECONDS = 60;

  @TempDir Path folder;

  private String config(int port, int cellPort) throws IOException {
    Files.writeString(
        folder.resolve("rules.yaml"),
        "turnout: 1\nrules: [ { name: a, when: { path: /a }, then: cell us-1 } ]\n");
    Files.writeString(folder.resolve("routes.yaml"), "turnout-routes: 1\nroutes: {}\n");
    String text =
        """
        turnout-gateway: 1
        listen: { host: 127.0.0.1, port: %d }
        rules: rules.yaml
        authority: { file: routes.yaml }
        cells: { us-1: "http://127.0.0.1:%d" }
        """;
    return file(text.formatted(port, cellPort));
  }

  private String file(String text) throws IOException {
    return Files.writeString(folder.resolve("gateway.yaml"), text).toString();
  }

  /** A cell that answers when it is let. */
  private static HttpServer slowCell(CountDownLatch arrived, CountDownLatch answer)
      throws IOException {
    HttpServer cell =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    cell.createContext(
        "/",
        exchange -> {
          arrived.countDown();
          try (exchange) {
            assertThat(answer.await(WAIT_SECONDS, TimeUnit.SECONDS)).isTrue();
            byte[] body = "well".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    cell.start();
    return cell;
  }

  @Test
  void sigterm_letsTheRequestInFlightEnd() throws Exception {
    CountDownLatch arrived = new CountDownLatch(1);
    CountDownLatch answer = new CountDownLatch(1);
    HttpServer cell = slowCell(arrived, answer);
    String config = config(0, cell.getAddress().getPort());
    try (TurnoutProcess gateway = TurnoutProcess.start("serve", config)) {
      String port =
          gateway.awaitError("listening on http://127.0.0.1:([0-9]+), for 1 cell").group(1);
      CompletableFuture<HttpResponse<String>> response =
          HttpClient.newHttpClient()
              .sendAsync(
                  HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/a")).build(),
                  BodyHandlers.ofString());
      assertThat(arrived.await(WAIT_SECONDS, TimeUnit.SECONDS)).isTrue();
      gateway.terminate();
      gateway.awaitError("stopping; requests in flight have [0-9]+ s to end");
      answer.countDown();
      assertThat(response.get(WAIT_SECONDS, TimeUnit.SECONDS).body()).isEqualTo("well");
      gateway.awaitError("stopped");
      assertThat(gateway.exitCode()).isZero();
    } finally {
      answer.countDown();
      cell.stop(0);
    }
  }

  @Test
  void endOfTheInput_endsIt_whereThatWasAskedFor() throws Exception {
    List<String> arguments = List.of("serve", "--end-with-input", config(0, 1));
    Child gateway =
        Child.start(
            new Child.Call("gateway", List.of("-XX:TieredStopAtLevel=1"), Main.class, arguments),
            line -> {});
    try (gateway) {
      gateway.await(Pattern.compile("listening on"), Duration.ofSeconds(WAIT_SECONDS));
    }
    assertThat(gateway.isAlive()).isFalse();
    gateway.await(Pattern.compile("^turnout: stopped$"), Duration.ofSeconds(WAIT_SECONDS));
  }

  @Test
  void everyMistakeInTheConfiguration_isPrintedWithItsPlace() throws IOException {
    String file = file("turnout-gateway: 1\nrulez: rules.yaml\nlisten: nowhere\n");
    Ran ran = Ran.turnout("serve", file);
    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err())
        .startsWith("turnout: ")
        .contains(file + ":2:1: ")
        .contains("did you mean \"rules\"")
        .contains(file + ":3:9: ")
        .doesNotContain("Exception")
        .doesNotContain("\tat ");
  }

  @Test
  void everyMistakeInTheRules_isPrintedWithItsPlace() throws IOException {
    String config = config(0, 1);
    Path rules = folder.resolve("rules.yaml");
    Files.writeString(rules, "turnout: 1\nrules: [ { name: a, then: cell US }, { nam: b } ]\n");
    Ran ran = Ran.turnout("serve", config);
    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err())
        .contains(rules + ":2:27: ")
        .contains(rules + ":2:")
        .doesNotContain("\tat ");
  }

  @Test
  void portInUse_isNamed() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Ran ran = Ran.turnout("serve", config(taken.getLocalPort(), 1));
      assertThat(ran.exitCode()).isEqualTo(2);
      assertThat(ran.err())
          .contains("cannot listen on 127.0.0.1:" + taken.getLocalPort())
          .doesNotContain("\tat ");
    }
  }

  @Test
  void missingFile_isNamed() {
    Ran ran = Ran.turnout("serve", folder.resolve("none.yaml").toString());
    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err().strip()).isEqualTo("turnout: there is no file " + folder + "/none.yaml");
  }
}
