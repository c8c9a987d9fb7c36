// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.SplitCounters.Count;
import io.turnout.decision.StageChoice.How;
import io.turnout.gateway.config.AccessLogSettings;
import io.turnout.gateway.config.Address;
import io.turnout.gateway.config.DecisionSettings;
import io.turnout.gateway.config.GatewayConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a gateway does with the stages of a decision: cookies, counts and what it tells of them. */
class SplitsTest {

  private static final String RULES =
      TwoTiers.RULES
          + """
          tags: { local: { cidr: [ 127.0.0.0/8, 192.0.2.0/24 ] } }
          splits:
            - name: web
              id: { cookie: rid, max-age: 30m }
              pin: { header: X-Stage }
              stages:
                - { name: canary, weight: 1, labels: { version: "8f2" } }
                - { name: prod, weight: 99, labels: { version: "8e9" } }
          """;
  private static final String OURS = "rid=[A-Za-z0-9_-]{22}; .*";
  private static final String KEY = "X-Business-Id: 1";

  @TempDir Path folder;
  private @Nullable TwoTiers tiers;

  @AfterEach
  void close() throws Exception {
    if (tiers != null) {
      tiers.close();
    }
  }

  private TwoTiers start(CellServer us, CellServer eu) throws Exception {
    TwoTiers opened = new TwoTiers(folder, us, eu);
    tiers = opened;
    TwoTiers.rules(folder, RULES);
    return opened;
  }

  private Gateway gateway(CellServer us, UnaryOperator<GatewayConfig.Builder> more)
      throws Exception {
    return start(us, CellServer.named("eu")).authority(more);
  }

  private Gateway gateway(CellServer us) throws Exception {
    return gateway(us, UnaryOperator.identity());
  }

  private static List<String> cookies(RawClient.Answer answer) {
    return answer.fields().stream()
        .filter(line -> line.regionMatches(true, 0, "Set-Cookie:", 0, 11))
        .map(line -> line.substring(11).strip())
        .toList();
  }

  private static CellServer answering(String... heads) throws IOException {
    return new CellServer(
        connection -> {
          while (true) {
            connection.body(connection.head());
            for (String head : heads) {
              connection.send(head);
            }
          }
        });
  }

  private static String ok(String... fields) {
    return "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n" + RawClient.lines(fields) + "\r\n";
  }

  @Test
  void cookie_isSetBesideThoseOfTheCell_forNewUsers() throws Exception {
    Gateway gateway = gateway(answering(ok("Set-Cookie: a=1", "set-cookie: b=2")));
    try (RawClient client = new RawClient(gateway.port())) {
      List<String> first = cookies(client.get("/", KEY).answer());
      assertThat(first).hasSize(3).startsWith("a=1", "b=2");
      assertThat(first.get(2)).matches(OURS);
      String id = first.get(2).split(";", 2)[0];
      assertThat(cookies(client.get("/", KEY, "Cookie: " + id).answer()))
          .containsExactly("a=1", "b=2");
    }
    try (Http2Peer client = Http2Peer.client(gateway.port())) {
      Http2Peer.Message answer = client.message(client.get("/", "x-business-id", "1"));
      List<String> all = new ArrayList<>();
      answer.head().getAll("set-cookie").forEach(value -> all.add(value.toString()));
      assertThat(all).hasSize(3).startsWith("a=1", "b=2");
      assertThat(all.get(2)).matches(OURS);
    }
  }

  @Test
  void cookie_isOnTheFinalAnswer_andOnNoOther() throws Exception {
    Gateway gateway =
        gateway(
            answering(
                "HTTP/1.1 100 Continue\r\n\r\n",
                "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\nSet-Cookie: a=1\r\n\r\n",
                ok()));
    try (RawClient client = new RawClient(gateway.port())) {
      String expecting = "Expect: 100-continue\r\nContent-Length: 1\r\n";
      client.send("POST / HTTP/1.1\r\nHost: a\r\n" + KEY + "\r\n" + expecting + "\r\nx");
      RawClient.Answer answer = client.answer();
      for (; answer.status() < 200; answer = client.answer()) {
        assertThat(cookies(answer)).as(answer.statusLine()).isEmpty();
      }
      assertThat(cookies(answer)).singleElement().asString().matches(OURS);
    }
  }

  @Test
  void cookie_isOnAnAnswerOfTheGateway_thatFollowsADecision_andOnNoRejection() throws Exception {
    CellServer gone = CellServer.named("us");
    gone.close();
    Gateway gateway = gateway(gone);
    try (RawClient client = new RawClient(gateway.port())) {
      RawClient.Answer answer = client.get("/", KEY).answer();
      assertThat(answer.status()).isEqualTo(502);
      assertThat(cookies(answer)).singleElement().asString().matches(OURS);
      assertThat(cookies(client.get("/", "X-Business-Id: 9").answer())).isEmpty();
      assertThat(cookies(client.get("/").answer())).isEmpty();
    }
  }

  @Test
  void cookie_isOnAnUpgrade() throws Exception {
    CellServer cell =
        answering(
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Set-Cookie: a=1\r\n\r\n");
    Gateway gateway = gateway(cell);
    try (RawClient client = new RawClient(gateway.port())) {
      client.get(
          "/", KEY, "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13");
      RawClient.Answer answer = client.answer();
      assertThat(answer.status()).isEqualTo(101);
      assertThat(cookies(answer)).hasSize(2).first().isEqualTo("a=1");
    }
  }

  @Test
  void cookieOfAWrongCell_isDropped_andOursIsSetOnce() throws Exception {
    CellServer wrong =
        answering(
            "HTTP/1.1 421 Misdirected Request\r\nTurnout-Cell: \"eu-1\"\r\nSet-Cookie: a=1\r\n"
                + "Content-Length: 0\r\n\r\n");
    TwoTiers both = start(wrong, answering(ok("Set-Cookie: b=2")));
    Gateway gateway = both.authority();
    try (RawClient client = new RawClient(gateway.port())) {
      RawClient.Answer answer = client.get("/", KEY).answer();
      assertThat(answer.status()).isEqualTo(421);
      assertThat(cookies(answer)).singleElement().asString().matches(OURS);
      both.routes("business:1: eu-1");
      TwoTiers.await(
          "the right cell",
          () -> {
            RawClient.Answer next = client.get("/", KEY).answer();
            boolean right = next.status() == 200;
            assertThat(cookies(next)).hasSize(right ? 2 : 1);
            assertThat(cookies(next).get(right ? 1 : 0)).matches(OURS);
            return right;
          });
    }
  }

  @Test
  void edge_choosesAndSetsTheCookie_andTheAuthorityIsTold() throws Exception {
    TwoTiers both = start(answering(ok("Set-Cookie: a=1")), CellServer.named("eu"));
    Gateway authority = both.authority();
    TwoTiers.Edge edge = both.edge(authority);
    for (int i = 0; i < 2; i++) { // handed on the first time, and decided by the edge then
      try (RawClient client = edge.client()) {
        List<String> set = cookies(client.get("/", KEY, "X-Stage: none").answer());
        assertThat(set).hasSize(2).first().isEqualTo("a=1");
        assertThat(set.get(1)).matches(OURS);
      }
      assertThat(edge.nextRecord().passage().authority().isPresent()).isEqualTo(i == 0);
    }
    assertThat(authority.splits())
        .singleElement()
        .satisfies(count -> assertThat(count.how()).isEqualTo(How.TOLD));
    assertThat(edge.gateway().splits().stream().mapToLong(Count::requests).sum()).isEqualTo(2);
    both.stop(authority);
    try (RawClient client = edge.client()) {
      RawClient.Answer answer = client.get("/", "X-Business-Id: 2").answer();
      assertThat(answer.status()).isEqualTo(503);
      assertThat(cookies(answer)).singleElement().asString().matches(OURS);
    }
  }

  @Test
  void logAndHealth_tellOfStagesTagsAndEdges() throws Exception {
    Path log = folder.resolve("access.jsonl");
    AccessLogSettings settings =
        new AccessLogSettings(
            AccessLogSettings.To.FILE,
            Optional.of(log),
            AccessLogSettings.Target.PATH,
            false,
            false);
    Gateway gateway = gateway(CellServer.named("us"), config -> config.accessLog(settings));
    try (RawClient client = new RawClient(gateway.port())) {
      client.get("/", KEY, "X-Stage: canary").answer();
      client.get("/", KEY, "X-Stage: canary").answer();
      client.get("/").answer();
    }
    assertThat(gateway.splits()).containsExactly(new Count("web", "canary", How.PINNED, 2));
    java.util.Objects.requireNonNull(tiers).stop(gateway);
    List<String> lines = Files.readAllLines(log);
    assertThat(lines.get(0))
        .contains("\"edge\":\"our-edge\",\"edges\":[\"our-edge\"]")
        .contains("\"tags\":[\"local\",\"via-our-edge\"]")
        .contains("\"splits\":{\"web\":{\"stage\":\"canary\",\"how\":\"pinned\"}}");
    assertThat(lines.get(2)).contains("\"outcome\":\"reject\"").doesNotContain("splits");
  }

  @Test
  void health_countsStages_onAPortOfItsOwn() throws Exception {
    TwoTiers both = start(CellServer.named("us"), CellServer.named("eu"));
    TwoTiers.Edge edge = both.edge(both.authority());
    assertThat(edge.health()).doesNotContain("splits");
    try (RawClient client = edge.client()) {
      client.get("/", KEY, "X-Stage: canary").answer();
    }
    assertThat(edge.health()).contains(",\"splits\":{\"web\":{\"canary\":{\"pinned\":1}}}");
  }

  @Test
  void otherProxies_areToldOfClientTagsStagesLabelsAndCookies() throws Exception {
    DecisionSettings asked = new DecisionSettings(new Address("127.0.0.1", 0), Optional.empty());
    Gateway gateway = gateway(CellServer.named("us"), config -> config.decisions(asked));
    String[] of = {"X-Original-Method: GET", "X-Original-URI: /", "X-Original-Address: 192.0.2.7"};
    try (RawClient client = new RawClient(gateway.decisionPort().orElseThrow())) {
      List<String> fields = new ArrayList<>(List.of(of));
      fields.add(KEY);
      client.get(DecisionEndpoint.PATH, fields.toArray(String[]::new));
      RawClient.Answer answer = client.answer();
      assertThat(answer.field("Decision-Cell")).hasValue("us-1");
      assertThat(answer.field("Decision-Tags")).hasValue("local");
      String stage = answer.field("Decision-Stages").orElseThrow();
      assertThat(stage).isIn("web=canary", "web=prod");
      assertThat(answer.field("Decision-Labels"))
          .hasValue("{\"version\":\"" + (stage.equals("web=canary") ? "8f2" : "8e9") + "\"}");
      assertThat(cookies(answer)).singleElement().asString().matches(OURS);
      assertThat(answer.field("Decision-Set-Cookie-1")).hasValue(cookies(answer).get(0));
      client.get(DecisionEndpoint.PATH, of);
      assertThat(client.answer().fields())
          .noneMatch(line -> line.startsWith("Decision-Stages") || line.contains("ookie"));
    }
  }
}
