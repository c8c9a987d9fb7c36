// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.authority.MemoryAuthority;
import io.turnout.protocol.LookupJson;
import io.turnout.protocol.LookupJson.Answer;
import io.turnout.protocol.RouteAnnouncement;
import io.turnout.spi.RouteAuthority;
import io.turnout.spi.RouteAuthority.Lookup;
import io.turnout.spi.RouteClock;
import io.turnout.spi.RouteKey;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LookupEndpointTest {

  private static final String PATH = "/.well-known/turnout/routes";

  private final List<Lookup> asked = new CopyOnWriteArrayList<>();

  /** Keys whose value begins with u are unknown, with f they fail, with o too much is asked. */
  private CompletionStage<Answer> answer(Lookup lookup) {
    asked.add(lookup);
    RouteKey key = lookup.key();
    if (key.value().startsWith("f")) {
      return CompletableFuture.completedStage(Answer.failed(key, "timeout"));
    }
    if (key.value().startsWith("o")) {
      return CompletableFuture.completedStage(Answer.failed(key, "overloaded"));
    }
    Optional<String> cell = key.value().startsWith("u") ? Optional.empty() : Optional.of("us-1");
    Duration life = Duration.ofMillis(1_500);
    return CompletableFuture.completedStage(
        Answer.of(new RouteAnnouncement(key, cell, 17, life, life)));
  }

  private RawClient.Answer send(String request) throws Exception {
    try (TestLookups lookups = TestLookups.of(this::answer);
        RawClient client = lookups.client()) {
      return client.send(request).answer();
    }
  }

  private RawClient.Answer get(String target) throws Exception {
    return send("GET " + target + " HTTP/1.1\r\nHost: a\r\n\r\n");
  }

  private RawClient.Answer post(String body) throws Exception {
    int length = body.getBytes(StandardCharsets.UTF_8).length;
    return send(
        "POST " + PATH + " HTTP/1.1\r\nHost: a\r\nContent-Length: " + length + "\r\n\r\n" + body);
  }

  @Test
  void knownKey_is204_withItsRoute() throws Exception {
    RawClient.Answer answer = get(PATH + "/business/a%2F1?at-least=16");
    assertThat(answer.status()).isEqualTo(204);
    assertThat(answer.field("turnout-route"))
        .hasValue("\"business:a/1\";cell=\"us-1\";fresh-for=1.5;expire-after=1.5;version=17");
    assertThat(answer.field("cache-control")).hasValue("no-store");
    assertThat(asked).containsExactly(new Lookup(new RouteKey("business", "a/1"), 16));
  }

  @Test
  void unknownKey_is404_withItsRoute() throws Exception {
    RawClient.Answer answer = get(PATH + "/business/u");
    assertThat(answer.status()).isEqualTo(404);
    assertThat(answer.field("turnout-route"))
        .hasValue("\"business:u\";fresh-for=1.5;expire-after=1.5;version=17");
    assertThat(answer.field("cache-control")).hasValue("no-store");
    assertThat(answer.text()).isEmpty();
  }

  @Test
  void failedLookup_is503_withoutARoute() throws Exception {
    RawClient.Answer answer = get(PATH + "/business/f");
    assertThat(answer.status()).isEqualTo(503);
    assertThat(answer.field("turnout-route")).isEmpty();
    assertThat(answer.field("retry-after")).isEmpty();
    assertThat(answer.text()).contains("\"reason\":\"timeout\"");
    answer = get(PATH + "/business/o");
    assertThat(answer.status()).isEqualTo(503);
    assertThat(answer.field("retry-after")).hasValue("1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/business|syntax",
        "/business/|out-of-bounds",
        "/business/1/2|syntax",
        "/Business/1|out-of-bounds",
        "/business/%zz|syntax",
        "/business/%00|out-of-bounds",
        "/business/1?at-least=x|out-of-bounds",
        "/business/1?atleast=1|syntax",
      })
  void targetThatIsNoKey_is400_andNobodyIsAsked(String rest, String reason) throws Exception {
    RawClient.Answer answer = get(PATH + rest);
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.text()).contains("\"reason\":\"" + reason + "\"");
    assertThat(answer.field("turnout-route")).isEmpty();
    assertThat(asked).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/.well-known/turnout/health", PATH + "x", "http://a" + PATH})
  void otherPaths_are404_withoutARoute(String target) throws Exception {
    RawClient.Answer answer = get(target);
    assertThat(answer.status()).isEqualTo(404);
    assertThat(answer.field("turnout-route")).isEmpty();
    assertThat(answer.text()).contains("\"reason\":\"not-found\"");
  }

  @ParameterizedTest
  @CsvSource({
    "HEAD,/business/1,GET",
    "POST,/business/1,GET",
    "DELETE,/business/1,GET",
    "GET,'',POST",
    "PUT,'',POST"
  })
  void otherMethods_are405(String method, String rest, String allowed) throws Exception {
    try (TestLookups lookups = TestLookups.of(this::answer);
        RawClient client = lookups.client()) {
      client.send(method + " " + PATH + rest + " HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n");
      RawClient.Answer answer = method.equals("HEAD") ? client.answerToHead() : client.answer();
      assertThat(answer.status()).isEqualTo(405);
      assertThat(answer.field("allow")).hasValue(allowed);
      assertThat(asked).isEmpty();
    }
  }

  @Test
  void manyKeys_areAnsweredInOrder_alsoWhereOneFails() throws Exception {
    RawClient.Answer answer =
        post("[{\"key\":\"business:1\",\"at-least\":3},\"business:f\",\"business:u\"]");
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.field("content-type")).hasValue("application/json");
    assertThat(answer.field("cache-control")).hasValue("no-store");
    assertThat(answer.text())
        .isEqualTo(
            "[{\"key\":\"business:1\",\"cell\":\"us-1\",\"fresh-for\":1.5,\"expire-after\":1.5,"
                + "\"version\":17},{\"key\":\"business:f\",\"failed\":\"timeout\"},"
                + "{\"key\":\"business:u\",\"fresh-for\":1.5,\"expire-after\":1.5,\"version\":17}]");
    assertThat(asked).extracting(Lookup::atLeastVersion).containsExactly(3L, 0L, 0L);
  }

  @Test
  void manyKeys_areBounded() throws Exception {
    assertThat(post(keys(RouteAuthority.MOST_AT_ONCE)).status()).isEqualTo(200);
    assertThat(post(keys(RouteAuthority.MOST_AT_ONCE + 1)).text()).contains("too-many");
    int room = LookupJson.MAX_QUESTION_BYTES - keys(1).length();
    assertThat(post(keys(1) + " ".repeat(room)).status()).isEqualTo(200);
    RawClient.Answer answer = post(keys(1) + " ".repeat(room + 1));
    assertThat(answer.status()).isEqualTo(413);
    assertThat(answer.text()).contains("at most 262144 bytes");
    assertThat(post("[]").status()).isEqualTo(400);
    assertThat(post("[\"business:1\",\"business:1\"]").text()).contains("\"reason\":\"repeated\"");
  }

  private static String keys(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> "\"business:" + i + '"')
        .collect(Collectors.joining(",", "[", "]"));
  }

  @Test
  void oneConnection_carriesManyRequests() throws Exception {
    try (TestLookups lookups = TestLookups.of(this::answer);
        RawClient client = lookups.client()) {
      for (int i = 0; i < 3; i++) {
        assertThat(client.get(PATH + "/business/" + i).answer().status()).isEqualTo(204);
        assertThat(client.get(PATH + "/business/%").answer().status()).isEqualTo(400);
      }
    }
  }

  @Test
  void withAToken_onlyWhoSendsItIsAnswered() throws Exception {
    try (TestLookups lookups = TestLookups.of(new MemoryAuthority(RouteClock.system()));
        RawClient client = lookups.client()) {
      String target = PATH + "/business/1";
      List<String> wrong =
          List.of(
              "X: y",
              "Authorization: Bearer",
              "Authorization: Bearer " + TestLookups.TOKEN + "x",
              "Authorization: Bearer " + TestLookups.TOKEN.substring(1),
              "Authorization: Basic " + TestLookups.TOKEN,
              "Authorization: Bearer " + TestLookups.TOKEN + "\r\nAuthorization: Bearer x");
      for (String field : wrong) {
        RawClient.Answer answer = client.get(target, field).answer();
        assertThat(answer.status()).as(field).isEqualTo(401);
        assertThat(answer.field("www-authenticate")).hasValue("Bearer");
        assertThat(answer.text()).doesNotContain(TestLookups.TOKEN);
      }
      for (String scheme : List.of("Bearer ", "bearer ", "BEARER  ")) {
        String field = "Authorization: " + scheme + TestLookups.TOKEN;
        assertThat(client.get(target, field).answer().status()).as(field).isEqualTo(404);
      }
    }
  }

  @Test
  void connectionsBeyondTheLimit_areClosed() throws Exception {
    List<RawClient> all = new ArrayList<>();
    try (TestLookups lookups = TestLookups.of(this::answer)) {
      try {
        for (int i = 0; i < PrivatePort.MAX_CONNECTIONS; i++) {
          all.add(lookups.client());
        }
        RawClient last = all.get(all.size() - 1);
        assertThat(last.get(PATH + "/business/1").answer().status()).isEqualTo(204);
        try (RawClient beyond = lookups.client()) {
          assertThat(beyond.isClosedByPeer()).isTrue();
        }
      } finally {
        for (RawClient client : all) {
          client.close();
        }
      }
    }
  }
}
