// SPDX-License-Identifier: Apache-2.0
package io.turnout.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.OnMiss;
import io.turnout.Tier;
import io.turnout.client.EdgeSigner;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** The cookies of a decision reach the client once, and signatures the authority. */
abstract class CookieTests extends ContainerTests {

  private static final String RULES =
      TestRouting.RULES
          + """
          splits:
            - name: web
              id: { cookie: rid, max-age: 30m }
              stages: [ { name: a, weight: 1 } ]
          """;

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

  private RawClient.Dialler serve(UnaryOperator<RoutingFilter.Builder> mode, Doing what)
      throws Exception {
    TestRouting routing = routing(RULES, TestRouting::twoCells, router -> router);
    return serve(
        mode.apply(RoutingFilter.builder(routing.router())).build(), new DoingServlet(what));
  }

  /** The names of the cookies that a servlet's answer sets, in both modes of the filter. */
  private void requireCookies(Doing what, String... names) throws Exception {
    List<UnaryOperator<RoutingFilter.Builder>> modes =
        List.of(filter -> filter, RoutingFilter.Builder::async);
    for (UnaryOperator<RoutingFilter.Builder> mode : modes) {
      RawClient.Dialler server = serve(mode, what);
      assertThat(names(get(server, "/fixed/x"))).containsExactlyInAnyOrder(names);
      assertThat(names(post(server, "/body/x", "application/json", json("1", 0))))
          .containsExactlyInAnyOrder(names);
    }
  }

  private static List<String> names(RawClient.Answer answer) {
    return answer.fields().stream()
        .filter(line -> line.regionMatches(true, 0, "Set-Cookie: ", 0, 12))
        .map(line -> line.substring(12).split("=", 2)[0])
        .toList();
  }

  @Test
  void answer_without_a_word_has_it() throws Exception {
    requireCookies((request, response) -> {}, "rid");
  }

  @Test
  void answers_own_cookies_stay_beside_it() throws Exception {
    requireCookies(
        (request, response) -> {
          response.addHeader("Set-Cookie", "a=1");
          response.addCookie(new Cookie("b", "2"));
          response.getOutputStream().write('x');
        },
        "a",
        "b",
        "rid");
  }

  @Test
  void cookie_that_is_set_late_does_not_take_its_place() throws Exception {
    requireCookies(
        (request, response) -> {
          var out = response.getOutputStream();
          response.setHeader("set-cookie", "a=1");
          out.write('x');
        },
        "a",
        "rid");
  }

  @Test
  void answer_that_is_begun_anew_has_it_once() throws Exception {
    requireCookies(
        (request, response) -> {
          response.getWriter().write("x");
          response.reset();
          response.addHeader("Set-Cookie", "a=1");
          response.getWriter().write("y");
        },
        "a",
        "rid");
  }

  @Test
  void errors_and_redirects_have_it() throws Exception {
    requireCookies((request, response) -> response.sendError(502), "rid");
    requireCookies((request, response) -> response.sendRedirect("/elsewhere"), "rid");
  }

  @Test
  void answer_that_ends_elsewhere_has_it() throws Exception {
    requireCookies((request, response) -> request.startAsync().complete(), "rid");
  }

  @Test
  void failure_of_the_chain_sets_it_once_at_most() throws Exception {
    RawClient.Dialler server =
        serve(
            filter -> filter,
            (request, response) -> {
              response.getWriter().write("x");
              throw new IOException("the test's failure");
            });

    assertThat(names(get(server, "/fixed/x")).size()).isLessThanOrEqualTo(1);
  }

  @Test
  void rejections_and_known_users_have_none() throws Exception {
    RawClient.Dialler server = serve(filter -> filter, (request, response) -> {});

    assertThat(names(get(server, "/refused/x"))).isEmpty();
    assertThat(names(get(server, "/query/x?id=9"))).isEmpty();
    assertThat(names(get(server, "/fixed/x", "Cookie: rid=known"))).isEmpty();
  }

  @Test
  void signature_takes_the_place_of_the_clients() throws Exception {
    EdgeSigner signer =
        EdgeSigner.builder(
                "e1", "a secret of an edge, long enough".getBytes(StandardCharsets.UTF_8))
            .build();
    TestRouting routing =
        routing(
            RULES,
            TestRouting::twoCells,
            router -> router.tier(Tier.EDGE).onMiss(OnMiss.HAND_ON).signer(signer));
    RawClient.Dialler server =
        serve(
            RoutingFilter.builder(routing.router()).build(),
            new DoingServlet(
                (request, response) -> {
                  assertThat(Collections.list(request.getHeaders("signature-input")))
                      .singleElement()
                      .asString()
                      .startsWith("turnout=(\"@method\"");
                  assertThat(Collections.list(request.getHeaders("Signature"))).hasSize(1);
                  assertThat(request.getHeader("SIGNATURE")).startsWith("turnout=:");
                  assertThat(Collections.list(request.getHeaderNames()))
                      .filteredOn(name -> name.equalsIgnoreCase("signature"))
                      .hasSize(1);
                  response.setStatus(204);
                }));
    String[] theirs = {"SIGNATURE: a=:AA:", "Signature-Input: (((", "Signature: b=:AA:"};

    assertThat(get(server, "/query/x?id=2", theirs).status()).isEqualTo(204);
  }
}
