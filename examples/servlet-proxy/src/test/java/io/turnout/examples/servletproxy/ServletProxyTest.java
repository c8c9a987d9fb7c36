// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.servletproxy;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.CellRouter;
import io.turnout.authority.MemoryAuthority;
import io.turnout.resolve.CellResolver;
import io.turnout.rules.RuleSet;
import io.turnout.spi.RouteClock;
import io.turnout.spi.RouteKey;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Sends requests to the program, over loopback. */
class ServletProxyTest {

  private final HttpClient client = HttpClient.newHttpClient();
  private final MemoryAuthority authority = new MemoryAuthority(RouteClock.system());
  private final CellResolver resolver = CellResolver.builder(authority).build();
  private ServletProxy proxy;

  @BeforeEach
  void start() throws Exception {
    authority.put(business("1"), "us-1");
    authority.put(business("2"), "eu-1");
    authority.put(business("4"), "gone");
    authority.put(business("5"), "left");
    CellRouter router = CellRouter.of(RuleSet.load(Path.of("rules.yaml")), resolver);
    proxy =
        ServletProxy.start(
            0,
            router,
            Map.of(
                "us-1", GreetingCell.start("us-1"),
                "eu-1", GreetingCell.start("eu-1"),
                "left", GreetingCell.startEmpty("left"),
                "gone", URI.create("http://127.0.0.1:1")));
  }

  private static RouteKey business(String id) {
    return new RouteKey("business", id);
  }

  @AfterEach
  void stop() throws Exception {
    proxy.close();
    resolver.close();
  }

  @Test
  void header_names_the_cell() throws Exception {
    assertThat(send(get("/").header("X-Business-Id", "2")).body()).isEqualTo("eu-1 got 0 bytes\n");
  }

  @Test
  void body_names_the_cell_and_arrives_whole() throws Exception {
    String body = "{\"data\":{\"business_id\":1},\"rest\":\"" + "x".repeat(200_000) + "\"}";

    assertThat(send(post(body)).body()).isEqualTo("us-1 got " + body.length() + " bytes\n");
  }

  @Test
  void customer_who_has_moved_is_found_where_the_old_cell_says_no() throws Exception {
    resolver.resolve(business("5")).toCompletableFuture().join(); // the old cell is remembered
    authority.put(business("5"), "eu-1");
    String body = "{\"data\":{\"business_id\":5}}";

    HttpResponse<String> answer = send(post(body));

    assertThat(answer.body()).isEqualTo("eu-1 got " + body.length() + " bytes\n");
    assertThat(answer.headers().map()).doesNotContainKey("set-cookie");
  }

  @Test
  void cell_that_holds_nobody_is_the_answer_where_nobody_knows_better() throws Exception {
    HttpResponse<String> answer = send(get("/").header("X-Business-Id", "5"));

    assertThat(answer.statusCode()).isEqualTo(421);
    assertThat(answer.headers().map()).doesNotContainKey("turnout-cell");
  }

  @Test
  void unknown_business_is_rejected() throws Exception {
    HttpResponse<String> answer = send(get("/").header("X-Business-Id", "3"));

    assertThat(answer.statusCode()).isEqualTo(404);
    assertThat(answer.body()).contains("\"reason\":\"unknown-key\"");
  }

  @Test
  void two_different_headers_are_rejected_and_not_guessed() throws Exception {
    HttpRequest.Builder request =
        get("/").header("X-Business-Id", "1").header("X-Business-Id", "2");

    assertThat(send(request).statusCode()).isEqualTo(400);
  }

  @Test
  void body_that_hides_its_key_beyond_the_limit_is_rejected() throws Exception {
    String body = "{\"rest\":\"" + "x".repeat(100_000) + "\",\"data\":{\"business_id\":1}}";

    assertThat(send(post(body)).statusCode()).isEqualTo(413);
  }

  @Test
  void cell_that_is_down_is_a_bad_gateway() throws Exception {
    assertThat(send(get("/").header("X-Business-Id", "4")).statusCode()).isEqualTo(502);
  }

  private HttpRequest.Builder get(String target) {
    return HttpRequest.newBuilder(proxy.address().resolve(target));
  }

  private HttpRequest.Builder post(String body) {
    return get("/webhooks/payments")
        .header("Content-Type", "application/json")
        .POST(BodyPublishers.ofString(body));
  }

  private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return client.send(
        request.version(HttpClient.Version.HTTP_1_1).build(), BodyHandlers.ofString());
  }
}
