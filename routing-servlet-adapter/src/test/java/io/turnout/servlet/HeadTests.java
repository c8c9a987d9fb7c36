// SPDX-License-Identifier: Apache-2.0
package io.turnout.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.request.BodyPresence;
import io.turnout.request.RequestHead;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the rules see of a request's head. */
abstract class HeadTests extends ContainerTests {

  /** What was seen of heads while they could be read. */
  private final List<Object> seen = new CopyOnWriteArrayList<>();

  private RawClient.Dialler serve(Function<RequestHead, @Nullable Object> look) throws Exception {
    TestRouting routing =
        routing(
            TestRouting::twoCells,
            router ->
                router.listener((head, decision) -> seen.add(String.valueOf(look.apply(head)))));
    RoutingFilter filter = RoutingFilter.builder(routing.router()).build();
    return serve(filter, Echo.blocking());
  }

  private static List<String> lines(RequestHead head, String name) {
    List<String> lines = new ArrayList<>();
    String line;
    for (int i = 0; (line = head.header(name, i)) != null; i++) {
      lines.add(line);
    }
    return lines;
  }

  @Test
  void lines_of_a_field_keep_their_order() throws Exception {
    RawClient.Dialler server = serve(head -> lines(head, "a"));

    get(server, "/fixed/x", "A: 1", "B: x", "a: 2, 3", "A: \u00e9\u00ff");

    assertThat(seen).containsExactly("[1, 2, 3, \u00e9\u00ff]");
  }

  @Test
  void targets_are_seen_as_they_came() throws Exception {
    RawClient.Dialler server = serve(RequestHead::target);
    List<String> targets =
        List.of(
            "/fixed/a%2fb;x=1/%41/./c",
            "/fixed//a//",
            "/fixed/a%5Cb?",
            "/fixed/x?a=b?c&d=%C3%A9+%2B",
            "/fixed/%C3%A9;jsessionid=1");
    for (String target : targets) {
      get(server, target);
    }

    assertThat(seen).hasSameElementsAs(targets);
  }

  @Test
  void target_that_is_not_ascii_is_refused_and_not_guessed() throws Exception {
    RawClient.Dialler server = serve(RequestHead::target);

    for (String target : List.of("/fixed/\u00c3\u00a9", "/fixed/\u00e9", "/fixed?\u00c3\u00a9")) {
      assertThat(get(server, target).status()).isEqualTo(400);
    }
    assertThat(seen).isEmpty();
  }

  @Test
  void peer_is_its_address_and_port() throws Exception {
    RawClient.Dialler server =
        serve(
            head -> {
              InetSocketAddress peer = Objects.requireNonNull(head.remoteAddress());
              return String.join(
                  " ",
                  String.valueOf(peer.getAddress().isLoopbackAddress()),
                  String.valueOf(peer.getPort() > 0),
                  head.scheme(),
                  head.peerNames().toString(),
                  String.valueOf(head.authority()));
            });

    get(server, "/fixed/x");

    assertThat(seen).containsExactly("true true http [] null");
  }

  @Test
  void presence_of_a_body_is_what_the_head_says() throws Exception {
    RawClient.Dialler server = serve(RequestHead::body);

    get(server, "/fixed/x");
    post(server, "/fixed/x", "a/b", "");
    post(server, "/fixed/x", "a/b", "x");
    server.dial().send(head("POST /fixed/x", "Transfer-Encoding: chunked")).chunk("").answer();

    assertThat(seen)
        .containsExactly(
            BodyPresence.NONE.name(),
            BodyPresence.NONE.name(),
            BodyPresence.SOME.name(),
            BodyPresence.UNKNOWN.name());
  }

  @Test
  void requests_over_http_2_are_decided_alike() throws Exception {
    TestRouting routing = routing();
    RawClient.Dialler dialler =
        serve(RoutingFilter.builder(routing.router()).build(), Echo.blocking());
    int port = dialler.dial().port();
    HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build();
    URI base = URI.create("http://127.0.0.1:" + port);
    String body = json("2", 100_000);

    client.send(request(base, "/header/x").build(), BodyHandlers.ofString()); // the upgrade
    HttpResponse<String> byHost =
        client.send(request(base, "/host/x?a=b").build(), BodyHandlers.ofString());
    HttpResponse<String> byBody =
        client.send(
            request(base, "/body/x")
                .POST(BodyPublishers.fromPublisher(BodyPublishers.ofString(body)))
                .build(),
            BodyHandlers.ofString());
    HttpResponse<String> noBody =
        client.send(request(base, "/body/x").build(), BodyHandlers.ofString());

    assertThat(byHost.version()).isEqualTo(HttpClient.Version.HTTP_2);
    assertThat(byHost.body()).startsWith("cell us-1\nGET /host/x?a=b\n");
    assertThat(byBody.body()).startsWith("cell eu-1\nPOST /body/x\n").endsWith("\n\n" + body);
    assertThat(noBody.statusCode()).isEqualTo(404);
  }

  private static HttpRequest.Builder request(URI base, String target) {
    return HttpRequest.newBuilder(base.resolve(target)).header("X-Business-Id", "1");
  }
}
