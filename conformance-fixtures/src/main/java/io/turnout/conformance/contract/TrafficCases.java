// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance.contract;

import static io.turnout.conformance.contract.Requests.get;
import static io.turnout.conformance.contract.Requests.head;
import static io.turnout.conformance.contract.Requests.post;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.turnout.client.EdgeSigner;
import io.turnout.conformance.FixtureRouter;
import io.turnout.conformance.WrittenRequest;
import io.turnout.conformance.WrittenRequest.Field;
import io.turnout.conformance.contract.RawConnection.Answer;
import io.turnout.conformance.contract.Upstream.Answered;
import io.turnout.conformance.contract.Upstream.Reached;
import io.turnout.decision.RouteDecision;
import io.turnout.spi.VirtualTime;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What an adapter does about who is asking, and about the version that answers. */
final class TrafficCases {

  private static final String SECRET = "fixture secret two, of 32 bytes.";
  private static final String PROXY = "127.0.0.3";
  private static final String RULES =
      """
      turnout: 1
      cells: [ us-1, eu-1 ]
      edges:
        - { name: proxy, cidr: [ 127.0.0.3/32 ], client-ip: { header: X-Forwarded-For, hops: 1 } }
      tags:
        here: { cidr: [ 127.0.0.1/32 ] }
      rules:
        - { name: inside, when: { path: /inside }, unless: { tag: here }, then: reject 403 }
        - { name: proxied, when: { path: /proxied, tag: via-proxy }, then: cell eu-1 }
        - name: header
          key: { namespace: business, from: [ { header: X-Business-Id } ] }
        - name: body
          when: { path: /body }
          key: { namespace: business, from: [ { body: { json: /id } } ] }
      splits:
        - { name: web, id: { cookie: rid, max-age: 30m }, stages: [ { name: a, weight: 1 } ] }
        - name: api
          when: { path: /api }
          id: { cookie: aid, max-age: 1h }
          stages: [ { name: a, weight: 1 }, { name: b, weight: 1 } ]
      """;

  /** What the authority tier has besides: the proof of the edge before it. */
  private static final String BELIEVING =
      RULES.replace(
          "tags:",
          "  - { name: edge, router: true, signature: { keys: [ { id: e1, secret: \"env:"
              + "TURNOUT_FIXTURE_SECRET_2\" } ] } }\ntags:");

  private static final Map<String, String> ROUTES = Map.of("business:1", "us-1");
  private static final String TO_US = "X-Business-Id: 1\r\n";
  private static final String COOKIE = "Set-Cookie";

  private final AdapterContract contract;

  TrafficCases(AdapterContract contract) {
    this.contract = contract;
  }

  private AdapterStage stage(String tier, Map<String, String> routes) throws Exception {
    EdgeSigner signer =
        EdgeSigner.builder("e1", SECRET.getBytes(StandardCharsets.UTF_8))
            .clock(new VirtualTime(Instant.parse(FixtureRouter.START).toEpochMilli()))
            .build();
    String load = AdapterContract.load(RULES, tier, routes);
    return AdapterStage.open(
        listener -> FixtureRouter.open(load, builder -> builder.listener(listener).signer(signer)),
        contract::start);
  }

  private static Answered answered(int status) {
    List<Field> fields = List.of(new Field(COOKIE, "a=1"), new Field(COOKIE, "b=2"));
    return new Answered(status, fields, status == 204 || status == 304 ? "" : "abc", List.of());
  }

  /** Checks the cookies of an answer: those of the decision, and these. */
  private static void requireCookies(AdapterStage stage, Answer answer, int due, String... others)
      throws Exception {
    RouteDecision decision = stage.nextDecision();
    assertEquals(due, decision.setCookies().size(), "cookies that are due");
    List<String> expected = new ArrayList<>(List.of(others));
    expected.addAll(decision.setCookies());
    List<String> set = answer.all(COOKIE);
    assertEquals(
        expected.stream().sorted().toList(),
        set.stream().sorted().toList(),
        () -> "cookies of " + answer);
  }

  void cookiesGoOutOnce() throws Exception {
    String body = "{\"id\":\"1\"}";
    try (AdapterStage stage = stage("standalone", ROUTES)) {
      for (int status : new int[] {200, 204, 304, 404, 500}) {
        stage.upstream().answer(request -> answered(status));
        try (RawConnection client = stage.connect()) { // some engines end it after a 500
          Answer answer = client.send(get("/", TO_US)).answer("GET");
          assertEquals(status, answer.status());
          requireCookies(stage, answer, 1, "a=1", "b=2");
        }
      }
      stage.upstream().answer(request -> answered(200));
      try (RawConnection client = stage.connect()) {
        Answer head = client.send(head("HEAD", "/api", TO_US) + "\r\n").answer("HEAD");
        requireCookies(stage, head, 2, "a=1", "b=2");
        Answer posted = client.send(post("/body", "", body)).answer("POST");
        requireCookies(stage, posted, 1, "a=1", "b=2");
        String known = "Cookie: rid=any\r\n" + TO_US;
        requireCookies(stage, client.send(get("/", known)).answer("GET"), 0, "a=1", "b=2");
        requireCookies(stage, client.send(get("/nobody", "")).answer("GET"), 0);
      }
    }
    try (AdapterStage stage = stage("edge", Map.of());
        RawConnection client = stage.connect()) {
      stage.upstream().answer(request -> answered(200));
      requireCookies(stage, client.send(get("/", TO_US)).answer("GET"), 1, "a=1", "b=2");
    }
  }

  void cookiesOfAWrongCellAreDropped() throws Exception {
    try (AdapterStage stage = stage("standalone", ROUTES);
        RawConnection client = stage.connect()) {
      stage.upstream().answer(TrafficCases::wrongUnlessMoved);
      Answer wrong = client.send(get("/", TO_US)).answer("GET");
      assertEquals(421, wrong.status());
      requireCookies(stage, wrong, 1);
      if (!contract.sendsAgain()) {
        return;
      }
    }
    try (AdapterStage stage = stage("standalone", ROUTES);
        RawConnection client = stage.connect()) {
      stage.upstream().answer(request -> answered(200));
      client.send(get("/", TO_US)).answer("GET");
      stage.nextDecision();
      stage.routing().move("business:1", "eu-1");
      stage.upstream().answer(TrafficCases::wrongUnlessMoved);
      Answer right = client.send(get("/", TO_US)).answer("GET");
      assertEquals(200, right.status());
      requireCookies(stage, right, 1, "a=1", "b=2");
    }
  }

  private static Answered wrongUnlessMoved(Reached request) {
    List<Field> hint =
        List.of(new Field("Turnout-Cell", "\"eu-1\""), new Field(COOKIE, "session="));
    return request.cell().equals(Optional.of("eu-1"))
        ? answered(200)
        : new Answered(421, hint, "wrong", List.of());
  }

  void signatureTakesThePlace() throws Exception {
    String load = AdapterContract.load(BELIEVING, "authority", ROUTES);
    try (AdapterStage stage = stage("edge", Map.of());
        RawConnection client = stage.connect();
        FixtureRouter authority = FixtureRouter.load(load)) {
      String same = "turnout=(\"@method\");created=1;keyid=\"e1\"";
      List<String> spoiling =
          List.of(
              "",
              "Signature-Input: " + same + "\r\nSignature: turnout=:AAAA:\r\n",
              "SIGNATURE: a\r\nsignature-input: (((\r\nSignature: turnout=:AAAA:\r\n",
              "Signature-Input: a=()\r\nSignature-Input: " + "x".repeat(1_000) + "\r\n");
      for (String lines : spoiling) {
        client.send(get("/a%20b?c=%2f", TO_US + lines)).answer("GET");
        RouteDecision decided = authority.decide(written(stage.upstream().next()));
        assertEquals(Optional.of("edge"), decided.client().routerEdge(), lines);
        assertEquals("a", decided.stages().get(0).stage(), lines);
      }
    }
  }

  private static WrittenRequest written(Reached reached) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("method", reached.method()).put("target", reached.target());
    ArrayNode headers = json.putArray("headers");
    reached.fields().forEach(field -> headers.addArray().add(field.name()).add(field.value()));
    return WrittenRequest.parse(json.toString());
  }

  void tagsAreOfTheProvenClient() throws Exception {
    try (AdapterStage stage = stage("standalone", ROUTES);
        RawConnection proxy = stage.connect(PROXY);
        RawConnection client = stage.connect()) {
      String far = "X-Forwarded-For: 127.0.0.1, 203.0.113.9\r\n" + TO_US;
      String near = "X-Forwarded-For: 203.0.113.9, 127.0.0.1\r\n" + TO_US;
      for (String claimed : List.of(TO_US, far, near)) {
        assertEquals(200, client.send(get("/inside", claimed)).answer("GET").status(), claimed);
        assertEquals(Optional.of("us-1"), stage.upstream().next().cell());
        client.send(get("/proxied", claimed)).answer("GET");
        assertEquals(Optional.of("us-1"), stage.upstream().next().cell());
        proxy.send(get("/proxied", claimed)).answer("GET");
        assertEquals(Optional.of("eu-1"), stage.upstream().next().cell());
      }
      assertEquals(403, proxy.send(get("/inside", TO_US)).answer("GET").status());
      assertEquals(403, proxy.send(get("/inside", far)).answer("GET").status());
      assertEquals(200, proxy.send(get("/inside", near)).answer("GET").status());
    }
  }
}
