// SPDX-License-Identifier: Apache-2.0
package io.turnout.promise;

import static io.turnout.promise.HostileHouse.Attempt.direct;
import static io.turnout.promise.HostileHouse.Attempt.proxied;
import static io.turnout.promise.HostileHouse.signer;
import static io.turnout.promise.HostileHouse.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.Tier;
import io.turnout.client.EdgeSigner;
import io.turnout.decision.RouteDecision;
import io.turnout.promise.HostileHouse.Attempt;
import io.turnout.request.FromPeer;
import io.turnout.request.TestHead;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What routers say to each other is not believed of anybody else. */
class HostileRoutersTest {

  private static final EdgeSigner ROUTER = signer("r1", "ROUTER").build();
  private static final String CLIENT =
      "\"10.9.9.9\";tags=\"internal via-cdn\";splits=\"web=secret shop=secret\"";

  private static final List<String> SPELLINGS =
      List.of(
          "Turnout-Client",
          "turnout_client",
          "TURNOUT_CLIENT",
          "turnout-Client",
          "turnout-client_");

  @Test
  void routerThatSigns_isBelieved() {
    TestHead sent = TestHead.get("/").with("Turnout-Client", CLIENT).with("Turnout-Hops", "2");
    RouteDecision decision =
        new HostileHouse().decide(Tier.AUTHORITY, with(sent, ROUTER.sign(sent)));
    assertThat(decision.cell()).contains("prize");
    assertThat(decision.client().hops()).isEqualTo(2);
    assertThat(decision.stages()).extracting(stage -> stage.stage()).containsOnly("secret");
  }

  @Test
  void routingFieldThatIsAddedOnTheWay_takesAllOfThemBack() {
    TestHead sent = TestHead.get("/").with("Turnout-Client", CLIENT).with("Turnout-Hops", "2");
    TestHead signed = with(sent, ROUTER.sign(sent));
    for (String name :
        List.of("Turnout-Key", "turnout_key", "TURNOUT-ROUTE", "Turnout-", "turnout_x")) {
      RouteDecision decision =
          new HostileHouse().decide(Tier.AUTHORITY, signed.with(name, "\"user:1\";rule=\"keyed\""));
      assertThat(decision.client().routerEdge()).as(name).isEmpty();
      assertThat(decision.client().hops()).as(name).isZero();
      assertThat(decision.client().tags()).as(name).containsExactly("via-router");
      assertThat(decision.stages())
          .as(name)
          .extracting(stage -> stage.stage())
          .containsExactly("public", "plain");
    }
  }

  private static List<Attempt> spelt() {
    List<Attempt> attempts = new ArrayList<>();
    for (String name : SPELLINGS) {
      attempts.add(
          direct(name, head -> head.with(name, CLIENT), "a client is no router, in any spelling"));
      attempts.add(
          proxied(
              name + " through a proxy",
              head -> head.with(name, CLIENT),
              "a proxy hands on what its clients send"));
    }
    return attempts;
  }

  private static List<Attempt> said() {
    return List.of(
        direct(
            "a key",
            head -> head.with("Turnout-Key", "\"user:1\";rule=\"keyed\""),
            "keys are believed of routers alone"),
        direct(
            "hops", head -> head.with("Turnout-Hops", "4"), "so nobody can be turned away by it"),
        direct(
            "hops of another kind",
            head -> head.with("Turnout-Hops", "-1").with("Turnout-Hops", "99999999999999999999"),
            "they are not even read"),
        direct(
            "a route",
            head -> head.with("Turnout-Route", "\"user:1\";cell=\"prize\";version=9"),
            "answers teach, requests do not"),
        direct(
            "a wrong cell",
            head -> head.with("Turnout-Cell", "\"wrong\""),
            "cells say so, clients do not"),
        direct(
            "all fields at once, each twice",
            head ->
                head.with("Turnout-Client", CLIENT)
                    .with("Turnout-Client", CLIENT)
                    .with("Turnout-Hops", "1")
                    .with("Turnout-Hops", "1")
                    .with("Turnout-Key", "\"user:1\";rule=\"keyed\"")
                    .with("Turnout-Key", "\"user:1\";rule=\"keyed\""),
            "a proof is wanted, not a repetition"),
        direct(
            "a field of a mebibyte",
            head -> head.with("Turnout-Client", "\"" + "1".repeat(1 << 20) + "\""),
            "it is not read"),
        direct(
            "signed with a secret of one's own",
            head -> {
              TestHead sent = head.with("Turnout-Client", CLIENT);
              return with(sent, signer("r1", "MINE").build().sign(sent));
            },
            "the key's name is no secret"),
        direct(
            "signed for another client",
            head ->
                with(
                    head.with("Turnout-Client", CLIENT),
                    ROUTER.sign(head.with("Turnout-Client", "\"192.0.2.1\""))),
            "the field is covered"),
        direct(
            "a router's signature of another path",
            head -> with(head, ROUTER.sign(TestHead.get("/b"))),
            "the path is covered"),
        direct(
            "a pin", head -> head.with("X-Stage", "secret"), "only who is inside may name a stage"),
        direct(
            "a pin to a closed stage",
            head -> head.with("X-Stage", "shut"),
            "nobody may name a closed stage"),
        direct(
            "a pin, and to be inside",
            head -> head.with("X-Stage", "secret").with("X-Forwarded-For", "10.9.9.9"),
            "the tag goes by what is proven"),
        proxied(
            "a pin, through a proxy that is inside",
            head -> head.with("X-Stage", "secret").with("X-Forwarded-For", "10.9.9.9"),
            "the client has the tags of its own address"));
  }

  @Test
  void stageThatIsClosed_isNamedByNobody() {
    HostileHouse house = new HostileHouse();
    RouteDecision inside =
        house.decide(Tier.EDGE, FromPeer.at("10.9.9.9", TestHead.get("/").with("X-Stage", "shut")));
    assertThat(inside.stages()).extracting(stage -> stage.stage()).doesNotContain("shut");
    RouteDecision pinned =
        house.decide(
            Tier.EDGE, FromPeer.at("10.9.9.9", TestHead.get("/").with("X-Stage", "secret")));
    assertThat(pinned.stages().get(0).stage()).isEqualTo("secret");
  }

  @TestFactory
  Stream<DynamicTest> whatRoutersSay_isBelievedOfNobodyElse() {
    return HostileHouse.tests(Stream.of(spelt(), said()).flatMap(List::stream).toList());
  }
}
