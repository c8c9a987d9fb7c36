// SPDX-License-Identifier: Apache-2.0
package io.turnout.promise;

import static io.turnout.promise.HostileHouse.Attempt.direct;
import static io.turnout.promise.HostileHouse.Attempt.forwarded;
import static io.turnout.promise.HostileHouse.Attempt.proxied;
import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.Tier;
import io.turnout.promise.HostileHouse.Attempt;
import io.turnout.request.FromPeer;
import io.turnout.request.RequestHead;
import io.turnout.request.TestHead;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** A client cannot choose its address, nor be a crawler by saying so. */
class HostileAddressesTest {

  private static final List<String> FIELDS =
      List.of(
          "X-Forwarded-For",
          "X-Client",
          "X-Real-Ip",
          "True-Client-Ip",
          "Cf-Connecting-Ip",
          "X-Cluster-Client-Ip",
          "X_Forwarded_For",
          "Client-Ip",
          "X-Originating-Ip",
          "Via");

  @Test
  void whoIsInsideOrACrawler_getsThePrize() {
    HostileHouse house = new HostileHouse();
    RequestHead crawler = TestHead.get("/").with("User-Agent", "a Crawler");
    for (RequestHead head :
        List.of(
            FromPeer.at("10.9.9.9", TestHead.get("/")),
            FromPeer.at("::1", TestHead.get("/")),
            FromPeer.at("66.249.64.1", crawler),
            FromPeer.at(
                HostileHouse.PROXY, TestHead.get("/").with("X-Forwarded-For", "1.1.1.1, 10.9.9.9")),
            FromPeer.at(
                HostileHouse.FORWARDER,
                TestHead.get("/").with("Forwarded", "for=\"1, for=[::1]\", for=\"[::1]\"")))) {
      assertThat(house.decide(Tier.EDGE, head).cell()).as(head.toString()).contains("prize");
    }
  }

  private static List<Attempt> fields() {
    List<Attempt> attempts = new ArrayList<>();
    for (String field : FIELDS) {
      attempts.add(
          direct(
              field + " without an edge",
              head -> head.with(field, "10.9.9.9"),
              "who proves no edge is where its connection comes from"));
      attempts.add(
          proxied(
              field + " before what the proxy adds",
              head -> head.with(field, "10.9.9.9"),
              "the proxy's own entry is the last"));
    }
    attempts.add(
        direct(
            "Forwarded without an edge",
            head -> head.with("Forwarded", "for=10.9.9.9"),
            "who proves no edge is where its connection comes from"));
    return attempts;
  }

  private static List<Attempt> lists() {
    List<Attempt> attempts = new ArrayList<>();
    String[][] begun = {
      {"10.9.9.9", "what stands left of the proxy's entry is the client's own word"},
      {"10.9.9.9, 10.9.9.9, 10.9.9.9", "however often it is said"},
      {"10.9.9.9,", "an empty entry is no hop"},
      {"10.9.9.9,,,,,,", "nor are many"},
      {"\"10.9.9.9", "quotes mean nothing in this field"},
      {"[::1", "nor do brackets that never end"},
      {"::1%", "nor a zone"},
      {"::ffff:10.9.9.9", "a mapped address is on the left like any other"},
      {"0x0a.9.9.9", "nor a hexadecimal one"},
      {"012.011.011.011", "nor an octal one"},
      {"10.2313", "nor a short one"},
      {"168364297", "nor a number"},
      {"10.9.9.9\0", "a null byte ends nothing"},
      {"10.9.9.9\r\nX-Forwarded-For: 10.9.9.9", "a line break ends nothing"},
      {"localhost", "a name is not looked up"},
      {"unknown", "who is not known is not inside"},
      {"x".repeat(70_000), "the field is read from the right, however long it is"},
      {",".repeat(70_000), "the field is read from the right, however many entries it has"},
    };
    for (String[] one : begun) {
      String shown = one[0].substring(0, Math.min(30, one[0].length()));
      attempts.add(
          proxied(shown + " in a line of its own", h -> h.with("X-Forwarded-For", one[0]), one[1]));
      RequestHead joined =
          TestHead.get("/").with("X-Forwarded-For", one[0] + ", " + HostileHouse.ATTACKER);
      attempts.add(
          new Attempt(
              shown + " in the same line", one[1], FromPeer.at(HostileHouse.PROXY, joined)));
    }
    return attempts;
  }

  private static List<Attempt> forwardedLines() {
    return List.of(
        forwarded("an element before", "for=10.9.9.9", "the proxy's own element is the last"),
        forwarded("a quote that never ends", "for=\"10.9.9.9", "commas are counted from the right"),
        forwarded("an escape that never ends", "for=\"10.9.9.9\\", "it escapes no comma"),
        forwarded("an escaped quote", "for=\"10.9.9.9\\\"", "quotes are even to the right of it"),
        forwarded("a quote alone", "\"", "quotes are even to the right of it"),
        forwarded("two quotes", "\"\"", "a broken element hides none"),
        forwarded("a semicolon at the end", "for=10.9.9.9;", "a comma ends the element"),
        forwarded("an equals sign at the end", "for=", "a comma ends the element"),
        forwarded("a name alone", "for", "a comma ends the element"),
        forwarded("rubbish", "a b c;;;==", "a broken element hides none"),
        forwarded("100,000 quotes", "for=\"".repeat(100_000), "it is read once, from the right"));
  }

  private static List<Attempt> crawlers() {
    return List.of(
        direct(
            "the agent of a crawler",
            head -> head.with("User-Agent", "Crawler/1.0"),
            "a crawler is where its operator says that it is"),
        direct(
            "the agent of a crawler, and its address in fields",
            head ->
                head.with("User-Agent", "Crawler/1.0")
                    .with("X-Forwarded-For", "66.249.64.1")
                    .with("From", "crawler@66.249.64.1"),
            "its address is that of the connection"),
        proxied(
            "the agent and address of a crawler, through the proxy",
            head -> head.with("User-Agent", "Crawler/1.0").with("X-Forwarded-For", "66.249.64.1"),
            "its address is the one that the proxy adds"),
        direct(
            "tags by their names",
            head ->
                head.with("Tag", "internal")
                    .with("Tags", "internal crawler via-cdn")
                    .with("Via", "1.1 via-cdn")
                    .with("X-Tag", "via-router"),
            "no field sets a tag"),
        new Attempt(
            "tags by parameters and cookies",
            "no parameter sets a tag, and no cookie",
            FromPeer.at(
                HostileHouse.ATTACKER,
                TestHead.get("/?tag=internal&via-cdn=1")
                    .with("Cookie", "tag=internal; via-cdn=1"))),
        new Attempt(
            "no address at all",
            "who is nowhere is not inside",
            TestHead.get("/").with("X-Forwarded-For", "10.9.9.9")),
        new Attempt(
            "a name in a certificate that is nearly right",
            "names are compared as a whole",
            FromPeer.named(
                List.of(
                    "edge.internal.evil.example", "*.internal", "edge.internal.", "xedge.internal"),
                TestHead.get("/"))),
        new Attempt(
            "a name in a field",
            "only the connection says which certificate was proven",
            FromPeer.at(
                HostileHouse.ATTACKER,
                TestHead.get("/")
                    .with("X-Client-Cert", "edge.internal")
                    .with("X-Forwarded-Client-Cert", "URI=edge.internal;DNS=edge.internal")
                    .with("Host", "edge.internal"))));
  }

  @TestFactory
  Stream<DynamicTest> addresses_thatClientsName_areNotTheirs() {
    return HostileHouse.tests(
        Stream.of(fields(), lists(), forwardedLines(), crawlers()).flatMap(List::stream).toList());
  }
}
