// SPDX-License-Identifier: Apache-2.0
package io.turnout.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.spi.AuthorityAnswer;
import jakarta.servlet.http.HttpServlet;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** How requests are decided; the same whether the filter waits or not. */
abstract class DecidingTests extends ContainerTests {

  static final String JSON = "application/json";
  static final String FORM = "application/x-www-form-urlencoded";

  /** The filter, in the mode that is tested. */
  abstract RoutingFilter.Builder mode(RoutingFilter.Builder filter);

  /** What reads the body in that mode. */
  abstract HttpServlet echo();

  /** Whether the container asks for a body when it is read, and not before. */
  boolean asksForABodyWhenItIsRead() {
    return true;
  }

  private RawClient.Dialler serve(TestRouting routing) throws Exception {
    return serve(mode(RoutingFilter.builder(routing.router())).build(), echo());
  }

  private RawClient.Dialler serve() throws Exception {
    return serve(routing());
  }

  @Test
  void header_decides() throws Exception {
    RawClient.Answer answer = get(serve(), "/header/x?a=b", "X-Business-Id: 2");

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.body())
        .startsWith("cell eu-1\nGET /header/x?a=b\n")
        .containsIgnoringCase("X-Business-Id: 2");
  }

  @Test
  void target_arrives_as_it_came() throws Exception {
    String target = "/path/2/a%2Fb/%41;x=1/c;/?q=a+b%2B&q=%zz&=&";

    assertThat(get(serve(), target).body()).startsWith("cell eu-1\nGET " + target + "\n");
  }

  @Test
  void body_decides_and_arrives_whole() throws Exception {
    String body = json("2", 300_000);

    RawClient.Answer answer = post(serve(), "/body/x", JSON, body);

    assertThat(answer.body()).startsWith("cell eu-1\nPOST /body/x\n").endsWith("\n\n" + body);
  }

  @Test
  void chunked_body_decides_and_arrives_whole() throws Exception {
    RawClient client = serve().dial();
    client.send(head("POST /body/x", "Transfer-Encoding: chunked"));
    client.chunk("{\"i").chunk("d\":\"").chunk("1\"").chunk("," + "y".repeat(70_000)).chunk("");

    assertThat(client.answer().body())
        .startsWith("cell us-1\n")
        .endsWith("\n\n{\"id\":\"1\"," + "y".repeat(70_000));
  }

  @Test
  void form_decides_and_arrives_whole() throws Exception {
    String form = "a=b&id=2&rest=" + "z".repeat(100_000);

    assertThat(post(serve(), "/body/x", FORM, form).body())
        .startsWith("cell eu-1\n")
        .endsWith("\n\n" + form);
  }

  @Test
  void body_that_ends_at_the_limit_decides_and_one_byte_more_is_rejected() throws Exception {
    RawClient.Dialler server = serve();

    assertThat(post(server, "/small/x", JSON, "{\"a\":12,\"id\":\"2\"}").body())
        .startsWith("cell eu-1\n");
    RawClient.Answer beyond = post(server, "/small/x", JSON, "{\"a\":123,\"id\":\"2\"}");

    assertThat(beyond.status()).isEqualTo(413);
    assertThat(beyond.body()).contains("\"reason\":\"unreadable-body\"").contains("body-limit");
  }

  @Test
  void empty_bodies_hold_no_key() throws Exception {
    RawClient.Dialler server = serve();

    assertThat(get(server, "/body/x").status()).isEqualTo(404);
    assertThat(post(server, "/body/x", JSON, "").status()).isEqualTo(404);
    RawClient chunked = server.dial().send(head("POST /body/x", "Transfer-Encoding: chunked"));
    assertThat(chunked.chunk("").answer().status()).isEqualTo(404);
  }

  @Test
  void requests_on_one_connection_do_not_touch_each_other() throws Exception {
    RawClient client = serve().dial();
    String first = json("1", 20_000);
    String second = json("2", 10);
    client.send(posted("/body/1", JSON, first) + posted("/body/2", JSON, second));
    client.send(head("GET /header/3", "X-Business-Id: 1"));

    assertThat(client.answer().body()).startsWith("cell us-1\nPOST /body/1").endsWith(first);
    assertThat(client.answer().body()).startsWith("cell eu-1\nPOST /body/2").endsWith(second);
    assertThat(client.answer().body()).startsWith("cell us-1\nGET /header/3");
  }

  @Test
  void rejected_request_leaves_the_connection_in_step() throws Exception {
    RawClient client = serve().dial();
    client.send(posted("/refused/1", JSON, json("1", 2_000)));
    RawClient.Answer refused = client.answer();

    assertThat(refused.status()).isEqualTo(403);
    assertThat(refused.field("content-type").orElseThrow()).startsWith("application/problem+json");
    assertThat(refused.body())
        .isEqualTo(
            "{\"type\":\"about:blank\",\"title\":\"Forbidden\",\"status\":403,"
                + "\"detail\":\"The request is not accepted.\",\"reason\":\"rejected\"}");
    if (refused.field("connection").isEmpty()) {
      client.send(head("GET /header/2", "X-Business-Id: 1"));
      assertThat(client.answer().body()).startsWith("cell us-1\n");
    }
  }

  @Test
  void body_that_is_not_needed_is_not_asked_for() throws Exception {
    RawClient client = serve().dial();
    client.send(head("POST /refused/1", "Expect: 100-continue", "Content-Length: 10"));

    if (!asksForABodyWhenItIsRead()) {
      assertThat(client.answer().status()).isEqualTo(100);
    }
    assertThat(client.answer().status()).isEqualTo(403);
    assertThat(client.isClosed()).isTrue();
  }

  @Test
  void body_that_is_needed_is_asked_for_once() throws Exception {
    RawClient client = serve().dial();
    String body = json("2", 10);
    client.send(head("POST /body/1", "Expect: 100-continue", "Content-Length: " + body.length()));

    assertThat(client.answer().status()).isEqualTo(100);
    RawClient.Answer answer = client.send(body).answer();
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.body()).endsWith(body);
  }

  @Test
  void body_that_breaks_off_decides_nothing() throws Exception {
    TestRouting routing = routing();
    RawClient.Dialler server = serve(routing);
    RawClient client = server.dial();
    client.send(head("POST /body/1", "Content-Length: 100") + "{\"id\":");
    client.close();

    assertThat(get(server, "/header/2", "X-Business-Id: 1").status()).isEqualTo(200);
    assertThat(routing.decisions).hasSize(1);
  }

  @Test
  void body_that_breaks_off_after_the_decision_fails_for_who_reads_it() throws Exception {
    TestRouting routing = routing();
    RawClient.Dialler server = serve(routing);
    RawClient client = server.dial();
    client.send(head("POST /body/1", "Content-Length: 1000") + json("1", 10));
    client.close();

    assertThat(get(server, "/header/2", "X-Business-Id: 1").status()).isEqualTo(200);
  }

  @Test
  void request_waits_for_a_lookup() throws Exception {
    CompletableFuture<AuthorityAnswer> slow = new CompletableFuture<>();
    CompletableFuture<Void> asked = new CompletableFuture<>();
    TestRouting routing =
        routing(
            (key, version) -> {
              asked.complete(null);
              return slow.thenApply(any -> TestRouting.known(key, "us-1", 1));
            },
            router -> router);
    RawClient client = serve(routing).dial();
    client.send(head("GET /query//x?id=7"));
    asked.join();
    slow.complete(null);

    assertThat(client.answer().body()).startsWith("cell us-1\nGET /query//x?id=7\n");
  }

  @Test
  void lookup_that_takes_too_long_is_answered_503() throws Exception {
    TestRouting routing = routing((key, version) -> new CompletableFuture<>(), router -> router);
    RoutingFilter filter =
        mode(RoutingFilter.builder(routing.router()).timeout(Duration.ofMillis(50))).build();
    RawClient.Dialler server = serve(filter, echo());

    RawClient.Answer answer = get(server, "/query/x?id=7");

    assertThat(answer.status()).isEqualTo(503);
    assertThat(answer.body()).contains("\"reason\":\"decision-timeout\"");
    assertThat(routing.decisions).isEmpty();
    assertThat(get(server, "/fixed/x").status()).isEqualTo(200);
  }

  @Test
  void head_request_is_rejected_without_a_body() throws Exception {
    RawClient client = serve().dial();
    client.send(head("HEAD /refused/1") + head("GET /fixed/2"));

    assertThat(client.answerToHead().status()).isEqualTo(403);
    assertThat(client.answer().body()).startsWith("cell us-1\n");
  }

  @Test
  void bytes_outside_ascii_are_the_same_key_as_anywhere() throws Exception {
    TestRouting routing = routing();
    RawClient.Dialler server = serve(routing);

    get(server, "/header/x", "X-Business-Id: \u00c3\u00a9");
    get(server, "/header/x", "X-Business-Id: \u00e9");

    assertThat(routing.decisions.get(0).key().orElseThrow().value()).isEqualTo("\u00e9");
    assertThat(routing.decisions.get(1).key()).isEmpty();
  }

  @Test
  void two_different_lines_of_a_field_are_ambiguous() throws Exception {
    RawClient.Answer answer =
        get(serve(), "/header/x", "X-Business-Id: 1", "A: b", "x-business-ID: 2");

    assertThat(answer.body()).contains("\"reason\":\"ambiguous\"");
  }

  @Test
  void body_piece_by_piece_is_given_on_before_the_rest_comes() throws Exception {
    RawClient client = serve().dial();
    client.send(head("POST /body/x", "Transfer-Encoding: chunked"));
    client.chunk("{\"id\":\"1\",\"rest\":\"");
    client.chunk("x".repeat(100_000)).chunk("\"}").chunk("");

    assertThat(client.answer().body()).endsWith("x\"}");
  }
}
