// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.decision.Grounds;
import io.turnout.decision.Reason;
import io.turnout.decision.RouteDecision;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CheckTest {

  private static final byte[] BODY = "{}".getBytes(StandardCharsets.UTF_8);
  private static final List<Field> HEADERS =
      List.of(new Field("Host", "a"), new Field("X-A", "1"), new Field("x-a", "2"));
  private static final Arrival ARRIVAL =
      new Arrival("us-1", "POST", "/%zz", HEADERS, BODY.length, Hash.of(BODY));
  private static final Answer WELL = new Answer(200, List.of(new Field("Cell", "us-1")), "");
  private static final RouteDecision TO_CELL =
      RouteDecision.toCell("us-1", RouteDecision.Basis.NOTHING, grounds(Optional.empty()));
  private static final RouteDecision REJECTED =
      RouteDecision.reject(404, RouteDecision.Basis.NOTHING, grounds(Optional.of(Reason.NO_RULE)));
  private static final Answer REFUSAL = new Answer(404, List.of(), "{\"reason\":\"no-rule\"}");

  private static Grounds grounds(Optional<Reason> reason) {
    return new Grounds(Optional.of("r"), Optional.empty(), reason, Optional.empty(), "v");
  }

  private static Recorded expecting(Map<String, String> members) {
    return new Recorded("n", "POST", "/%zz", HEADERS, true, BODY, new Expected(members));
  }

  private static final Recorded FOR_CELL =
      expecting(Map.of("outcome", "cell", "cell", "us-1", "rule", "r"));
  private static final Recorded FOR_REJECTION =
      expecting(Map.of("outcome", "reject", "status", "404", "reason", "no-rule"));

  private static List<String> differences(
      Recorded recorded, RouteDecision decision, List<Arrival> arrivals, Answer answer) {
    return new Check()
        .differences(new Check.Course(recorded, Optional.of(decision), arrivals, answer));
  }

  private static List<String> differences(Arrival arrival) {
    return differences(FOR_CELL, TO_CELL, List.of(arrival), WELL);
  }

  private static Arrival with(List<Field> headers) {
    return new Arrival("us-1", "POST", "/%zz", headers, BODY.length, Hash.of(BODY));
  }

  @Test
  void asExpected_hasNoDifferences() {
    assertThat(differences(ARRIVAL)).isEmpty();
    assertThat(differences(FOR_REJECTION, REJECTED, List.of(), REFUSAL)).isEmpty();
  }

  @Test
  void whatProxiesAdd_isNoDifference() {
    List<Field> more = new ArrayList<>(HEADERS);
    more.add(new Field("Via", "1.1 turnout"));
    more.add(new Field("Content-Length", "2"));
    more.add(new Field("Demo-Request", "7"));
    assertThat(differences(with(more))).isEmpty();
  }

  @Test
  void everyChangeOnTheWay_isFound() {
    String hash = ARRIVAL.bodyHash();
    assertThat(differences(new Arrival("eu-1", "POST", "/%zz", HEADERS, 2, hash)))
        .singleElement()
        .asString()
        .contains("eu-1");
    assertThat(differences(new Arrival("us-1", "PUT", "/%zz", HEADERS, 2, hash)))
        .singleElement()
        .asString()
        .contains("method");
    assertThat(differences(new Arrival("us-1", "POST", "/%25zz", HEADERS, 2, hash)))
        .singleElement()
        .asString()
        .contains("target");
    assertThat(differences(new Arrival("us-1", "POST", "/%zz", HEADERS, 3, hash)))
        .singleElement()
        .asString()
        .contains("length");
    assertThat(differences(new Arrival("us-1", "POST", "/%zz", HEADERS, 2, "00")))
        .singleElement()
        .asString()
        .contains("hash");
    assertThat(differences(with(HEADERS.subList(0, 2))))
        .singleElement()
        .asString()
        .contains("header fields");
    assertThat(differences(with(List.of(HEADERS.get(0), HEADERS.get(2), HEADERS.get(1)))))
        .singleElement()
        .asString()
        .contains("header fields");
    assertThat(differences(FOR_CELL, TO_CELL, List.of(), REFUSAL))
        .anyMatch(found -> found.contains("0 times"));
    assertThat(differences(FOR_CELL, TO_CELL, List.of(ARRIVAL, ARRIVAL), WELL))
        .anyMatch(found -> found.contains("2 times"));
  }

  @Test
  void forgedRouterField_mustNotArriveNorBeShown() {
    List<Field> forged = List.of(new Field("Turnout-Key", "x"), new Field("Host", "a"));
    Recorded sent = new Recorded("n", "GET", "/", forged, false, new byte[0], FOR_CELL.expected());
    Arrival arrived = new Arrival("us-1", "GET", "/", forged, 0, Hash.of(new byte[0]));
    assertThat(differences(sent, TO_CELL, List.of(arrived), WELL)).hasSize(1);
    Arrival stripped =
        new Arrival("us-1", "GET", "/", forged.subList(1, 2), 0, Hash.of(new byte[0]));
    assertThat(differences(sent, TO_CELL, List.of(stripped), WELL)).isEmpty();
    Answer leaking =
        new Answer(200, List.of(new Field("Cell", "us-1"), new Field("Turnout-Demo", "x")), "");
    assertThat(differences(FOR_CELL, TO_CELL, List.of(ARRIVAL), leaking))
        .containsExactly("the client was shown Turnout-Demo");
  }

  @Test
  void rejection_needsStatusReasonAndNoArrival() {
    assertThat(differences(FOR_REJECTION, REJECTED, List.of(ARRIVAL), REFUSAL)).hasSize(1);
    assertThat(differences(FOR_REJECTION, REJECTED, List.of(), new Answer(403, List.of(), "{}")))
        .hasSize(2);
  }

  @Test
  void decision_isComparedMemberByMember() {
    assertThat(differences(FOR_CELL, REJECTED, List.of(ARRIVAL), WELL))
        .containsExactlyInAnyOrder(
            "outcome of the decision is reject, expected cell",
            "cell of the decision is (none), expected us-1");
    Check.Course undecided = new Check.Course(FOR_CELL, Optional.empty(), List.of(ARRIVAL), WELL);
    assertThat(new Check().differences(undecided)).containsExactly("the router was not asked");
  }
}
