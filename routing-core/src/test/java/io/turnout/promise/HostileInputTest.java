// SPDX-License-Identifier: Apache-2.0
package io.turnout.promise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.turnout.CellRouter;
import io.turnout.RoutingAttempt;
import io.turnout.decision.RouteDecision;
import io.turnout.naive.Allocation;
import io.turnout.naive.NaiveAuthority;
import io.turnout.naive.NaiveRequest;
import io.turnout.naive.NaiveRequest.Field;
import io.turnout.rules.InvalidRulesException;
import io.turnout.rules.RuleSet;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Whatever a client or the writer of a rule file sends, memory stays within its limit. Allocation
 * is measured, and no time; the time-out is for what would take hours.
 */
@Timeout(1_200)
class HostileInputTest {

  private static final int MIB = 1 << 20;

  /** What a decision takes besides what it is made from. */
  private static final long FIXED_BYTES = 40_000;

  private static CellRouter router(String rules) {
    RuleSet set =
        RuleSet.parse("turnout: 1\nbody: { limit: 16MiB }\nrules:\n" + rules, Path.of(""));
    return CellRouter.of(set, NaiveAuthority.resolver(Set.of()));
  }

  private static CellRouter reading(String source) {
    return router("  - { name: a, key: { namespace: n, from: [ " + source + " ] } }\n");
  }

  private static RouteDecision decide(CellRouter router, NaiveRequest request) {
    RoutingAttempt attempt = router.begin(request);
    attempt.offer(ByteBuffer.wrap(request.content()));
    attempt.end();
    return attempt.decisionNow();
  }

  private static NaiveRequest body(String text) {
    return new NaiveRequest("POST", "/", List.of(), text.getBytes(StandardCharsets.UTF_8));
  }

  private static NaiveRequest form(String text) {
    Field type = new Field("Content-Type", "application/x-www-form-urlencoded");
    byte[] content = text.getBytes(StandardCharsets.UTF_8);
    return new NaiveRequest("POST", "/", List.of(type), content);
  }

  private static NaiveRequest get(String target, Field... fields) {
    return new NaiveRequest("GET", target, List.of(fields), new byte[0]);
  }

  private static String many(int count, IntFunction<String> each) {
    return IntStream.range(0, count).mapToObj(each).collect(Collectors.joining());
  }

  private static void within(long maxBytes, CellRouter router, NaiveRequest request) {
    Allocation.within(maxBytes, () -> decide(router, request));
  }

  @Test
  void bodiesThatHoldNothing_takeNoMemory() {
    CellRouter router = reading("{ body: { json: /a/b } }");
    List<String> bodies =
        List.of(
            "[".repeat(64 << 10),
            "{\"x\":" + "[".repeat(MIB),
            "{\"a\":".repeat(MIB / 5),
            "{" + many(MIB / 12, i -> "\"m" + i + "\":0,") + "\"z\":0}",
            "{\"x\":[" + "1,".repeat(MIB / 2) + "1]}",
            "{\"x\":\"" + "\\u0041".repeat(MIB / 6) + "\"}",
            "{\"" + "n".repeat(MIB) + "\":1}",
            "{\"x\":" + "9".repeat(MIB) + "}",
            " ".repeat(MIB),
            "{\"x\":{" + "\"a\":{},".repeat(MIB / 8) + "\"a\":{}}}");
    for (String text : bodies) {
      within(FIXED_BYTES, router, body(text));
    }
  }

  @Test
  void valuesOfABody_takeMemoryOnceEach() {
    CellRouter star = reading("{ body: { json: \"/*\" } }");
    within(FIXED_BYTES, star, body("[" + "\"same\",".repeat(MIB / 8) + "\"same\"]"));
    within(FIXED_BYTES, star, body("[" + "[],{},null,".repeat(MIB / 12) + "1]"));
    String large = "\"" + "v".repeat(MIB / 4) + "\"";
    within(20L * MIB, star, body("[" + large + "," + large + "," + large + "]"));
    CellRouter one = reading("{ body: { json: /a } }");
    within(10L * MIB, one, body("{\"a\":\"" + "\u20ac".repeat(MIB / 3) + "\"}"));
    within(10L * MIB, one, body("{\"a\":" + "9".repeat(MIB) + "}"));
  }

  @Test
  void forms_takeMemoryForTheFieldThatIsAskedFor() {
    CellRouter router = reading("{ body: { form: a } }");
    within(FIXED_BYTES, router, form("&".repeat(MIB)));
    within(FIXED_BYTES, router, form("%41=%zz&".repeat(MIB / 8)));
    within(FIXED_BYTES, router, form(many(MIB / 10, i -> "f" + i + "=v&")));
    within(FIXED_BYTES, router, form("b=" + "%C3%A9".repeat(MIB / 6)));
    within(FIXED_BYTES, router, form("n".repeat(MIB)));
    within(10L * MIB, router, form("a=" + "%C3%A9".repeat(MIB / 6)));
  }

  @Test
  void cookiesAndParameters_takeMemoryInProportion() {
    CellRouter cookie = reading("{ cookie: id }");
    within(4L * MIB, cookie, get("/", new Field("Cookie", many(10_000, i -> "c" + i + "=v; "))));
    within(4L * MIB, cookie, get("/", new Field("Cookie", "id=v; ".repeat(10_000))));
    within(4L * MIB, cookie, get("/", new Field("Cookie", ";".repeat(100_000))));
    CellRouter query = reading("{ query: id }");
    within(16L * MIB, query, get("/?" + many(100_000, i -> "p" + i + "=v&")));
    within(32L * MIB, query, get("/?" + many(100_000, i -> "%70" + i + "=v&")));
    within(32L * MIB, query, get("/?" + "id=%41&".repeat(100_000)));
    within(16L * MIB, query, get("/?" + "&".repeat(MIB)));
    within(32L * MIB, query, get("/?" + many(1 << 14, HostileInputTest::colliding)));
  }

  /** Parameters whose names have one hash. */
  private static String colliding(int number) {
    return many(14, bit -> (number >> bit & 1) == 0 ? "Aa" : "BB") + "=v&";
  }

  @Test
  void paths_takeMemoryInProportion() {
    CellRouter router =
        router(
            """
              - { name: a, when: { path: [ "/{a}/{b}/**", "/x{c}y/z", "/{d:[a-z]+}" ] }, then: reject 404 }
              - { name: b, when: { path: "/**" }, then: reject 410 }
            """);
    List<String> paths =
        List.of(
            "/" + "a".repeat(MIB),
            "/" + "%41".repeat(MIB / 3),
            "/" + "%C3%A9".repeat(MIB / 6),
            "/" + "%".repeat(MIB),
            "/".repeat(MIB),
            "/a".repeat(MIB / 2),
            "/" + "%2F".repeat(MIB / 3),
            "/" + "./".repeat(MIB / 2),
            "/x" + "y".repeat(MIB) + "/z");
    for (String path : paths) {
      within(10L * MIB, router, get(path));
    }
  }

  @Test
  void headers_takeMemoryInProportion() {
    CellRouter router =
        router(
            """
              - name: a
                when:
                  host: [ "*.a.example", b.example ]
                  content-type: application/*+json
                  header: { X: { contains: aab } }
                then: reject 404
              - { name: b, key: { namespace: n, from: [ { header: X } ], transform: [ email-domain ] } }
              - { name: c, key: { namespace: n, from: [ { header: X } ], transform: [ base64, lowercase, sha256 ] } }
              - { name: d, key: { namespace: n, from: [ { header: X }, { body: { json: /a } } ], match: "x" } }
            """);
    int length = 64 << 10;
    List<String> values =
        List.of(
            "a".repeat(length),
            ".".repeat(length),
            ",".repeat(length),
            "a.".repeat(length / 2),
            "a@" + "b.".repeat(length / 2),
            "a@" + "\u00c3\u00a9".repeat(length / 2),
            "@".repeat(length),
            "=".repeat(length),
            " ".repeat(length) + "a" + " ".repeat(length),
            "\u00ff".repeat(length));
    for (String value : values) {
      List<Field> fields = new ArrayList<>();
      for (String name : List.of("Host", "Content-Type", "Content-Encoding", "X")) {
        fields.add(new Field(name, value));
      }
      byte[] content = {'{', '}'};
      within(120L * length, router, new NaiveRequest("POST", "/", fields, content));
    }
  }

  @Test
  void expressionsThatBlowUpElsewhere_takeMemoryInProportion() {
    CellRouter router =
        router(
            """
              - { name: a, when: { header: { X: { regex: "(a+)+b" } } }, then: reject 404 }
              - { name: b, when: { header: { X: { regex: "(a|aa)*c" } } }, then: reject 404 }
              - { name: c, when: { header: { X: { regex: "(.*)(.*)(.*)(.*)d" } } }, then: reject 404 }
              - { name: d, when: { path: "/{x:(a?){50}a{50}}" }, then: reject 404 }
              - { name: e, key: { namespace: n, from: [ { header: X } ], transform: [ { capture: "(x+x+)+y" } ] } }
            """);
    String path = "/" + "a".repeat(49);
    within(2L * MIB, router, get(path, new Field("X", "a".repeat(8_192))));
    within(2L * MIB, router, get(path, new Field("X", "x".repeat(8_192))));
  }

  private static void refused(long maxBytes, String text) {
    Allocation.within(
        maxBytes,
        () -> {
          InvalidRulesException refusal =
              catchThrowableOfType(
                  InvalidRulesException.class, () -> RuleSet.parse(text, Path.of("")));
          assertThat(refusal.problems()).isNotEmpty();
          assertThat(refusal.getMessage()).hasSizeLessThan(MIB);
        });
  }

  @Test
  void ruleFilesThatFlood_areRefusedWithinBounds() {
    StringBuilder laughs = new StringBuilder("a0: &a0 [ x, x, x, x, x, x, x, x, x ]\n");
    for (int i = 1; i < 12; i++) {
      String alias = "*a" + (i - 1);
      laughs.append("a%d: &a%d [ %s ]\n".formatted(i, i, (alias + ", ").repeat(9) + alias));
    }
    refused(64L * MIB, laughs.toString());
    refused(64L * MIB, "a: &a " + "x".repeat(MIB) + "\nb: [ " + "*a, ".repeat(50_000) + "*a ]\n");
    refused(64L * MIB, "[".repeat(MIB));
    refused(64L * MIB, "- ".repeat(MIB / 2));
    refused(64L * MIB, "? ".repeat(MIB / 2));
    refused(64L * MIB, "a: {".repeat(MIB / 4));
    refused(64L * MIB, "#".repeat(5 * MIB));
    refused(64L * MIB, "\"" + "\\x41".repeat(MIB));
    refused(800L * MIB, many(100_000, i -> "k" + i + ": 1\n"));
    refused(800L * MIB, "turnout: 1\nrules: [" + "{},".repeat(100_000) + "{}]\n");
  }

  @Test
  void expressionsThatAreTooLarge_areRefusedBeforeTheyAreCompiled() {
    for (String regex :
        List.of(
            "((a{100}){100}){100}",
            "(?:x{1000}){1000}",
            "[a-z]{20001}",
            "(".repeat(2_000),
            "((((a{30}){30}){30}){30})*")) {
      String rule =
          "turnout: 1\nrules: [ { name: a, when: { header: { X: { regex: \"%s\" } } }, then: reject 404 } ]"
              .formatted(regex);
      refused(2L * MIB, rule);
    }
  }
}
