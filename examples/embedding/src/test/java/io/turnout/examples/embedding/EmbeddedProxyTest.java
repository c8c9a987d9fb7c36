// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.embedding;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.spi.VirtualTime;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sends requests to the program, over loopback. */
class EmbeddedProxyTest {

  private static final Duration TWO_READINGS = Duration.ofSeconds(2);

  private final HttpClient client = HttpClient.newHttpClient();
  private final VirtualTime fileTime = new VirtualTime(1_000_000);
  @TempDir private Path folder;
  private Path rulesFile;
  private EmbeddedRouting routing;
  private EmbeddedProxy proxy;

  @BeforeEach
  void start() throws IOException {
    rulesFile = Files.copy(Path.of("rules.yaml"), folder.resolve("rules.yaml"));
    Path routesFile = Files.copy(Path.of("routes.yaml"), folder.resolve("routes.yaml"));
    URI nobody = URI.create("http://127.0.0.1:1");
    Forwarder forwarder =
        new Forwarder(
            Map.of(
                "us-1", GreetingCell.start("us-1"),
                "eu-1", GreetingCell.start("eu-1"),
                "gone", nobody));
    routing = EmbeddedRouting.open(rulesFile, routesFile, forwarder.cells(), fileTime);
    proxy = EmbeddedProxy.start(0, routing, forwarder);
  }

  @AfterEach
  void stop() {
    proxy.close();
  }

  @Test
  void header_names_the_cell() throws Exception {
    assertThat(send(get("/").header("X-Business-Id", "2")).body()).isEqualTo("eu-1 got 0 bytes\n");
    assertThat(routing.decisions().of("routed")).isEqualTo(1);
  }

  @Test
  void body_names_the_cell_and_arrives_whole() throws Exception {
    String body = "{\"data\":{\"business_id\":1},\"rest\":\"" + "x".repeat(100_000) + "\"}";

    HttpResponse<String> answer = send(post(body));

    assertThat(answer.body()).isEqualTo("us-1 got " + body.length() + " bytes\n");
  }

  @Test
  void second_request_is_answered_from_the_near_cache() throws Exception {
    send(get("/").header("X-Business-Id", "1"));
    send(get("/").header("X-Business-Id", "1"));

    assertThat(routing.lookups().answered.sum()).isEqualTo(1);
    assertThat(routing.lookups().hits.sum()).isEqualTo(1);
    assertThat(routing.lookups().failed.sum()).isZero();
  }

  @Test
  void unknown_business_is_rejected() throws Exception {
    assertThat(send(get("/").header("X-Business-Id", "3")).statusCode()).isEqualTo(404);
    assertThat(routing.decisions().of("unknown-key")).isEqualTo(1);
  }

  @Test
  void request_without_any_key_is_rejected() throws Exception {
    assertThat(send(get("/elsewhere")).statusCode()).isEqualTo(404);
    assertThat(routing.decisions().of("no-rule")).isEqualTo(1);
  }

  @Test
  void two_different_headers_are_rejected_and_not_guessed() throws Exception {
    HttpRequest.Builder request =
        get("/").header("X-Business-Id", "1").header("X-Business-Id", "2");

    assertThat(send(request).statusCode()).isEqualTo(400);
    assertThat(routing.decisions().of("ambiguous")).isEqualTo(1);
  }

  @Test
  void body_that_breaks_off_is_rejected() throws Exception {
    assertThat(send(post("{\"data\":{\"business_id\":\"1")).statusCode()).isEqualTo(413);
    assertThat(routing.decisions().of("unreadable-body")).isEqualTo(1);
  }

  @Test
  void body_that_hides_its_key_beyond_the_limit_is_rejected() throws Exception {
    String body = "{\"rest\":\"" + "x".repeat(100_000) + "\",\"data\":{\"business_id\":1}}";

    assertThat(send(post(body)).statusCode()).isEqualTo(413);
  }

  @Test
  void cell_that_is_down_is_a_bad_gateway() throws Exception {
    changeRules("turnout: 1\nrules: [ { name: all, then: cell gone } ]\n");

    assertThat(send(get("/")).statusCode()).isEqualTo(502);
  }

  @Test
  void changed_rule_file_is_taken_into_use() throws Exception {
    changeRules("turnout: 1\nrules: [ { name: all, then: reject 418 } ]\n");

    assertThat(send(get("/")).statusCode()).isEqualTo(418);
  }

  @Test
  void broken_rule_file_changes_nothing() throws Exception {
    changeRules("turnout: 1\nrules: [ { name: all, then: reject } ]\n");

    assertThat(send(get("/status")).body()).isEqualTo("us-1 got 0 bytes\n");
  }

  @Test
  void rule_file_that_names_a_cell_without_address_changes_nothing() throws Exception {
    changeRules("turnout: 1\nrules: [ { name: all, then: cell ap-1 } ]\n");

    assertThat(send(get("/status")).body()).isEqualTo("us-1 got 0 bytes\n");
  }

  private void changeRules(String text) throws IOException {
    Files.writeString(rulesFile, text);
    fileTime.advance(TWO_READINGS);
  }

  private HttpRequest.Builder get(String target) {
    return HttpRequest.newBuilder(proxy.address().resolve(target));
  }

  /** A chunked body. */
  private HttpRequest.Builder post(String body) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    return get("/webhooks/payments")
        .header("Content-Type", "application/json")
        .POST(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(bytes)));
  }

  private HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return client.send(
        request.version(HttpClient.Version.HTTP_1_1).build(), BodyHandlers.ofString());
  }
}
