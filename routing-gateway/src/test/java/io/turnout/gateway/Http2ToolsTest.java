// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients of HTTP/2 that others wrote, nghttp and h2load, at a gateway over TLS and in clear. */
@Tag("tools")
class Http2ToolsTest {

  private static final long LIMIT_SECONDS = 120;
  private static final String KEY = "x-business-id: 1";

  @TempDir private Path folder;

  private CellServer cell;
  private TestGateway clear;
  private TestGateway secret;

  @BeforeEach
  void start() throws Exception {
    TestCa ca = new TestCa(folder);
    cell = BodyDecisionTest.echo();
    clear = TestGateway.of(Map.of("us-1", cell.port()));
    var tls = ca.ofPort();
    secret = TestGateway.of(Map.of("us-1", cell.port()), c -> c.tls(tls));
  }

  @AfterEach
  void stop() throws Exception {
    clear.close();
    secret.close();
    cell.close();
  }

  private List<String> places() {
    return List.of("http://127.0.0.1:" + clear.port(), "https://127.0.0.1:" + secret.port());
  }

  private String told(String... command) throws IOException, InterruptedException {
    Path out = Files.createTempFile(folder, "out", ".txt");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile()).start();
    boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
    process.destroyForcibly();
    String told = Files.readString(out, StandardCharsets.ISO_8859_1);
    assertThat(ended).as("it did not end: " + told).isTrue();
    return told;
  }

  private String load(int requests, String... more) throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(List.of("h2load", "-n" + requests, "-c8", "-m25", "-t1", "-H", KEY));
    command.addAll(List.of(more));
    return told(command.toArray(String[]::new));
  }

  private static String allSucceeded(int requests) {
    return String.format(
        Locale.ROOT,
        "requests: %1$d total, %1$d started, %1$d done, %1$d succeeded, 0 failed, 0 errored, 0"
            + " timeout",
        requests);
  }

  @Test
  void manyRequests_onManyStreams_allSucceed() throws Exception {
    for (String place : places()) {
      String told = load(2_000, place + "/a");
      assertThat(told).contains(allSucceeded(2_000)).contains("status codes: 2000 2xx");
      if (place.startsWith("https")) {
        assertThat(told).contains("Application protocol: h2\n");
      }
    }
  }

  @Test
  void manyBodies_inWhichTheKeyStands_allSucceed() throws Exception {
    Path body = folder.resolve("body.json");
    Files.writeString(body, "{\"padding\":\"" + "x".repeat(50_000) + "\",\"id\":\"1\"}");
    for (String place : places()) {
      String told =
          told("h2load", "-n200", "-c4", "-m10", "-t1", "-d", body.toString(), place + "/body");
      assertThat(told).contains(allSucceeded(200)).contains("status codes: 200 2xx");
      assertThat(told).containsPattern("traffic: .*\\((1[0-9]{7}|9[0-9]{6})\\) total");
    }
  }

  @Test
  void smallWindows_letTheAnswersComeWhole() throws Exception {
    Path body = folder.resolve("body.bin");
    Files.write(body, new byte[200_000]);
    for (String place : places()) {
      String told = load(50, "-w", "10", "-W", "12", "-d", body.toString(), place + "/a");
      assertThat(told).contains(allSucceeded(50)).contains("status codes: 50 2xx");
    }
  }

  @Test
  void request_arrivesAsItWas_withOneHost_andNothingIsShownOfRouters() throws Exception {
    for (String place : places()) {
      String told =
          told(
              "nghttp",
              "-v",
              "-n",
              "--no-dep",
              "-H",
              KEY,
              "-H",
              "turnout-key: \"business:2\"",
              "-H",
              "turnout_hops: 99",
              "-H",
              "cookie: a=1",
              place + "/a%20b?c=%2F");
      assertThat(told).contains(":status: 200").doesNotContainPattern("(?i)recv .*turnout[-_]");
      assertThat(cell.nextHead())
          .satisfies(head -> assertThat(head.line()).isEqualTo("GET /a%20b?c=%2F HTTP/1.1"))
          .satisfies(head -> assertThat(head.all("host")).hasSize(1))
          .satisfies(
              head ->
                  assertThat(head.fields())
                      .noneMatch(line -> line.toLowerCase(Locale.ROOT).startsWith("turnout")));
    }
  }

  @Test
  void headerSectionBeyondTheLimit_isRefused_andHarmsNobody() throws Exception {
    for (String place : places()) {
      List<String> command = new ArrayList<>(List.of("nghttp", "-v", "-n", "--no-dep", "-H", KEY));
      for (int i = 0; i < 12; i++) {
        command.add("-H");
        command.add("x-large-" + i + ": " + "y".repeat(4_000));
      }
      command.add(place + "/a");
      String told = told(command.toArray(String[]::new));
      assertThat(told)
          .containsAnyOf(":status: 431", "recv RST_STREAM", "recv GOAWAY")
          .doesNotContain(":status: 200");
      assertThat(cell.waitingHeads()).isZero();
      assertThat(load(20, place + "/a")).contains(allSucceeded(20));
      for (int i = 0; i < 20; i++) {
        cell.nextHead();
      }
    }
  }

  @Test
  void priorProtocols_areChosenAsTheClientAsks() throws Exception {
    String told = told("h2load", "--h1", "-n200", "-c4", "-t1", "-H", KEY, places().get(1) + "/a");
    assertThat(told).contains(allSucceeded(200)).contains("Application protocol: http/1.1");
  }
}
