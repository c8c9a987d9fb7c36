// SPDX-License-Identifier: Apache-2.0
package io.turnout.servlet;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.OnMiss;
import io.turnout.Tier;
import io.turnout.decision.Outcome;
import io.turnout.spi.RouteKey;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which fields reach the chain and the client. */
abstract class FieldsTests extends ContainerTests {

  private static final String[] FORGED = {
    "Turnout-Key: \"business:1\"", "turnout_hops: 3", "TURNOUT-Client: \"10.0.0.1\"", "Other: x"
  };

  private TestRouting edge() {
    return routing(TestRouting::twoCells, router -> router.tier(Tier.EDGE).onMiss(OnMiss.HAND_ON));
  }

  private RawClient.Dialler serve(TestRouting routing, HttpServlet servlet) throws Exception {
    return serve(RoutingFilter.builder(routing.router()).build(), servlet);
  }

  /** A servlet that does one thing. */
  private static HttpServlet doing(Doing what) {
    return new DoingServlet(what);
  }

  private interface Doing {
    void act(HttpServletRequest request, HttpServletResponse response) throws IOException;
  }

  private static final class DoingServlet extends HttpServlet {
    private final transient Doing what;

    DoingServlet(Doing what) {
      this.what = what;
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      what.act(request, response);
    }
  }

  @Test
  void forged_fields_are_hidden_from_the_chain() throws Exception {
    RawClient.Dialler server =
        serve(
            routing(),
            doing(
                (request, response) -> {
                  assertThat(Collections.list(request.getHeaderNames()))
                      .noneMatch(name -> name.toLowerCase().startsWith("turnout"));
                  assertThat(request.getHeader("Turnout-Key")).isNull();
                  assertThat(request.getHeader("turnout_hops")).isNull();
                  assertThat(Collections.list(request.getHeaders("turnout-client"))).isEmpty();
                  assertThat(request.getIntHeader("Turnout_Hops")).isEqualTo(-1);
                  assertThat(request.getDateHeader("Turnout-Date")).isEqualTo(-1);
                  assertThat(request.getHeader("Other")).isEqualTo("x");
                  response.setStatus(204);
                }));

    assertThat(get(server, "/fixed/x", FORGED).status()).isEqualTo(204);
  }

  @Test
  void fields_for_the_authority_take_the_place_of_forged_ones() throws Exception {
    RawClient.Dialler server =
        serve(
            edge(),
            doing(
                (request, response) -> {
                  assertThat(RoutedRequest.of(request).decision().outcome())
                      .isEqualTo(Outcome.AUTHORITY);
                  assertThat(request.getHeader("turnout-reason")).isEqualTo("miss");
                  assertThat(Collections.list(request.getHeaders("TURNOUT-KEY")))
                      .singleElement()
                      .asString()
                      .startsWith("\"business:2\"");
                  assertThat(request.getIntHeader("Turnout-Hops")).isEqualTo(1);
                  assertThat(request.getHeader("turnout_hops")).isNull();
                  List<String> names = Collections.list(request.getHeaderNames());
                  assertThat(names).contains("Turnout-Key", "Turnout-Hops").doesNotHaveDuplicates();
                  response.setStatus(204);
                }));

    assertThat(get(server, "/query/x?id=2", FORGED).status()).isEqualTo(204);
  }

  @Test
  void turnout_fields_of_the_chain_never_reach_the_client() throws Exception {
    RawClient.Dialler server =
        serve(
            routing(),
            doing(
                (request, response) -> {
                  response.setHeader("Turnout-Route", "a");
                  response.addHeader("turnout_route", "b");
                  response.setIntHeader("Turnout-Hops", 1);
                  response.addIntHeader("TURNOUT-HOPS", 1);
                  response.setDateHeader("turnout-date", 0);
                  response.addDateHeader("turnout-date", 0);
                  response.addHeader("Other", "x");
                  response.addIntHeader("Number", 1);
                  response.setIntHeader("Number", 2);
                  response.setDateHeader("Date-Of", 0);
                  response.addDateHeader("Date-Of", 1_000);
                  response.flushBuffer();
                }));

    RawClient.Answer answer = get(server, "/fixed/x");

    assertThat(answer.fields()).noneMatch(line -> line.toLowerCase().startsWith("turnout"));
    assertThat(answer.field("other")).hasValue("x");
    assertThat(answer.field("number")).hasValue("2");
    assertThat(answer.field("date-of")).hasValue("Thu, 01 Jan 1970 00:00:00 GMT");
  }

  @Test
  void trailers_of_both_ways_lose_theirs() throws Exception {
    RawClient.Dialler server =
        serve(
            routing(),
            doing(
                (request, response) -> {
                  request.getInputStream().readAllBytes();
                  Map<String, String> trailers = request.getTrailerFields();
                  assertThat(trailers.keySet())
                      .noneMatch(name -> name.toLowerCase().contains("turnout"));
                  response.setHeader("Trailer", "Sum, Turnout-Route");
                  response.setTrailerFields(() -> Map.of("Sum", "7", "Turnout-Route", "a"));
                  response
                      .getOutputStream()
                      .write(String.join(",", trailers.values()).getBytes(ISO_8859_1));
                  response.flushBuffer();
                }));
    RawClient client = server.dial();
    client.send(head("POST /fixed/x", "Transfer-Encoding: chunked", "TE: trailers"));
    client.send("1\r\na\r\n0\r\nSum: 5\r\nTurnout-Key: \"a:b\"\r\n\r\n");

    RawClient.Answer answer = client.answer();
    assertThat(answer.body()).isEqualTo("5");
    assertThat(answer.trailers()).containsExactly("Sum: 7");
  }

  @Test
  void answer_of_the_authority_teaches() throws Exception {
    TestRouting routing = edge();
    String taught = "\"business:2\";cell=\"eu-1\";fresh-for=60;expire-after=600;version=4";
    RawClient.Dialler server =
        serve(
            routing,
            doing(
                (request, response) -> {
                  if (RoutedRequest.of(request).decision().outcome() == Outcome.AUTHORITY) {
                    response.addHeader("Turnout-Route", taught);
                  }
                  response.setStatus(204);
                }));

    RawClient.Answer answer = get(server, "/query/x?id=2");
    get(server, "/query/x?id=2");

    assertThat(answer.fields()).noneMatch(line -> line.toLowerCase().startsWith("turnout"));
    assertThat(routing.decisions.get(0).outcome()).isEqualTo(Outcome.AUTHORITY);
    assertThat(routing.decisions.get(1).cell()).hasValue("eu-1");
    assertThat(routing.asked).isEmpty();
  }

  @Test
  void answer_of_a_cell_and_one_with_age_teach_nothing() throws Exception {
    TestRouting routing = edge();
    String taught = "\"business:2\";cell=\"eu-1\";fresh-for=60;expire-after=600;version=4";
    RawClient.Dialler server =
        serve(
            routing,
            doing(
                (request, response) -> {
                  response.addHeader("Turnout-Route", taught);
                  if (request.getRequestURI().startsWith("/query")) {
                    response.addHeader("Age", "1");
                  }
                  response.getOutputStream().write('x');
                }));

    get(server, "/fixed/x");
    get(server, "/query/x?id=2");
    get(server, "/query/x?id=2");

    assertThat(routing.decisions)
        .extracting(made -> made.outcome().text())
        .containsExactly("cell", "authority", "authority");
  }

  @Test
  void reset_takes_back_what_the_answer_would_have_taught() throws Exception {
    TestRouting routing = edge();
    RawClient.Dialler server =
        serve(
            routing,
            doing(
                (request, response) -> {
                  response.addHeader(
                      "Turnout-Route",
                      "\"business:2\";cell=\"eu-1\";fresh-for=60;expire-after=600;version=4");
                  response.reset();
                  response.sendError(502);
                }));

    assertThat(get(server, "/query/x?id=2").status()).isEqualTo(502);
    get(server, "/query/x?id=2");

    assertThat(routing.decisions.get(1).outcome()).isEqualTo(Outcome.AUTHORITY);
  }

  @Test
  void async_answer_of_the_authority_teaches_when_it_is_complete() throws Exception {
    TestRouting routing = edge();
    RawClient.Dialler server =
        serve(
            routing,
            doing(
                (request, response) -> {
                  var context = request.startAsync();
                  context.start(
                      () -> {
                        response.addHeader(
                            "Turnout-Route",
                            "\"business:2\";cell=\"eu-1\";fresh-for=60;expire-after=600;version=4");
                        response.setStatus(204);
                        context.complete();
                      });
                }));
    RawClient client = server.dial();
    client.send(head("GET /query/x?id=2"));
    assertThat(client.answer().fields()).noneMatch(line -> line.startsWith("Turnout"));
    client.send(head("GET /query/x?id=2"));
    client.answer();

    assertThat(routing.decisions.get(1).cell()).hasValue("eu-1");
  }

  // A cell that turns out to be the wrong one.

  private static final RouteKey KEY = new RouteKey("business", "7");

  /** A router whose authority has moved the key since the last time. */
  private TestRouting moved(String cell) {
    TestRouting routing =
        routing(
            (key, version) ->
                java.util.concurrent.CompletableFuture.completedFuture(
                    TestRouting.known(key, cell, 2)),
            router -> router);
    routing.resolver().learn(TestRouting.entry(KEY, "us-1", 1));
    return routing;
  }

  /** Asks cells of which eu-1 alone holds what it is asked for. */
  private static HttpServlet forwarding() {
    return doing(
        (request, response) -> {
          RoutedRequest routed = RoutedRequest.of(request);
          InputStream first = request.getInputStream();
          byte[] sent = first.readAllBytes();
          first.close(); // as clients do that are given a stream to send
          String cell = routed.decision().cell().orElseThrow();
          if (!cell.equals("eu-1")) {
            Map<String, List<String>> answer = Map.of("turnout-cell", List.of("\"eu-1\""));
            var better =
                routed
                    .correct(421, name -> answer.getOrDefault(name, List.of()))
                    .toCompletableFuture()
                    .join();
            if (better.isEmpty()) {
              response.setStatus(421);
              response.addHeader("Turnout-Cell", "\"eu-1\"");
              return;
            }
            cell = routed.decision().cell().orElseThrow();
            sent = request.getInputStream().readAllBytes();
          }
          response.setContentType("text/plain");
          byte[] answer = (cell + " " + new String(sent, ISO_8859_1)).getBytes(ISO_8859_1);
          response.setContentLength(answer.length);
          response.getOutputStream().write(answer);
        });
  }

  @Test
  void request_is_sent_again_whole_when_the_cell_was_wrong() throws Exception {
    TestRouting routing = moved("eu-1");
    RawClient.Dialler server = serve(routing, forwarding());
    String body = json("7", 40_000);

    assertThat(post(server, "/body/x", "application/json", body).body()).isEqualTo("eu-1 " + body);
    assertThat(routing.asked).hasSize(1);
  }

  @Test
  void body_that_no_rule_read_is_sent_again_whole() throws Exception {
    RawClient.Dialler server = serve(moved("eu-1"), forwarding());
    String body = "x".repeat(RoutingFilter.DEFAULT_RESEND_BYTES);

    assertThat(post(server, "/query/x?id=7", "text/plain", body).body()).isEqualTo("eu-1 " + body);
  }

  @Test
  void body_longer_than_is_kept_is_not_sent_again() throws Exception {
    TestRouting routing = moved("eu-1");
    RawClient.Dialler server = serve(routing, forwarding());
    String body = "x".repeat(RoutingFilter.DEFAULT_RESEND_BYTES + 1);

    RawClient.Answer answer = post(server, "/query/x?id=7", "text/plain", body);

    assertThat(answer.status()).isEqualTo(421);
    assertThat(answer.field("turnout-cell")).isEmpty();
    assertThat(get(server, "/query/x?id=7").body()).isEqualTo("eu-1 ");
  }

  @Test
  void wrong_cell_that_the_authority_stands_by_is_the_clients_answer() throws Exception {
    RawClient.Dialler server = serve(moved("us-1"), forwarding());

    assertThat(get(server, "/query/x?id=7").status()).isEqualTo(421);
  }

  @Test
  void request_without_a_body_is_sent_again_though_nothing_is_kept() throws Exception {
    TestRouting routing = moved("eu-1");
    RoutingFilter filter = RoutingFilter.builder(routing.router()).resendLimit(0).build();
    RawClient.Dialler server = serve(filter, forwarding());

    assertThat(get(server, "/query/x?id=7").body()).isEqualTo("eu-1 ");
  }

  @Test
  void body_is_not_sent_again_where_nothing_is_kept() throws Exception {
    TestRouting routing = moved("eu-1");
    RoutingFilter filter = RoutingFilter.builder(routing.router()).resendLimit(0).build();
    RawClient.Dialler server = serve(filter, forwarding());

    assertThat(post(server, "/query/x?id=7", "text/plain", "x").status()).isEqualTo(421);
  }
}
