// SPDX-License-Identifier: Apache-2.0
package io.turnout.servlet;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Requests that are forwarded, included, dispatched or end in an error are decided once. */
abstract class DispatchTests extends ContainerTests {

  private static final String JSON = "application/json";
  private static final String FORGED = "Turnout-Key: \"business:1\"";

  /** The filter, in the mode that is tested. */
  abstract RoutingFilter.Builder mode(RoutingFilter.Builder filter);

  private interface Doing {
    void act(HttpServletRequest request, HttpServletResponse response)
        throws IOException, ServletException;
  }

  private static HttpServlet doing(Doing what) {
    return new DoingServlet(what);
  }

  private static final class DoingServlet extends HttpServlet {
    private final transient Doing what;

    DoingServlet(Doing what) {
      this.what = what;
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
        throws IOException, ServletException {
      what.act(request, response);
    }
  }

  private RawClient.Dialler serve(TestRouting routing, Map<String, HttpServlet> servlets)
      throws Exception {
    Filter filter = mode(RoutingFilter.builder(routing.router())).build();
    return serve(new TestServer.Site(List.of(filter), servlets));
  }

  private static void tell(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    String body = new String(request.getInputStream().readAllBytes(), ISO_8859_1);
    String text =
        String.join(
            " ",
            RoutedRequest.of(request).decision().cell().orElseThrow(),
            request.getRequestURI(),
            String.valueOf(request.getHeader("turnout-key")),
            body);
    response.addHeader("Turnout-Route", "x");
    response.setContentLength(text.length());
    response.getOutputStream().write(text.getBytes(ISO_8859_1));
  }

  private static final String BODY = json("2", 20_000);

  /** A POST whose body decides, and which bears a forged field. */
  private static RawClient.Answer posted(RawClient.Dialler server) throws IOException {
    RawClient client = server.dial();
    String length = "Content-Length: " + BODY.length();
    client.send(head("POST /body/x", "Content-Type: " + JSON, FORGED, length) + BODY);
    RawClient.Answer answer = client.answer();
    assertThat(answer.field("turnout-route")).isEmpty();
    return answer;
  }

  @Test
  void forwarded_request_is_decided_once() throws Exception {
    TestRouting routing = routing();
    HttpServlet forward =
        doing(
            (request, response) -> request.getRequestDispatcher("/to").forward(request, response));
    RawClient.Dialler server =
        serve(routing, Map.of("/body/*", forward, "/to", doing(DispatchTests::tell)));

    assertThat(posted(server).body()).isEqualTo("eu-1 /to null " + BODY);
    assertThat(routing.decisions).hasSize(1);
  }

  @Test
  void included_request_is_decided_once() throws Exception {
    TestRouting routing = routing();
    HttpServlet include =
        doing(
            (request, response) -> request.getRequestDispatcher("/to").include(request, response));
    HttpServlet included =
        doing(
            (request, response) -> {
              byte[] body = request.getInputStream().readAllBytes();
              response.getOutputStream().write(body);
            });
    RawClient.Dialler server = serve(routing, Map.of("/body/*", include, "/to", included));

    assertThat(posted(server).body()).isEqualTo(BODY);
    assertThat(routing.decisions).hasSize(1);
  }

  @Test
  void error_page_sees_the_decision_and_no_forged_field() throws Exception {
    TestRouting routing = routing();
    HttpServlet failing = doing((request, response) -> response.sendError(500));
    HttpServlet page =
        doing(
            (request, response) -> {
              assertThat(request.getHeader("Turnout-Key")).isNull();
              response.setStatus(509);
              response
                  .getOutputStream()
                  .print(RoutedRequest.of(request).decision().cell().orElseThrow());
            });
    RawClient.Dialler server = serve(routing, Map.of("/body/*", failing, "/error", page));

    RawClient.Answer answer = posted(server);

    assertThat(answer.status()).isEqualTo(509);
    assertThat(answer.body()).isEqualTo("eu-1");
    assertThat(routing.decisions).hasSize(1);
  }

  @Test
  void chain_that_dispatches_elsewhere_sees_the_same_request() throws Exception {
    TestRouting routing = routing();
    HttpServlet first =
        doing(
            (request, response) -> {
              AsyncContext context = request.startAsync();
              context.start(() -> context.dispatch("/to"));
            });
    RawClient.Dialler server =
        serve(routing, Map.of("/body/*", first, "/to", doing(DispatchTests::tell)));

    assertThat(posted(server).body()).isEqualTo("eu-1 /to null " + BODY);
    assertThat(routing.decisions).hasSize(1);
  }

  @Test
  void chain_that_dispatches_to_itself_sees_the_same_request() throws Exception {
    TestRouting routing = routing();
    HttpServlet servlet =
        doing(
            (request, response) -> {
              if (request.getAttribute("been here") != null) {
                tell(request, response);
                return;
              }
              request.setAttribute("been here", true);
              request.startAsync().dispatch();
            });
    RawClient.Dialler server = serve(routing, Map.of("/body/*", servlet));

    assertThat(posted(server).body()).isEqualTo("eu-1 /body/x null " + BODY);
    assertThat(routing.decisions).hasSize(1);
  }

  @Test
  void what_a_filter_before_wrapped_around_the_request_stays() throws Exception {
    TestRouting routing = routing();
    Filter before =
        (request, response, chain) ->
            chain.doFilter(
                request.getDispatcherType() == DispatcherType.REQUEST
                    ? new Wrapped((HttpServletRequest) request)
                    : request,
                response);
    HttpServlet servlet =
        doing((request, response) -> response.getOutputStream().print(request.getRemoteUser()));
    Filter filter = mode(RoutingFilter.builder(routing.router())).build();
    RawClient.Dialler server =
        serve(new TestServer.Site(List.of(before, filter), Map.of("/body/*", servlet)));

    assertThat(posted(server).body()).isEqualTo("somebody");
  }

  private static final class Wrapped extends HttpServletRequestWrapper {

    Wrapped(HttpServletRequest request) {
      super(request);
    }

    @Override
    public String getRemoteUser() {
      return "somebody";
    }
  }

  @Test
  void time_that_the_filter_may_take_is_not_the_chains() throws Exception {
    Duration mine = Duration.ofMillis(47_011);
    RoutingFilter filter = mode(RoutingFilter.builder(routing().router()).timeout(mine)).build();
    HttpServlet servlet =
        doing(
            (request, response) -> {
              AsyncContext context = request.startAsync();
              response.getOutputStream().print(context.getTimeout());
              context.complete();
            });

    assertThat(posted(serve(filter, servlet)).body()).isEqualTo("30000");
  }

  @Test
  void request_that_cannot_be_async_is_decided_all_the_same() throws Exception {
    Filter before =
        (request, response, chain) ->
            chain.doFilter(new NeverAsync((HttpServletRequest) request), response);
    Filter filter = mode(RoutingFilter.builder(routing().router())).build();
    RawClient.Dialler server =
        serve(
            new TestServer.Site(
                List.of(before, filter), Map.of("/body/*", doing(DispatchTests::tell))));

    assertThat(posted(server).body()).isEqualTo("eu-1 /body/x null " + BODY);
  }

  private static final class NeverAsync extends HttpServletRequestWrapper {

    NeverAsync(HttpServletRequest request) {
      super(request);
    }

    @Override
    public boolean isAsyncSupported() {
      return false;
    }
  }

  @Test
  void handler_may_pass_rejected_requests_on() throws Exception {
    RoutingFilter filter =
        mode(RoutingFilter.builder(routing().router()).handler(DecisionHandler.passing())).build();
    HttpServlet servlet =
        doing(
            (request, response) ->
                response
                    .getOutputStream()
                    .print(RoutedRequest.of(request).decision().outcome().text()));

    assertThat(get(serve(filter, servlet), "/refused/x").body()).isEqualTo("reject");
  }

  @Test
  void handler_may_forward_itself() throws Exception {
    CompletableFuture<String> cell = new CompletableFuture<>();
    RoutingFilter filter =
        mode(RoutingFilter.builder(routing().router())
                .handler(
                    (decision, request, response, chain) -> {
                      cell.complete(decision.cell().orElseThrow());
                      response.setStatus(204);
                    }))
            .build();

    RawClient.Answer answer =
        post(serve(filter, doing((request, response) -> {})), "/body/x", JSON, BODY);

    assertThat(answer.status()).isEqualTo(204);
    assertThat(cell).isCompletedWithValue("eu-1");
  }

  @Test
  void request_without_a_filter_before_has_no_decision() throws Exception {
    HttpServlet servlet =
        doing(
            (request, response) -> {
              try {
                RoutedRequest.of(request);
              } catch (IllegalStateException e) {
                response.getOutputStream().print("none");
              }
            });
    RawClient.Dialler server = serve(new TestServer.Site(List.of(), Map.of("/*", servlet)));

    assertThat(get(server, "/fixed/x").body()).isEqualTo("none");
  }

  @Test
  void body_that_takes_too_long_is_answered_408() throws Exception {
    RoutingFilter filter =
        mode(RoutingFilter.builder(routing().router())
                .clock(new LeapingClock())
                .timeout(Duration.ofMillis(100)))
            .build();
    RawClient client = serve(filter, doing(DispatchTests::tell)).dial();
    client.send(head("POST /body/x", "Content-Length: 100") + "{\"id");

    RawClient.Answer answer = client.answer();

    assertThat(answer.status()).isEqualTo(408);
    assertThat(answer.body()).contains("\"reason\":\"request-timeout\"");
  }

  @Test
  void body_that_was_not_read_to_its_end_in_async_mode_is_for_listeners_alone() throws Exception {
    RoutingFilter filter =
        mode(RoutingFilter.builder(routing().router()).readAhead(BODY.length())).build();
    HttpServlet servlet =
        doing(
            (request, response) -> {
              String told;
              try {
                told = "" + request.getInputStream().readAllBytes().length;
              } catch (IllegalStateException e) {
                told = "refused";
              }
              response.getOutputStream().print(told);
            });
    RawClient.Dialler server = serve(filter, servlet);

    assertThat(posted(server).body()).isEqualTo("" + BODY.length());
    assertThat(post(server, "/body/x", JSON, BODY + " ").body())
        .isEqualTo(waits() ? "" + (BODY.length() + 1) : "refused");
  }

  /** Whether the mode that is tested lets threads wait. */
  abstract boolean waits();
}
