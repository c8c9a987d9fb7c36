// SPDX-License-Identifier: Apache-2.0
package io.turnout.promise;

import static io.turnout.promise.HostileHouse.Attempt.direct;
import static io.turnout.promise.HostileHouse.NOW;
import static io.turnout.promise.HostileHouse.signer;
import static io.turnout.promise.HostileHouse.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.Tier;
import io.turnout.client.EdgeSigner;
import io.turnout.client.EdgeSigner.Signed;
import io.turnout.promise.HostileHouse.Attempt;
import io.turnout.request.TestHead;
import io.turnout.spi.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Who has seen signatures of an edge, but not its secrets, is not that edge. */
class HostileSignaturesTest {

  private static final List<String> COVERS = List.of("@method", "@path", "@query", "x-client");
  private static final EdgeSigner CDN = signer("k1", "CDN").covers(COVERS).build();

  /** A request of somebody else, as it went from the delivery network to here. */
  private static TestHead victim() {
    return TestHead.get("/a?b=c").with("X-Client", "10.9.9.9");
  }

  private static final Signed SEEN = CDN.sign(victim());

  private static UnaryOperator<TestHead> seenOn(String method, String target, String client) {
    return any -> with(TestHead.of(method, target).with("X-Client", client), SEEN);
  }

  private static UnaryOperator<TestHead> changed(String input, String signature) {
    return head -> with(head.with("X-Client", "10.9.9.9"), new Signed(input, signature));
  }

  private static UnaryOperator<TestHead> by(EdgeSigner signer) {
    return head -> {
      TestHead sent = head.with("X-Client", "10.9.9.9");
      return with(sent, signer.sign(sent));
    };
  }

  private static EdgeSigner at(long seconds) {
    return EdgeSigner.builder("k1", HostileHouse.secret("CDN"))
        .covers(COVERS)
        .clock(new VirtualTime(seconds * 1_000))
        .build();
  }

  @Test
  void requestOfTheVictim_getsThePrize() {
    assertThat(new HostileHouse().decide(Tier.AUTHORITY, with(victim(), SEEN)).cell())
        .contains("prize");
  }

  private static List<Attempt> replays() {
    return List.of(
        direct("another method", seenOn("DELETE", "/a?b=c", "10.9.9.9"), "the method is covered"),
        direct("a longer path", seenOn("GET", "/a/b?b=c", "10.9.9.9"), "the path is covered"),
        direct("an encoded path", seenOn("GET", "/%61?b=c", "10.9.9.9"), "covered as it came"),
        direct("capitals in the path", seenOn("GET", "/A?b=c", "10.9.9.9"), "covered as it came"),
        direct("the whole URI", seenOn("GET", "http://x/b?b=c", "10.9.9.9"), "its path is covered"),
        direct("another query", seenOn("GET", "/a?b=d", "10.9.9.9"), "the query is covered"),
        direct("no query", seenOn("GET", "/a", "10.9.9.9"), "no query is another than a query"),
        direct("another client", seenOn("GET", "/a?b=c", "10.9.9.8"), "the client is covered"),
        direct("no client", head -> with(head, SEEN), "what is covered has to be there"),
        direct(
            "one more client before",
            head -> with(head.with("X-Client", "10.9.9.8").with("X-Client", "10.9.9.9"), SEEN),
            "all lines are covered"),
        direct(
            "one more client behind",
            head -> with(head.with("X-Client", "10.9.9.9").with("X-Client", "10.9.9.8"), SEEN),
            "all lines are covered"),
        direct(
            "the client with an underscore",
            head -> with(head.with("X_Client", "10.9.9.9"), SEEN),
            "it is a field of another name"),
        direct("an hour later", by(at(NOW - 3_600)), "it is older than a minute"),
        direct("61 seconds later", by(at(NOW - 61)), "it is older than a minute"),
        direct("from the future", by(at(NOW + 31)), "clocks differ by 30 seconds at most"));
  }

  private static List<Attempt> keys() {
    List<Attempt> attempts = new ArrayList<>();
    for (String id : List.of("k1", "k2", "r1", "k3", "K1", "s1", "k1 ", "0")) {
      attempts.add(
          direct(
              "a secret of one's own as " + id,
              by(signer(id, "MINE").covers(COVERS).build()),
              "the name of a key is no secret"));
    }
    attempts.add(
        direct(
            "the other edge's secret under this one's second key",
            by(signer("k2", "OTHER").covers(COVERS).build()),
            "each key has its own secret"));
    attempts.add(
        direct(
            "a secret of sessions",
            by(signer("k1", "WEB").covers(COVERS).build()),
            "secrets of splits prove no edge"));
    attempts.add(
        direct(
            "the method alone",
            by(signer("k1", "CDN").covers(List.of("@method")).build()),
            "whoever made it, it must cover what the edge has to cover"));
    attempts.add(
        direct(
            "nothing at all",
            by(signer("k1", "CDN").covers(List.of()).build()),
            "an empty signature covers no request"));
    return attempts;
  }

  private static List<Attempt> dictionaries() {
    String input = SEEN.input();
    String value = SEEN.signature();
    List<Attempt> attempts = new ArrayList<>();
    String[][] tricks = {
      {"less is covered", input.replace(" \"x-client\"", ""), value, "the parameters are signed"},
      {"newer", input.replace("created=" + NOW, "created=" + (NOW + 1)), value, "time is signed"},
      {"time twice", input.replace(";created", ";created=1;created"), value, "readers differ"},
      {"key twice", input.replace(";keyid", ";keyid=\"k9\";keyid"), value, "readers differ"},
      {"never ends", input + ";expires=9999999999", value, "every parameter is signed"},
      {"other key", input.replace("\"k1\"", "\"k2\""), value, "the key's name is signed"},
      {"no algorithm", input.replace(";alg=\"hmac-sha256\"", ""), value, "it is signed, too"},
      {"algorithm none", input.replace("hmac-sha256", "none"), value, "there is one algorithm"},
      {"two labels alike", input + ", " + input, value, "a label stands once"},
      {"label twice", input, "turnout=:AAAA:, " + value, "a label stands once"},
      {"label twice behind", input, value + ", turnout=:AAAA:", "a label stands once"},
      {"label in capitals", "T" + input.substring(1), "T" + value.substring(1), "no dictionary"},
      {"label of its own", "x" + input.substring(7), value, "labels have to be the same"},
      {"as text", input, value.replace(':', '"'), "a signature is bytes"},
      {"a token", input, value.replace(":", ""), "a signature is bytes"},
      {"empty", input, "turnout=::", "no bytes are not these bytes"},
      {"one byte", input, "turnout=:AA==:", "all bytes are compared"},
      {"first half", input, value.substring(0, 30) + ":", "all bytes are compared"},
      {"bytes behind", input, value.substring(0, value.length() - 2) + "AAAA:", "no byte more"},
      {"parameter of a component", input.replace("\"@path\"", "\"@path\";req"), value, "refused"},
      {"component twice", input.replace("\"@path\"", "\"@path\" \"@path\""), value, "refused"},
      {
        "order changed",
        input.replace("\"@method\" \"@path\"", "\"@path\" \"@method\""),
        value,
        "the order is signed"
      },
      {"input unclosed", input.replace(")", ""), value, "no dictionary"},
      {"nine of them", input + ", a=(), b=(), c=(), d=(), e=(), f=(), g=(), h=()", value, "eight"},
      {"8 KiB more", input + " ".repeat(8_192), value, "the field is bounded before it is read"},
      {
        "a comma in a text",
        input.replace("keyid=\"k1\"", "keyid=\"k1,turnout=()\""),
        value,
        "texts are read as texts"
      },
      {"line break", input.replace("\"@path\"", "\"@path\"\n"), value, "no dictionary has one"},
      {"null byte", input.replace("k1", "k1\0"), value, "no text has one"},
      {"not ASCII", input.replace("k1", "k\u00b9"), value, "no text has it"},
    };
    for (String[] trick : tricks) {
      assertThat(trick[1] + trick[2]).as(trick[0]).isNotEqualTo(input + value);
      attempts.add(direct(trick[0], changed(trick[1], trick[2]), trick[3]));
    }
    attempts.add(
        direct(
            "underscores",
            head ->
                head.with("X-Client", "10.9.9.9")
                    .with("Signature_Input", input)
                    .with("Signature", value),
            "a field of another name is not asked"));
    attempts.add(
        direct(
            "over two lines in the middle of a list",
            head ->
                head.with("X-Client", "10.9.9.9")
                    .with("Signature-Input", input.substring(0, 20))
                    .with("Signature-Input", input.substring(20))
                    .with("Signature", value),
            "a comma stands between lines"));
    return attempts;
  }

  @TestFactory
  Stream<DynamicTest> signatures_thatOthersMade_proveNothing() {
    return HostileHouse.tests(
        Stream.of(replays(), keys(), dictionaries()).flatMap(List::stream).toList());
  }
}
