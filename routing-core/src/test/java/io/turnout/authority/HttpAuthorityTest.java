// SPDX-License-Identifier: Apache-2.0
package io.turnout.authority;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.turnout.spi.AuthorityAnswer;
import io.turnout.spi.AuthorityThrottledException;
import io.turnout.spi.RouteAuthority.Lookup;
import io.turnout.spi.RouteKey;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpAuthorityTest {

  private static final RouteKey KEY = new RouteKey("business", "a/1");
  private static final RouteKey OTHER = new RouteKey("business", "2");
  private static final RouteKey THIRD = new RouteKey("business", "3");
  private static final String ROUTE =
      "Turnout-Route: \"business:a/1\";cell=\"us-1\";fresh-for=0.25;expire-after=60;version=17";
  private static final String UNKNOWN = ROUTE.replace(";cell=\"us-1\"", "");
  private static final String SECRET = "not-to-be-told";

  private static HttpAuthority authority(ScriptedServer server) {
    return HttpAuthority.builder(server.base()).callTimeout(Duration.ofSeconds(20)).build();
  }

  private static AuthorityAnswer answer(CompletionStage<AuthorityAnswer> stage) throws Exception {
    return stage.toCompletableFuture().get(30, TimeUnit.SECONDS);
  }

  private static Throwable failure(CompletionStage<AuthorityAnswer> stage) {
    Throwable thrown = catchThrowable(() -> answer(stage));
    assertThat(thrown).isInstanceOf(ExecutionException.class);
    assertThat(thrown).hasMessageNotContainingAny(SECRET, "a/1", "a%2F1");
    return Objects.requireNonNull(thrown.getCause());
  }

  private static Throwable failureOf(String statusAndFields, String body) throws Exception {
    try (ScriptedServer server = ScriptedServer.replying(statusAndFields, body)) {
      Throwable failure = failure(authority(server).lookup(KEY, 0));
      assertThat(server.requests()).hasSize(1);
      return failure;
    }
  }

  @Test
  void knownKey_isAnsweredWithItsRoute() throws Exception {
    try (ScriptedServer server = ScriptedServer.replying("204 No Content\n" + ROUTE, "")) {
      AuthorityAnswer answer = answer(authority(server).lookup(KEY, 17));
      assertThat(answer)
          .isEqualTo(
              new AuthorityAnswer.Known(
                  KEY, "us-1", 17, Duration.ofMillis(250), Duration.ofSeconds(60)));
      assertThat(server.requests().get(0))
          .startsWith("GET /.well-known/turnout/routes/business/a%2F1?at-least=17 HTTP/1.1\r\n")
          .doesNotContain("Authorization", "Upgrade");
    }
  }

  @Test
  void unknownKey_isAnAnswer_alsoWithABody() throws Exception {
    String reply = "404 Not Found\nContent-Length: 2\n" + UNKNOWN;
    try (ScriptedServer server = ScriptedServer.replying(reply, "{}")) {
      assertThat(answer(authority(server).lookup(KEY, 0)))
          .isEqualTo(
              new AuthorityAnswer.Unknown(KEY, 17, Duration.ofMillis(250), Duration.ofSeconds(60)));
    }
  }

  @Test
  void uncacheableAnswer_comesWithoutALife() throws Exception {
    String moving = ROUTE.replace("0.25", "0").replace("60", "0");
    try (ScriptedServer server = ScriptedServer.replying("204 No Content\n" + moving, "")) {
      assertThat(answer(authority(server).lookup(KEY, 0)).expireAfter()).isZero();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "200 OK|answered 200",
        "206 Partial Content|answered 206",
        "301 Moved~Location: /elsewhere|a redirect, which is never followed",
        "307 Moved~Location: http://127.0.0.1:1/|a redirect, which is never followed",
        "400 Bad Request|does not understand",
        "401 Unauthorized|is the token right?",
        "403 Forbidden|may not ask",
        "404 Not Found|no look-up endpoint",
        "405 Method Not Allowed|no look-up endpoint",
        "421 Misdirected Request|answered 421",
        "500 Internal Server Error|answered 500",
        "502 Bad Gateway|answered 502",
        "503 Service Unavailable|cannot answer for now",
      })
  void otherStatus_isAFailure(String reply, String message) throws Exception {
    assertThat(failureOf(reply.replace("~", "\n") + "\nContent-Length: 0", ""))
        .hasMessageContaining(message)
        .hasMessageContaining("http://127.0.0.1:");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "429 Too Many Requests|",
        "429 Too Many Requests~Retry-After: 0|0",
        "503 Service Unavailable~Retry-After: 7|7",
        "503 Service Unavailable~Retry-After: Mon, 30 Nov 2026 12:00:00 GMT|",
        "503 Service Unavailable~Retry-After: 9999999999|",
      })
  void tooManyCalls_areNoBreakdown(String reply, @Nullable Long seconds) throws Exception {
    Throwable failure = failureOf(reply.replace("~", "\n") + "\nContent-Length: 0", "");
    assertThat(failure)
        .isInstanceOfSatisfying(
            AuthorityThrottledException.class,
            throttled ->
                assertThat(throttled.retryAfter())
                    .isEqualTo(Optional.ofNullable(seconds).map(Duration::ofSeconds)));
  }

  @Test
  void answerThatIsNoneAboutTheKey_isAFailure() throws Exception {
    String found = "204 No Content\n";
    assertThat(failureOf(found, "")).hasMessageContaining("204 without Turnout-Route");
    assertThat(failureOf(found + ROUTE.replace("a/1", "a/2"), "")).hasMessageContaining("other");
    assertThat(failureOf(found + ROUTE + ", " + ROUTE.substring(15).replace("a/1", "2"), ""))
        .hasMessageContaining("of other keys");
    assertThat(failureOf(found + ROUTE + "\n" + ROUTE, "")).hasMessageContaining("repeated");
    assertThat(failureOf(found + ROUTE.replace("17", "-1"), ""))
        .hasMessageContaining("out-of-bounds");
    assertThat(failureOf(found + UNKNOWN, ""))
        .hasMessageContaining("204")
        .hasMessageContaining("without one");
    assertThat(failureOf("404 Not Found\nContent-Length: 0\n" + ROUTE, ""))
        .hasMessageContaining("with a cell");
    assertThat(failureOf(found + ROUTE + "\nAge: 0", "")).hasMessageContaining("with Age");
  }

  @Test
  void bodyBeyondTheLimit_isAFailure_atTheLimitItIsNot() throws Exception {
    int limit = HttpAuthority.MAX_IDLE_BODY_BYTES;
    String reply = "404 Not Found\n" + UNKNOWN + "\nContent-Length: ";
    try (ScriptedServer server = ScriptedServer.replying(reply + limit, "x".repeat(limit))) {
      assertThat(answer(authority(server).lookup(KEY, 0))).isNotNull();
    }
    assertThat(failureOf(reply + (limit + 1), "x".repeat(limit + 1)))
        .hasMessageContaining("longer than 65536 bytes");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "HTTP/1.1 204 No", "HTTP/1.1 404 X\r\nContent-Length: 9\r\n\r\nx"})
  void silentServer_isGivenUp_andLetGo(String beginning) throws Exception {
    try (ScriptedServer server = ScriptedServer.stoppingAfter(beginning)) {
      HttpAuthority authority =
          HttpAuthority.builder(server.base()).callTimeout(Duration.ofMillis(200)).build();
      assertThat(failure(authority.lookup(KEY, 0))).hasMessageContaining("http://127.0.0.1:");
      assertThat(server.last().getInputStream().read()).isEqualTo(-1);
    }
  }

  @Test
  void cancelledLookup_letsGoOfTheServer() throws Exception {
    try (ScriptedServer server = ScriptedServer.stoppingAfter("")) {
      CompletionStage<AuthorityAnswer> stage = authority(server).lookup(KEY, 0);
      while (server.requests().isEmpty()) {
        Thread.onSpinWait();
      }
      stage.toCompletableFuture().cancel(true);
      assertThat(server.last().getInputStream().read()).isEqualTo(-1);
    }
  }

  @Test
  void brokenAndClosedServers_areFailures() throws Exception {
    try (ScriptedServer server = ScriptedServer.replying("garbage", "")) {
      assertThat(failure(authority(server).lookup(KEY, 0))).hasMessageContaining("cannot be asked");
    }
    int port;
    try (ServerSocket socket = new ServerSocket(0)) {
      port = socket.getLocalPort();
    }
    HttpAuthority nobody =
        HttpAuthority.builder(URI.create("http://127.0.0.1:" + port + "/")).build();
    assertThat(failure(nobody.lookup(KEY, 0))).hasMessageContaining("cannot be asked");
    nobody
        .lookupAll(List.of(new Lookup(KEY, 0), new Lookup(OTHER, 0)))
        .forEach(stage -> assertThat(failure(stage)).hasMessageContaining("cannot be asked"));
  }

  @Test
  void manyKeys_areAskedForAtOnce_andAnsweredEach() throws Exception {
    String body =
        "[{\"key\":\"business:a/1\",\"cell\":\"us-1\",\"fresh-for\":1,\"expire-after\":2,"
            + "\"version\":3},{\"key\":\"business:2\",\"failed\":\"timeout\"},"
            + "{\"key\":\"business:3\",\"failed\":\"throttled\"}]";
    String reply = "200 OK\nContent-Length: " + body.length();
    try (ScriptedServer server = ScriptedServer.replying(reply, body)) {
      HttpAuthority authority = authority(server);
      assertThat(authority.mostAtOnce()).isEqualTo(100);
      List<CompletionStage<AuthorityAnswer>> stages =
          authority.lookupAll(
              List.of(new Lookup(KEY, 3), new Lookup(OTHER, 0), new Lookup(THIRD, 0)));
      assertThat(answer(stages.get(0)).version()).isEqualTo(3);
      assertThat(failure(stages.get(1))).hasMessageContaining("could not look the key up: timeout");
      assertThat(failure(stages.get(2))).isInstanceOf(AuthorityThrottledException.class);
      assertThat(server.requests().get(0))
          .startsWith("POST /.well-known/turnout/routes HTTP/1.1\r\n")
          .contains("Content-Type: application/json\r\n")
          .endsWith(
              "[{\"key\":\"business:a/1\",\"at-least\":3},{\"key\":\"business:2\"},"
                  + "{\"key\":\"business:3\"}]");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "200 OK|[]",
        "200 OK|{",
        "200 OK~Age: 1|[{\"key\":\"business:2\",\"failed\":\"x\"}]",
        "204 No Content|",
        "503 Service Unavailable|",
      })
  void manyAnswersThatAreNone_failAll(String reply, String body) throws Exception {
    String text = body == null ? "" : body;
    try (ScriptedServer server =
        ScriptedServer.replying(
            reply.replace("~", "\n") + "\nContent-Length: " + text.length(), text)) {
      List<CompletionStage<AuthorityAnswer>> stages =
          authority(server).lookupAll(List.of(new Lookup(OTHER, 0), new Lookup(KEY, 0)));
      assertThat(stages).hasSize(2);
      stages.forEach(stage -> assertThat(failure(stage)).hasMessageContaining("answered"));
    }
  }

  @Test
  void oneOfManyCancelled_disturbsNoOther() throws Exception {
    try (ScriptedServer server = ScriptedServer.stoppingAfter("")) {
      List<CompletionStage<AuthorityAnswer>> stages =
          authority(server).lookupAll(List.of(new Lookup(OTHER, 0), new Lookup(KEY, 0)));
      while (server.requests().isEmpty()) {
        Thread.onSpinWait();
      }
      stages.get(0).toCompletableFuture().cancel(true);
      assertThat(stages.get(1).toCompletableFuture()).isNotDone();
      stages.get(1).toCompletableFuture().cancel(true);
      assertThat(server.last().getInputStream().read()).isEqualTo(-1);
    }
  }

  @Test
  void token_isSent_andNeverTold() throws Exception {
    try (ScriptedServer server = ScriptedServer.replying("401 No\nContent-Length: 0", "")) {
      HttpAuthority authority = HttpAuthority.builder(server.base()).token(SECRET).build();
      failure(authority.lookup(KEY, 0));
      assertThat(server.requests().get(0)).contains("Authorization: Bearer " + SECRET + "\r\n");
    }
    assertThatThrownBy(
            () -> HttpAuthority.builder(URI.create("http://a.example")).token(SECRET + "\r\nX: y"))
        .hasMessageNotContaining(SECRET);
  }

  @Test
  void clientThatFollowsRedirects_isRefused() {
    HttpClient following =
        HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NORMAL).build();
    HttpAuthority.Builder builder = HttpAuthority.builder(URI.create("https://a.example:1"));
    assertThatThrownBy(() -> builder.client(following)).hasMessageContaining("not NORMAL");
    assertThat(builder.client(HttpClient.newHttpClient()).build()).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ftp://a.example",
        "a.example:80",
        "/routes",
        "http://a.example/base",
        "http://u:p@a.example",
        "http://a.example?x",
        "http://a.example#x",
        "http:///x",
      })
  void otherBases_areRefused(String base) {
    assertThatThrownBy(() -> HttpAuthority.builder(URI.create(base)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("HOST:PORT and nothing more");
  }

  @Test
  void callTimeout_isBounded() {
    HttpAuthority.Builder builder = HttpAuthority.builder(URI.create("http://a.example"));
    assertThat(builder.callTimeout(Duration.ofMillis(1)).callTimeout(Duration.ofMinutes(1)))
        .isSameAs(builder);
    assertThatThrownBy(() -> builder.callTimeout(Duration.ZERO))
        .hasMessageContaining("callTimeout");
    assertThatThrownBy(() -> builder.callTimeout(Duration.ofMillis(60_001)))
        .hasMessageContaining("callTimeout PT1M0.001S");
  }
}
