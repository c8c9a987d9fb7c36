// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance.contract;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.turnout.CellRouter;
import io.turnout.conformance.DecideCase;
import io.turnout.conformance.FixtureRouter;
import io.turnout.conformance.WrittenRequest.Field;
import io.turnout.conformance.contract.RawConnection.Answer;
import io.turnout.conformance.contract.Rule.Strength;
import io.turnout.conformance.contract.Upstream.Answered;
import io.turnout.conformance.contract.Upstream.Reached;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.function.Executable;

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

  /** Of all cases so many have to come to a decision in every adapter. */
  private static final int LEAST_CASES = 1_100;

  private static final int MANY = 20;
  private static final int LARGE_BYTES = 3 << 20;
  private static final long STALLED_NANOS = 100_000_000;
  private static final String RULES =
      """
      turnout: 1
      cells: [ us-1, eu-1 ]
      rules:
        - name: header
          key: { namespace: business, from: [ { header: X-Business-Id } ] }
        - name: body
          when: { path: /body }
          key: { namespace: business, from: [ { body: { json: /id } } ] }
      """;
  private static final Map<String, String> ROUTES =
      Map.of("business:1", "us-1", "business:2", "eu-1");
  private static final String TO_US = "X-Business-Id: 1\r\n";
  private static final List<Field> FORGED =
      List.of(
          new Field("Turnout-Route", "\"business:1\";cell=\"eu-1\";fresh-for=9;expire-after=9"),
          new Field("turnout_route", "\"business:1\";cell=\"eu-1\";fresh-for=9;expire-after=9"),
          new Field("TURNOUT-KEY", "\"business:2\";rule=\"header\""),
          new Field("Turnout_Key", "\"business:2\";rule=\"header\""),
          new Field("tUrNoUt-HoPs", "9"),
          new Field("Turnout_Hops", "9"),
          new Field("Turnout-Client", "\"192.0.2.1\""),
          new Field("Turnout-Reason", "miss"),
          new Field("Turnout-Cell", "\"eu-1\""),
          new Field("turnout-", "1"),
          new Field("TURNOUT_", "1"));

  private final Waiting waiting = new Waiting(by -> {}, Waiting.LIMIT);

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

  @TestFactory
  @Rule(
      "Every request of the fixtures is decided as in process, however its body comes; what it is"
          + " made of reaches the place of the decision, and no other; what is answered reaches the"
          + " client.")
  final Stream<DynamicTest> fixtures() {
    Map<String, List<DecideCase>> files = new LinkedHashMap<>();
    for (DecideCase one : DecideCase.ofOwnFixtures()) {
      files.computeIfAbsent(one.fixture(), path -> new ArrayList<>()).add(one);
    }
    FixtureTally tally = new FixtureTally();
    Stream<DynamicTest> tests =
        files.entrySet().stream()
            .map(file -> DynamicTest.dynamicTest(file.getKey(), () -> run(file.getValue(), tally)));
    return Stream.concat(tests, Stream.of(DynamicTest.dynamicTest("count", () -> count(tally))));
  }

  private void run(List<DecideCase> cases, FixtureTally tally) throws Exception {
    List<Executable> all = new ArrayList<>();
    int from = 0;
    while (from < cases.size()) {
      DecideCase first = cases.get(from);
      try (FixtureExchanges exchanges = new FixtureExchanges(this, first, tally)) {
        while (from < cases.size() && cases.get(from).sharesRouterWith(first)) {
          DecideCase one = cases.get(from++);
          all.add(() -> exchanges.run(one));
        }
        assertAll(all);
      }
      all.clear();
    }
  }

  private void count(FixtureTally tally) {
    System.out.println(getClass().getSimpleName() + ": " + tally);
    assertTrue(
        tally.cases() >= LEAST_CASES, () -> LEAST_CASES + " or more must be asked: " + tally);
    assertEquals(DecideCase.ofOwnFixtures().size(), tally.all(), tally::toString);
    for (EngineRefusal listed : refusals()) {
      assertTrue(tally.hasMet(listed), () -> "no case is " + listed.reason());
    }
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
    try (AdapterStage stage = stage("standalone", ROUTES);
        RawConnection client = stage.connect()) {
      for (int status : new int[] {200, 404, 500, 204}) {
        String body = status == 204 ? "" : "abc";
        stage.upstream().answer(request -> new Answered(status, FORGED, body, List.of()));
        Answer answer = client.send(get("/", TO_US)).answer("GET");
        assertEquals(status, answer.status());
        assertEquals(List.of(), Fields.turnout(answer.fields()));
        assertEquals(Optional.of("us-1"), stage.upstream().next().cell());
      }
    }
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
      waiting.until("nothing is under way upstream", () -> stage.upstream().underWay() == 0);
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
      waiting.until("nothing is under way upstream", () -> stage.upstream().underWay() == 0);
    }
  }

  @TestFactory
  @Rule("A body of megabytes arrives whole, also where its decision comes late.")
  final Stream<DynamicTest> largeBody_withALateDecision_arrivesWhole() {
    return Stream.of(head("POST", "/", TO_US), head("POST", "/body", ""))
        .map(head -> DynamicTest.dynamicTest(head.split("\r\n", 2)[0], () -> sendLarge(head)));
  }

  private void sendLarge(String head) throws Exception {
    byte[] body = new byte[LARGE_BYTES];
    new Random(1).nextBytes(body);
    byte[] start = "{\"id\":\"1\",\"rest\":\"".getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(start, 0, body, 0, start.length);
    try (AdapterStage stage = stage("standalone", ROUTES);
        RawConnection client = stage.connect()) {
      stage.routing().hold();
      client.send(head + "Content-Length: " + body.length + "\r\n\r\n");
      AtomicInteger sent = new AtomicInteger();
      Future<?> sending = sending(client, body, sent);
      awaitStall(sent, body.length);
      assertEquals(List.of(), stage.restOfDecisions());
      stage.routing().release();
      Answer answer = client.answer("POST");
      sending.get(Waiting.LIMIT.toSeconds(), TimeUnit.SECONDS);
      String text = new String(body, StandardCharsets.ISO_8859_1);
      Bodies.assertSame("the body upstream", text, stage.upstream().next().body());
      Bodies.assertSame("the body of the answer", text, answer.text());
    }
  }

  private static Future<?> sending(RawConnection client, byte[] body, AtomicInteger sent) {
    ExecutorService sender = Executors.newSingleThreadExecutor();
    Future<?> sending =
        sender.submit(
            () -> {
              int step = 1 << 16;
              for (int from = 0; from < body.length; from += step) {
                client.send(java.util.Arrays.copyOfRange(body, from, from + step));
                sent.set(from + step);
              }
              return null;
            });
    sender.shutdown();
    return sending;
  }

  /** Waits until all is sent, or what was sent stays the same for a while. */
  private void awaitStall(AtomicInteger sent, int all) {
    AtomicLong since = new AtomicLong(System.nanoTime());
    AtomicInteger seen = new AtomicInteger();
    waiting.until(
        "the client stalls",
        () -> {
          int now = sent.get();
          if (seen.getAndSet(now) != now) {
            since.set(System.nanoTime());
          }
          return now == all || System.nanoTime() - since.get() > STALLED_NANOS;
        });
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

  /** A stage with this contract's rules. */
  private AdapterStage stage(String tier, Map<String, String> routes) throws Exception {
    ObjectNode load = JsonNodeFactory.instance.objectNode();
    load.put("rules", RULES).put("tier", tier);
    routes.forEach(load.putObject("routes")::put);
    String text = load.toString();
    return AdapterStage.open(listener -> FixtureRouter.load(text, listener), this::start);
  }

  private static String place(Reached request) {
    return request.cell().orElse("authority");
  }

  private static String head(String method, String target, String lines) {
    return method + " " + target + " HTTP/1.1\r\nHost: fixture.example\r\n" + lines;
  }

  private static String get(String target, String lines) {
    return head("GET", target, lines) + "\r\n";
  }

  private static String post(String target, String lines, String body) {
    String measure = "Content-Length: " + body.length() + "\r\n\r\n";
    return head("POST", target, lines) + measure + body;
  }
}
