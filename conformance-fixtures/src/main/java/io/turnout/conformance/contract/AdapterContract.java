// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance.contract;

import static io.turnout.conformance.contract.Requests.FORGED;
import static io.turnout.conformance.contract.Requests.get;
import static io.turnout.conformance.contract.Requests.head;
import static io.turnout.conformance.contract.Requests.post;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.turnout.CellRouter;
import io.turnout.conformance.FixtureRouter;
import io.turnout.conformance.WrittenRequest.Field;
import io.turnout.conformance.contract.RawConnection.Answer;
import io.turnout.conformance.contract.Rule.Strength;
import io.turnout.conformance.contract.Upstream.Answered;
import io.turnout.conformance.contract.Upstream.Reached;
import io.turnout.protocol.RouteAnnouncement;
import io.turnout.protocol.TurnoutHeaders;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The contract of an adapter, which puts a {@link CellRouter} into an HTTP server: extend it, start
 * a server with your adapter, and run it with JUnit.
 *
 * <p>One hook is required, {@link #start}. {@link #refusals} lists what never comes to a decision,
 * {@link #added} what the adapter adds to a request.
 */
@Rule(
    value = "No thread that serves others waits for a look-up.",
    strength = Strength.CANNOT_BE_TESTED)
@Rule(value = "Keys are not in logs and exceptions.", strength = Strength.CANNOT_BE_TESTED)
public abstract class AdapterContract {

  private static final int MANY = 20;
  private static final String RULES =
      """
      turnout: 1
      cells: [ us-1, eu-1 ]
      edges:
        - { name: router, router: true, cidr: [ 127.0.0.2/32 ] }
      rules:
        - name: header
          key: { namespace: business, from: [ { header: X-Business-Id } ] }
        - name: body
          when: { path: /body }
          key: { namespace: business, from: [ { body: { json: /id } } ] }
      """;
  private static final String ROUTER = "127.0.0.2";
  private static final Map<String, String> ROUTES =
      Map.of("business:1", "us-1", "business:2", "eu-1");
  private static final String TO_US = "X-Business-Id: 1\r\n";

  /**
   * Starts a server on a free port of loopback.
   *
   * @param router decides the requests
   * @param upstream where they go
   */
  protected abstract AdapterServer start(CellRouter router, Upstream upstream) throws Exception;

  /** What is refused before anything is decided; nothing by default. */
  protected List<EngineRefusal> refusals() {
    return List.of();
  }

  /** The names of the header fields of which the adapter adds a line to what it sends on. */
  protected List<String> added() {
    return List.of();
  }

  /** Whether header fields of different names keep their order; they do by default. */
  protected boolean keepsOrder() {
    return true;
  }

  /**
   * Whether the adapter sends requests to their right cell after a wrong one; it does by default.
   */
  protected boolean sendsAgain() {
    return true;
  }

  @TestFactory
  @Rule(
      "Every request of the fixtures is decided as in process, however its body comes; what it is"
          + " made of reaches the place of the decision, and no other; what is answered reaches the"
          + " client.")
  final Stream<DynamicTest> fixtures() {
    return new FixtureSuite(this).tests();
  }

  @Test
  @Rule("Requests that come before the answers to earlier ones are answered in their order.")
  final void pipelinedRequests_areAnsweredInOrder() throws Exception {
    try (AdapterStage stage = stage("standalone", ROUTES);
        RawConnection client = stage.connect()) {
      stage.upstream().answer(request -> Answered.of(place(request) + request.target()));
      StringBuilder requests = new StringBuilder();
      for (int i = 0; i < MANY; i++) {
        String body = "{\"id\":\"2\",\"n\":" + i + "}";
        requests.append(get("/" + i, TO_US));
        requests.append(post("/body?" + i, "", body));
        requests.append(get("/nobody", ""));
      }
      client.send(requests.toString());
      for (int i = 0; i < MANY; i++) {
        assertEquals("us-1/" + i, client.answer("GET").text());
        assertEquals("eu-1/body?" + i, client.answer("POST").text());
        assertEquals(404, client.answer("GET").status());
      }
    }
  }

  @Test
  @Rule("A client that waits for leave to send its body gets it once the body is wanted, once.")
  final void expectation_isMetWhenTheBodyIsWanted() throws Exception {
    try (AdapterStage stage = stage("standalone", ROUTES)) {
      for (String head : List.of(head("POST", "/", TO_US), head("POST", "/body", ""))) {
        try (RawConnection client = stage.connect()) {
          String body = "{\"id\":\"1\"}";
          String measure = "Expect: 100-continue\r\nContent-Length: " + body.length() + "\r\n\r\n";
          client.send(head + measure);
          assertEquals(100, client.status(), head);
          client.send(body);
          Answer answer = client.answer("POST");
          assertEquals(200, answer.status(), head);
          assertEquals(List.of(), answer.before(), head);
          assertEquals(body, stage.upstream().next().body());
        }
      }
    }
  }

  @Test
  @Rule("A client that waits for leave to send its body is not given it where it is rejected.")
  final void expectation_isNotMetWhereTheRequestIsRejected() throws Exception {
    try (AdapterStage stage = stage("standalone", ROUTES);
        RawConnection client = stage.connect()) {
      client.send(head("POST", "/", "") + "Expect: 100-continue\r\nContent-Length: 5\r\n\r\n");
      Answer answer = client.answer("POST");
      assertEquals(404, answer.status());
      assertEquals(List.of(), answer.before());
      assertEquals(0, stage.upstream().begun());
    }
  }

  @Test
  @Rule("Answers without a body keep the connection: to HEAD, 204 and 304.")
  final void bodilessAnswers_keepTheConnection() throws Exception {
    try (AdapterStage stage = stage("standalone", ROUTES);
        RawConnection client = stage.connect()) {
      stage
          .upstream()
          .answer(
              request -> {
                int status = Integer.parseInt(request.target().substring(1));
                List<Field> fields = List.of(new Field("ETag", "\"" + status + "\""));
                String body = status == 200 ? "abc" : "";
                return new Answered(status, fields, body, List.of());
              });
      for (int round = 0; round < 2; round++) {
        for (int status : new int[] {200, 204, 304}) {
          for (String method : List.of("HEAD", "GET")) {
            client.send(head(method, "/" + status, TO_US) + "\r\n");
            Answer answer = client.answer(method);
            assertEquals(status, answer.status(), method);
            assertEquals(List.of("\"" + status + "\""), answer.all("ETag"), method);
            String body = status == 200 && method.equals("GET") ? "abc" : "";
            assertEquals(body, answer.text(), method);
          }
        }
      }
    }
  }

  @Test
  @Rule("Trailers of an answer arrive as they are, or not at all, and those of Turnout never do.")
  final void trailers_areWithoutThoseOfTurnout() throws Exception {
    try (AdapterStage stage = stage("standalone", ROUTES);
        RawConnection client = stage.connect()) {
      List<Field> trailers = new ArrayList<>(FORGED);
      trailers.add(new Field("X-Sum", "1"));
      stage.upstream().answer(r -> new Answered(200, List.of(), "abcdef", trailers));
      for (int i = 0; i < 2; i++) {
        Answer answer =
            client.send(head("GET", "/", TO_US + "TE: trailers\r\n") + "\r\n").answer("GET");
        assertEquals("abcdef", answer.text());
        assertEquals(List.of(), Fields.turnout(answer.everyField()));
        List<String> sums = Fields.values(answer.trailers(), "X-Sum");
        assertTrue(sums.isEmpty() || sums.equals(List.of("1")), sums::toString);
      }
    }
  }

  @Test
  @Rule("No Turnout field of a client, in whatever spelling, decides anything or goes any further.")
  final void forgedFieldsOfRequests_endHere() throws Exception {
    try (AdapterStage stage = stage("standalone", ROUTES);
        RawConnection client = stage.connect()) {
      String forged = Fields.lines(FORGED) + "Connection: turnout-key, Turnout_Hops\r\n";
      client.send(head("GET", "/a", forged + TO_US) + "\r\n");
      client.send(post("/body", forged, "{\"id\":\"1\"}"));
      for (int i = 0; i < 2; i++) {
        assertEquals(200, client.answer("GET").status());
        Reached reached = stage.upstream().next();
        assertEquals(Optional.of("us-1"), reached.cell());
        assertEquals(List.of(), Fields.turnout(reached.fields()));
      }
      client.send(head("GET", "/nobody", forged) + "\r\n");
      assertEquals(404, client.answer("GET").status());
    }
  }

  @Test
  @Rule("No Turnout field of a cell, in whatever spelling, reaches the client or teaches anything.")
  final void forgedFieldsOfAnswers_endHere() throws Exception {
    try (AdapterStage stage = stage("standalone", ROUTES)) {
      for (int status : new int[] {200, 404, 500, 204}) {
        String body = status == 204 ? "" : "abc";
        stage.upstream().answer(request -> new Answered(status, FORGED, body, List.of()));
        try (RawConnection client = stage.connect()) { // some engines end it after a 500
          Answer answer = client.send(get("/", TO_US)).answer("GET");
          assertEquals(status, answer.status());
          assertEquals(List.of(), Fields.turnout(answer.fields()));
          assertEquals(Optional.of("us-1"), stage.upstream().next().cell());
        }
      }
    }
  }

  @Test
  @Rule("What a decision rests on is taught to a proven router, and to nobody else.")
  final void teaching_isForProvenRouters() throws Exception {
    try (AdapterStage stage = stage("authority", ROUTES);
        RawConnection router = stage.connect(ROUTER);
        RawConnection client = stage.connect()) {
      stage.upstream().answer(request -> new Answered(200, FORGED, "abc", List.of()));
      for (String key : List.of("1", "2", "7")) {
        String request = get("/", "X-Business-Id: " + key + "\r\n");
        Answer answer = router.send(request).answer("GET");
        assertEquals(List.of("turnout-route"), turnoutNames(answer), key);
        List<RouteAnnouncement> taught =
            TurnoutHeaders.readRoutes(answer.all(TurnoutHeaders.ROUTE)).value().orElseThrow();
        assertEquals("business:" + key, taught.get(0).key().text());
        assertEquals(Optional.ofNullable(ROUTES.get("business:" + key)), taught.get(0).cell());
        assertEquals(List.of(), turnoutNames(client.send(request).answer("GET")), key);
      }
      assertEquals(List.of(), turnoutNames(router.send(get("/nobody", "")).answer("GET")));
    }
  }

  private static List<String> turnoutNames(Answer answer) {
    return Fields.turnout(answer.everyField()).stream().map(Fields::lower).toList();
  }

  @Test
  @Rule("What a proven router says of a request is believed, and from nobody else.")
  final void saying_isBelievedOfProvenRouters() throws Exception {
    try (AdapterStage stage = stage("authority", ROUTES);
        RawConnection router = stage.connect(ROUTER);
        RawConnection client = stage.connect()) {
      String handed = get("/", "Turnout-Key: \"business:2\";rule=\"header\"\r\n");
      assertEquals(200, router.send(handed).answer("GET").status());
      Reached reached = stage.upstream().next();
      assertEquals(Optional.of("eu-1"), reached.cell());
      assertEquals(List.of(), Fields.turnout(reached.fields()));
      assertEquals(404, client.send(handed).answer("GET").status());
      String looping = get("/", TO_US + "Turnout-Hops: 4\r\n");
      assertEquals(508, router.send(looping).answer("GET").status());
      assertEquals(200, client.send(looping).answer("GET").status());
    }
  }

  @Test
  @Rule("Who hands a request on learns what the authority tier teaches, and nothing from a cell.")
  final void lessons_areTakenFromTheAuthorityTier() throws Exception {
    try (AdapterStage stage = stage("edge", Map.of());
        RawConnection client = stage.connect()) {
      stage.upstream().answer(AdapterContract::teach);
      String second = get("/", "X-Business-Id: 2\r\n");
      for (String place : List.of("authority", "us-1", "us-1")) {
        assertEquals(200, client.send(get("/", TO_US)).answer("GET").status());
        assertEquals(place, place(stage.upstream().next()));
        assertEquals(200, client.send(second).answer("GET").status());
        assertEquals("authority", place(stage.upstream().next()));
      }
    }
  }

  /** The authority tier teaches the first key, and not the second; a cell would teach both. */
  private static Answered teach(Reached request) {
    String life = ";fresh-for=300;expire-after=3600;version=1";
    String first = "\"business:1\";cell=\"us-1\"" + life;
    String both = first + ", \"business:2\";cell=\"eu-1\"" + life;
    boolean asked = Fields.values(request.fields(), "x-business-id").contains("1");
    List<Field> cell = List.of(new Field("Turnout-Route", both));
    List<Field> authority =
        List.of(asked ? new Field("Turnout-Route", first) : new Field("Turnout_Route", both));
    return new Answered(200, request.cell().isPresent() ? cell : authority, "abc", List.of());
  }

  @Test
  @Rule(
      "Where a cell says that it does not hold the key, and another does, the request goes there,"
          + " once, and nothing of the first answer reaches the client.")
  final void wrongCell_isCorrectedOnce() throws Exception {
    if (!sendsAgain()) {
      return;
    }
    try (AdapterStage stage = stage("standalone", ROUTES);
        RawConnection client = stage.connect()) {
      stage.upstream().answer(request -> Answered.of("from " + place(request)));
      assertEquals("from us-1", client.send(get("/", TO_US)).answer("GET").text());
      stage.upstream().next();
      stage.routing().move("business:1", "eu-1");
      stage.upstream().answer(AdapterContract::wrongUnlessMoved);
      Answer answer = client.send(get("/again", TO_US)).answer("GET");
      assertEquals("from eu-1", answer.text());
      assertEquals(List.of(), answer.all("Set-Cookie"));
      assertEquals(Optional.of("us-1"), stage.upstream().next().cell());
      Reached again = stage.upstream().next();
      assertEquals(Optional.of("eu-1"), again.cell());
      assertEquals("/again", again.target());
      assertEquals("from eu-1", client.send(get("/", TO_US)).answer("GET").text());
    }
  }

  private static Answered wrongUnlessMoved(Reached request) {
    if (place(request).equals("eu-1")) {
      return Answered.of("from eu-1");
    }
    List<Field> fields =
        List.of(new Field("Turnout-Cell", "\"eu-1\""), new Field("Set-Cookie", "a=wrong"));
    return new Answered(421, fields, "wrong", List.of());
  }

  @Test
  @Rule("Where no other cell holds the key, the client gets the 421, without Turnout fields.")
  final void wrongCell_withoutABetterOne_isTold() throws Exception {
    try (AdapterStage stage = stage("standalone", ROUTES);
        RawConnection client = stage.connect()) {
      List<Field> hint =
          List.of(new Field("Turnout-Cell", "\"eu-1\""), new Field("Set-Cookie", "session="));
      stage.upstream().answer(request -> new Answered(421, hint, "wrong", List.of()));
      for (int i = 0; i < 2; i++) {
        Answer answer = client.send(get("/", TO_US)).answer("GET");
        assertEquals(421, answer.status());
        assertTrue(
            answer.everyField().stream()
                .noneMatch(field -> field.name().equalsIgnoreCase("Set-Cookie")));
        assertEquals(List.of(), Fields.turnout(answer.everyField()));
        assertEquals(Optional.of("us-1"), stage.upstream().next().cell());
        assertEquals(List.of(), stage.upstream().rest());
      }
    }
  }

  @Test
  @Rule(
      "The cookies of a decision go out with the final answer, once and beside its own, whoever"
          + " gives it; a rejection has none.")
  final void cookies_goOutOnce() throws Exception {
    new TrafficCases(this).cookiesGoOutOnce();
  }

  @Test
  @Rule("Where a cell is the wrong one, its cookies are dropped, and the decision's go out, once.")
  final void cookiesOfAWrongCell_areDroppedAlone() throws Exception {
    new TrafficCases(this).cookiesOfAWrongCellAreDropped();
  }

  @Test
  @Rule(
      "Each field of a handover takes the place of all lines of its name, so that no client can"
          + " spoil a router's signature.")
  final void signature_takesThePlaceOfTheClients() throws Exception {
    new TrafficCases(this).signatureTakesThePlace();
  }

  @Test
  @Rule("A client has the address of its connection, or the one that a proven edge names.")
  final void tags_areThoseOfTheProvenClient() throws Exception {
    new TrafficCases(this).tagsAreOfTheProvenClient();
  }

  @Test
  @Rule("A client that goes away in the middle of its body leaves nothing under way upstream.")
  final void clientThatLeavesWhileItSends_leavesNothingBehind() throws Exception {
    try (AdapterStage stage = stage("standalone", ROUTES)) {
      for (String head : List.of(head("POST", "/", TO_US), head("POST", "/body", ""))) {
        try (RawConnection client = stage.connect()) {
          client.send(head + "Content-Length: 1000\r\n\r\n{\"id\":\"1\",");
          stage.nextDecision();
        }
      }
      waiting().until("nothing is under way upstream", () -> stage.upstream().underWay() == 0);
      try (RawConnection client = stage.connect()) {
        assertEquals(200, client.send(get("/", TO_US)).answer("GET").status());
      }
      assertEquals("/", stage.upstream().next().target());
      assertEquals(List.of(), stage.upstream().rest());
    }
  }

  @Test
  @Rule("A client that goes away before its answer leaves nothing under way upstream.")
  final void clientThatLeavesWhileItWaits_leavesNothingBehind() throws Exception {
    try (AdapterStage stage = stage("standalone", ROUTES)) {
      stage.upstream().answer(request -> Answered.of("abc"));
      try (RawConnection client = stage.connect()) {
        client.send(get("/", TO_US)).answer("GET");
      }
      stage.upstream().next();
      if (!stage.upstream().isOverHttp()) {
        return;
      }
      stage.upstream().answer(request -> Answered.NEVER);
      try (RawConnection client = stage.connect()) {
        client.send(get("/", TO_US));
        stage.upstream().next();
      }
      waiting().until("nothing is under way upstream", () -> stage.upstream().underWay() == 0);
    }
  }

  @TestFactory
  @Rule("A body of megabytes arrives whole, also where its decision comes late.")
  final Stream<DynamicTest> largeBody_withALateDecision_arrivesWhole() {
    return Stream.of(head("POST", "/", TO_US), head("POST", "/body", ""))
        .map(head -> DynamicTest.dynamicTest(head.split("\r\n", 2)[0], () -> sendLarge(head)));
  }

  private void sendLarge(String head) throws Exception {
    try (AdapterStage stage = stage("standalone", ROUTES);
        RawConnection client = stage.connect()) {
      new LargeBody(client, waiting()).arrivesWhole(head, stage);
    }
  }

  @Test
  @Rule("A rejection of a request without a body keeps the connection; one with a body may end it.")
  final void rejection_leavesTheConnectionInStep() throws Exception {
    try (AdapterStage stage = stage("standalone", ROUTES);
        RawConnection client = stage.connect()) {
      stage.upstream().answer(request -> Answered.of("abc"));
      for (int i = 0; i < MANY; i++) {
        assertEquals(404, client.send(get("/nobody", "")).answer("GET").status());
        assertEquals("abc", client.send(get("/", TO_US)).answer("GET").text());
      }
    }
    try (AdapterStage stage = stage("standalone", ROUTES)) {
      stage.upstream().answer(request -> Answered.of("abc"));
      for (String body :
          List.of("{\"id\":\"3\"}", "{\"id\":3,\"more\":\"" + "x".repeat(999) + "\"}")) {
        try (RawConnection client = stage.connect()) {
          assertEquals(404, client.send(post("/body", "", body)).answer("POST").status());
          if (client.isOpen()) {
            Answer next = client.send(get("/", TO_US)).answerOrEnd("GET");
            assertTrue(next.status() == 0 || next.text().equals("abc"), () -> next.toString());
          }
        }
      }
    }
  }

  @Test
  @Rule(
      value = "Clients that come at the same time get their own answers.",
      strength = Strength.STOCHASTIC)
  final void manyClients_getTheirOwnAnswers() throws Exception {
    ExecutorService clients = Executors.newFixedThreadPool(8);
    try (AdapterStage stage = stage("standalone", ROUTES)) {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        int number = i;
        all.add(clients.submit(() -> converse(stage, number)));
      }
      for (Future<?> one : all) {
        one.get(Duration.ofMinutes(1).toSeconds(), TimeUnit.SECONDS);
      }
    } finally {
      clients.shutdownNow();
    }
  }

  private static Object converse(AdapterStage stage, int number) throws Exception {
    try (RawConnection client = stage.connect()) {
      for (int i = 0; i < MANY; i++) {
        String mine = number + "/" + i + "x".repeat(i * 30) + "\"}";
        String body = "{\"id\":\"" + (1 + i % 2) + "\",\"mine\":\"" + mine;
        assertEquals(body, client.send(post("/body", "", body)).answer("POST").text());
        assertEquals(404, client.send(get("/nobody", "")).answer("GET").status());
      }
    }
    return number;
  }

  /** How long anything may take, in real time. */
  Duration limit() {
    return Waiting.LIMIT;
  }

  private Waiting waiting() {
    return new Waiting(by -> {}, limit());
  }

  /** A stage with this contract's rules. */
  private AdapterStage stage(String tier, Map<String, String> routes) throws Exception {
    String text = load(RULES, tier, routes);
    return AdapterStage.open(listener -> FixtureRouter.load(text, listener), this::start);
  }

  /** What loads rules and routes. */
  static String load(String rules, String tier, Map<String, String> routes) {
    ObjectNode load = JsonNodeFactory.instance.objectNode();
    load.put("rules", rules).put("tier", tier);
    load.put("on-miss", tier.equals("edge") ? "hand-on" : "look-up");
    routes.forEach(load.putObject("routes")::put);
    return load.toString();
  }

  private static String place(Reached request) {
    return request.cell().orElse("authority");
  }
}
