// SPDX-License-Identifier: Apache-2.0
package io.turnout.promise;

import static io.turnout.promise.HostileHouse.Attempt.direct;
import static io.turnout.promise.HostileHouse.ID;
import static io.turnout.promise.HostileHouse.NOW;
import static io.turnout.promise.HostileHouse.mac;
import static io.turnout.promise.HostileHouse.session;
import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.Tier;
import io.turnout.decision.RouteDecision;
import io.turnout.decision.StageChoice;
import io.turnout.decision.StageChoice.How;
import io.turnout.promise.HostileHouse.Attempt;
import io.turnout.request.TestHead;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** A session cannot be made, changed, lengthened or taken elsewhere by its user. */
class HostileSessionsTest {

  private static final String PUBLIC = session("public", "web", "s1", "WEB");
  private static final String MAC = PUBLIC.substring(PUBLIC.lastIndexOf('.') + 1);

  private static StageChoice web(String cookies) {
    RouteDecision decision =
        new HostileHouse().decide(Tier.EDGE, TestHead.get("/").with("Cookie", cookies));
    return decision.stages().get(0);
  }

  @Test
  void sessionThatARouterMade_isKept() {
    for (String session :
        List.of(session("secret", "web", "s1", "WEB"), session("secret", "web", "s2", "WEB_2"))) {
      StageChoice kept = web("rid=" + session);
      assertThat(kept.how()).isEqualTo(How.KEPT);
      assertThat(kept.stage()).isEqualTo("secret");
    }
  }

  @Test
  void sessionOfAClosedStage_isGivenUpThoughARouterMadeIt() {
    StageChoice moved = web("rid=" + session("shut", "web", "s1", "WEB"));
    assertThat(moved.how()).isEqualTo(How.COMPUTED);
    assertThat(moved.stage()).isEqualTo("public");
    assertThat(moved.cookie().orElseThrow()).contains(ID + ".public.");
  }

  private static void cookie(List<Attempt> to, String what, String value, String why) {
    to.add(direct(what, head -> head.with("Cookie", "rid=" + value), why));
  }

  private static String text(String id, String stage, String expires, String key) {
    return "v1." + id + '.' + stage + '.' + expires + '.' + key;
  }

  private static List<Attempt> made() {
    String end = Long.toString(NOW + 60);
    String secret = text(ID, "secret", end, "s1");
    List<Attempt> to = new ArrayList<>();
    cookie(to, "another stage", PUBLIC.replace("public", "secret"), "the stage is authenticated");
    cookie(to, "a closed stage", PUBLIC.replace("public", "shut"), "the stage is authenticated");
    cookie(to, "a dot in the stage", PUBLIC.replace("public", "public.x"), "there are six parts");
    cookie(to, "a longer life", PUBLIC.replace(end, "9999999999"), "the end is authenticated");
    cookie(to, "a number that overflows", PUBLIC.replace(end, "9".repeat(30)), "it is bounded");
    cookie(to, "a sign", PUBLIC.replace(end, "+" + end), "an end has digits alone");
    cookie(to, "other digits", PUBLIC.replace(end, "\u0661\u0662"), "of ASCII");
    cookie(to, "another user", PUBLIC.replace(ID, "an-id-of-22-charactert"), "the ID, too");
    cookie(to, "another key", PUBLIC.replace(".s1.", ".s2."), "each key has its own secret");
    cookie(to, "no key", PUBLIC.replace(".s1.", ".."), "there is no key without a name");
    cookie(to, "an old version", "v0" + PUBLIC.substring(2), "there is one version");
    cookie(to, "no authentication", secret + '.', "nothing is not what the key makes");
    cookie(to, "one of zeros", secret + '.' + "A".repeat(43), "nor are zeros");
    cookie(to, "that of another session", secret + '.' + MAC, "nor is another's");
    cookie(to, "padding", PUBLIC + "=", "base64url is written in one way");
    cookie(to, "its capitals", PUBLIC.toUpperCase(Locale.ROOT), "case counts");
    cookie(to, "bits left over", PUBLIC.substring(0, PUBLIC.length() - 1) + leftOver(), "one way");
    cookie(to, "a kilobyte", PUBLIC + "A".repeat(1_024), "512 characters are the most");
    cookie(to, "a secret of one's own", secret + '.' + mac(secret + "\0web", "MINE"), "unknown");
    cookie(to, "an edge's secret", secret + '.' + mac(secret + "\0web", "CDN"), "of other use");
    cookie(to, "no split", secret + '.' + mac(secret, "WEB"), "the split's name is authenticated");
    cookie(to, "the other split's", session("secret", "shop", "s1", "WEB"), "of another split");
    cookie(to, "the second key's", session("secret", "web", "s1", "WEB_2"), "under its own name");
    cookie(to, "an encoded one", PUBLIC.replace(".", "%2E"), "nothing is decoded");
    cookie(to, "spaces within", PUBLIC.replace(".", " . "), "no cookie has them");
    cookie(to, "a plain stage", "secret", "that is no session");
    cookie(to, "a plain ID", ID, "that is no session");
    return to;
  }

  /** A last character whose first four bits are those of the right one, and whose others differ. */
  private static char leftOver() {
    String alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    return alphabet.charAt(alphabet.indexOf(MAC.charAt(MAC.length() - 1)) + 1);
  }

  private static List<Attempt> tossed() {
    String own = session("secret", "shop", "s1", "WEB");
    return List.of(
        direct(
            "a second cookie beside one's own",
            head -> head.with("Cookie", "rid=" + PUBLIC + "; rid=x"),
            "different values are no value, whoever set them"),
        direct(
            "two sessions",
            head ->
                head.with("Cookie", "rid=" + PUBLIC)
                    .with("Cookie", "rid=" + session("secret", "web", "s1", "WEB")),
            "which came first says nothing of whose it is"),
        direct(
            "a session in another case of the name",
            head -> head.with("Cookie", "RID=" + PUBLIC),
            "names of cookies are case-sensitive"),
        direct(
            "a session with a prefix that browsers guard",
            head -> head.with("Cookie", "__Host-rid=" + PUBLIC + "; __Secure-rid=" + PUBLIC),
            "it is a cookie of another name"),
        direct(
            "sessions of two splits in each other's place",
            head -> head.with("Cookie", "rid=" + own + "; sid=" + PUBLIC),
            "each is bound to its split"),
        direct(
            "a session in a header of that name",
            head -> head.with("rid", PUBLIC).with("Set-Cookie", "rid=" + PUBLIC),
            "cookies come in Cookie"),
        direct(
            "a session in a parameter",
            head -> TestHead.get("/?rid=" + PUBLIC),
            "cookies come in Cookie"),
        direct(
            "a name that is cut by a null byte",
            head -> head.with("Cookie", "rid\0x=" + PUBLIC),
            "no name has one"),
        direct(
            "a value in a half of quotes",
            head -> head.with("Cookie", "rid=\"" + PUBLIC),
            "that is no cookie"),
        direct(
            "50,000 cookies",
            head -> head.with("Cookie", "rid=x; ".repeat(50_000) + "rid=" + PUBLIC),
            "they differ, and are looked at once"));
  }

  @TestFactory
  Stream<DynamicTest> sessions_thatNoRouterMade_areNone() {
    return HostileHouse.tests(Stream.of(made(), tossed()).flatMap(List::stream).toList());
  }
}
