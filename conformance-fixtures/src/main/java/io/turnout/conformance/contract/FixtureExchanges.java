// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.turnout.conformance.DecideCase;
import io.turnout.conformance.FixtureRouter;
import io.turnout.conformance.WrittenRequest;
import io.turnout.conformance.WrittenRequest.Field;
import io.turnout.conformance.contract.Upstream.Answered;
import io.turnout.conformance.contract.Upstream.Reached;
import io.turnout.decision.Outcome;
import io.turnout.decision.RouteDecision;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Puts cases to an adapter and to a router in this process, and compares all that can be seen. It
 * keeps one connection as long as that is open.
 */
final class FixtureExchanges implements AutoCloseable {

  private static final String PLANTED =
      "\"business:1\";cell=\"planted\";fresh-for=60;expire-after=60;version=99";

  private final AdapterContract contract;
  private final AdapterStage stage;
  private final FixtureRouter inProcess;
  private final FixtureTally tally;
  private @Nullable RawConnection kept;
  private String keptFrom = "";
  private int answers;

  FixtureExchanges(AdapterContract contract, DecideCase first, FixtureTally tally)
      throws Exception {
    this.contract = contract;
    this.tally = tally;
    stage = AdapterStage.open(first::open, contract::start);
    inProcess = first.open();
    stage.upstream().answer(this::answer);
  }

  /** What the upstream answers: the request's body, and Turnout fields of odd spellings. */
  private Answered answer(Reached request) {
    String place = request.cell().orElse("the authority tier");
    List<Field> fields = new ArrayList<>();
    fields.add(new Field("X-Place", place));
    fields.add(new Field("Set-Cookie", "a=1"));
    fields.add(new Field(request.cell().isPresent() ? "Turnout-Route" : "Turnout_Route", PLANTED));
    fields.add(new Field("tURNOUT-cELL", "\"planted\""));
    fields.add(new Field("Set-Cookie", "b=2"));
    fields.add(new Field("turnout_thing", "planted"));
    fields.add(new Field("Turnouts", "stays"));
    String body = request.body().isEmpty() ? "from " + place : request.body();
    boolean chunked = answers++ % 2 == 1;
    List<Field> trailers =
        chunked ? List.of(new Field("X-Sum", "1"), new Field("TURNOUT-ROUTE", PLANTED)) : List.of();
    return new Answered(200, fields, body, trailers);
  }

  /** Puts one case in every framing that it allows. */
  void run(DecideCase one) throws Exception {
    WrittenRequest request = one.request();
    Optional<String> cannot = Framing.cannotCarry(request);
    if (cannot.isPresent()) {
      tally.leftOut(cannot.get());
      return;
    }
    Optional<EngineRefusal> refusal = refusal(Framing.LENGTH.sent(request));
    if (refusal.isPresent()) {
      refused(one.id(), Framing.LENGTH.sent(request), refusal.get());
      tally.refused(refusal.get());
      return;
    }
    exchange(one, Framing.LENGTH);
    if (request.hasBody() && EngineRefusal.count(request, "content-length") == 0) {
      exchange(one, Framing.CHUNKED);
      exchange(one, Framing.AFTER_THE_DECISION);
    }
    tally.asked();
  }

  private Optional<EngineRefusal> refusal(WrittenRequest sent) {
    return contract.refusals().stream().filter(listed -> listed.requests().test(sent)).findFirst();
  }

  private void refused(String id, WrittenRequest sent, EngineRefusal refusal) throws Exception {
    RawConnection connection = connection(sent);
    connection.send(Framing.head(sent)).send(sent.body());
    int status = connection.answerOrEnd(sent.method()).status();
    drop();
    assertTrue(
        refusal.statuses().contains(status),
        () ->
            id
                + ": "
                + refusal.reason()
                + " must be answered "
                + refusal.statuses()
                + ", not "
                + status);
    assertEquals(List.of(), stage.restOfDecisions(), id + ": " + refusal.reason());
    assertEquals(List.of(), stage.upstream().rest(), id + ": " + refusal.reason());
  }

  private void exchange(DecideCase one, Framing framing) throws Exception {
    String what = one.id() + " (" + framing + ")";
    try {
      WrittenRequest sent = framing.sent(one.request());
      RouteDecision expected =
          framing == Framing.CHUNKED
              ? inProcess.decide(sent, List.of(sent.body().length))
              : inProcess.decide(sent);
      RawConnection connection = connection(sent);
      RouteDecision made = put(connection, sent, framing, expected);
      assertEquals(Decided.of(expected), Decided.of(made), what);
      RawConnection.Answer answer = connection.answer(sent.method());
      assertEquals(List.of(), stage.restOfDecisions(), what + ": decided again");
      check(what, sent, expected, answer);
      tally.sent();
    } catch (Exception | AssertionError e) {
      drop();
      throw new AssertionError(what + ": " + e.getMessage(), e);
    } finally {
      stage.restOfDecisions();
      stage.upstream().rest();
      if (kept != null && !kept.isOpen()) {
        drop();
      }
    }
  }

  private RouteDecision put(
      RawConnection connection, WrittenRequest sent, Framing framing, RouteDecision expected)
      throws Exception {
    byte[] body = sent.body();
    int needed = Math.toIntExact(expected.bodyRead());
    String head = Framing.head(sent);
    if (framing == Framing.CHUNKED) {
      List<Integer> places = List.of(needed - 1, needed, needed + 1);
      connection.send(head + Framing.chunks(body, places));
    } else if (framing == Framing.LENGTH || !inProcess.isSettledBy(sent, needed)) {
      connection.send(head + text(body));
    } else {
      connection.send(head).send(Arrays.copyOf(body, needed));
      RouteDecision made = stage.nextDecision(connection);
      connection.send(Arrays.copyOfRange(body, needed, body.length));
      return made;
    }
    return stage.nextDecision(connection);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  private void check(
      String what, WrittenRequest sent, RouteDecision expected, RawConnection.Answer answer)
      throws InterruptedException {
    assertEquals(
        Fields.byName(inProcess.teaching(expected)),
        Fields.byName(Fields.ofTurnout(answer.everyField())),
        what + ": Turnout fields");
    if (expected.outcome() == Outcome.REJECT) {
      assertEquals(expected.status().orElseThrow(), answer.status(), what);
      assertEquals(List.of(), answer.all("Set-Cookie"), what);
    } else {
      assertEquals(200, answer.status(), what);
      Reached reached = stage.upstream().next();
      assertEquals(expected.cell(), reached.cell(), what);
      checkRequest(what, sent, reached, expected);
      checkAnswer(what, sent, reached, answer);
      checkCookies(what, expected, answer);
    }
    assertEquals(List.of(), stage.upstream().rest(), what + ": more went upstream");
  }

  private void checkRequest(
      String what, WrittenRequest sent, Reached reached, RouteDecision expected) {
    assertEquals(sent.method(), reached.method(), what);
    Bodies.assertSame(what + ": the body upstream", text(sent.body()), reached.body());
    List<Field> turnout = Fields.ofTurnout(reached.fields());
    List<Field> added =
        expected.outcome() == Outcome.AUTHORITY ? inProcess.handOver(sent, expected) : List.of();
    assertEquals(Fields.byName(added), Fields.byName(turnout), what + ": Turnout fields upstream");
    SentOn.Request expectedUpstream =
        expected.outcome() == Outcome.AUTHORITY
            ? SentOn.unchanged(sent)
            : SentOn.toCell(sent, reached);
    assertEquals(expectedUpstream.target(), reached.target(), what);
    List<Field> fields = SentOn.without(Fields.endToEnd(reached.fields()), contract.added());
    if (contract.keepsOrder()) {
      assertEquals(Fields.lowerNames(expectedUpstream.fields()), Fields.lowerNames(fields), what);
    }
    assertEquals(Fields.byName(expectedUpstream.fields()), Fields.byName(fields), what);
  }

  private void checkAnswer(
      String what, WrittenRequest sent, Reached reached, RawConnection.Answer answer) {
    assertEquals(List.of(reached.cell().orElse("the authority tier")), answer.all("X-Place"), what);
    assertEquals(List.of("stays"), answer.all("Turnouts"), what);
    if (!sent.method().equals("HEAD") && sent.body().length > 0) {
      Bodies.assertSame(what + ": the body of the answer", text(sent.body()), answer.text());
    }
  }

  /** The upstream's cookies stay in their order, and those that are due come besides. */
  private static void checkCookies(
      String what, RouteDecision expected, RawConnection.Answer answer) {
    List<String> cookies = answer.all("Set-Cookie");
    List<String> due = expected.setCookies();
    assertEquals(due, cookies.stream().filter(due::contains).toList(), what);
    assertEquals(
        List.of("a=1", "b=2"),
        cookies.stream().filter(cookie -> !due.contains(cookie)).toList(),
        what);
  }

  private RawConnection connection(WrittenRequest sent) throws Exception {
    String from = sent.remote().orElse(RawConnection.LOOPBACK);
    RawConnection open = kept;
    if (open != null && open.isOpen() && keptFrom.equals(from)) {
      return open;
    }
    drop();
    open = stage.connect(from);
    kept = open;
    keptFrom = from;
    tally.connected();
    return open;
  }

  private void drop() throws IOException {
    RawConnection open = kept;
    kept = null;
    if (open != null) {
      open.close();
    }
  }

  @Override
  public void close() throws IOException {
    drop();
    inProcess.close();
    stage.close();
  }
}
