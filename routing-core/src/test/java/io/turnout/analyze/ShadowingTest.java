// SPDX-License-Identifier: Apache-2.0
package io.turnout.analyze;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.analyze.Shadowing.Finding;
import io.turnout.analyze.Shadowing.Status;
import io.turnout.rules.RuleSet;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShadowingTest {

  private static final String REJECT = "then: reject 404";

  /** What is found of the last of these rules, which are called r0, r1 and so on. */
  private static Finding last(String... rules) {
    RuleSet file = RandomRules.file(RandomRules.named(List.of(rules)), "");
    return Shadowing.of(file).findings().get(rules.length - 1);
  }

  private static String when(String conditions) {
    return "when: { " + conditions + " }, " + REJECT;
  }

  private static void dead(String early, String late) {
    assertThat(last(when(early), when(late)).status())
        .as("%s after %s", late, early)
        .isEqualTo(Status.DEAD);
  }

  private static void alive(String early, String late) {
    Finding finding = last(when(early), when(late));
    assertThat(finding.status()).as("%s", finding).isIn(Status.REACHABLE, Status.PARTLY);
    assertThat(finding.decides()).as("%s", finding).isTrue();
  }

  private static void unknown(String early, String late) {
    assertThat(last(when(early), when(late)).status())
        .as("%s after %s", late, early)
        .isEqualTo(Status.UNKNOWN);
  }

  private static String witness(String... rules) {
    return last(rules).witness().orElseThrow().toString();
  }

  @Test
  void ruleWithoutConditions_shadowsAllAfterIt() {
    assertThat(last(REJECT, REJECT).status()).isEqualTo(Status.DEAD);
    assertThat(last(REJECT, when("path: /a")).shadowedBy()).containsExactly("r0");
    assertThat(last(when("path: /a"), REJECT).status()).isEqualTo(Status.PARTLY);
  }

  @Test
  void onlyRulesThatDecideOnEveryTier_shadow() {
    assertThat(last("then: cell c1", REJECT).status()).isEqualTo(Status.DEAD);
    assertThat(last("then: authority", REJECT).status()).isEqualTo(Status.REACHABLE);
    assertThat(last("then: authority", "then: authority").status()).isEqualTo(Status.DEAD);
    assertThat(last("key: { namespace: n, from: [ { query: q } ] }", REJECT).status())
        .isEqualTo(Status.REACHABLE);
  }

  @Test
  void listsAndWildcards_containOthers() {
    dead("method: [GET, POST]", "method: POST");
    alive("method: GET", "method: [GET, POST]");
    alive("method: GET", "method: get");
    dead("host: \"*.a.com\"", "host: [x.a.com, \"*.y.A.com\"]");
    dead("host: A.com", "host: a.com");
    alive("host: \"*.a.com\"", "host: a.com");
    alive("host: \"*.a.com\"", "host: xa.com");
    alive("host: x.a.com", "host: \"*.a.com\"");
    dead("content-type: application/*+json", "content-type: [application/x+json]");
    alive("content-type: application/*+json", "content-type: application/json");
    alive("content-type: application/x+json", "content-type: application/*+json");
  }

  @Test
  void pathTemplates_containOthers() {
    dead("path: /a/**", "path: /a/b/c");
    dead("path: /a/**", "path: /a");
    dead("path: /a/**", "path: \"/a/{x}/**\"");
    dead("path: \"/a/{x}\"", "path: \"/a/{y:[0-9/]+}\"");
    dead("path: \"/{a:x+}/b\"", "path: \"/{c:x+}/b\"");
    dead("path: /a/*", "path: \"/a/{y}.json\"");
    dead("path: \"/a/{x}.json\"", "path: \"/a/b{y}.json\"");
    dead("path: [/a, \"/b/{x}\"]", "path: [\"/b/c\", /a]");
    alive("path: /a/*", "path: /a/");
    alive("path: /a/*", "path: /a/**");
    alive("path: /a/b/**", "path: /a/**");
    alive("path: \"/a/b{x}b\"", "path: \"/a/b{x}\"");
    alive("path: \"/a/{x}.json\"", "path: /a/*");
    alive("path: \"/a/{x:[0-9]+}\"", "path: \"/a/{x:[a-z]+}\"");
    dead("path: \"/a/{x:[0-9]+}\"", "path: /a/1");
    unknown("path: \"/a/{x:[0-9]+}\"", "path: \"/a/{x:[0-9]{3}}\"");
  }

  @Test
  void valueTests_containOthers() {
    for (String start : List.of("header: { n: ", "query: { n: ")) {
      dead(start + "{ prefix: a } }", start + "{ prefix: ab } }");
      dead(start + "{ contains: b } }", start + "{ prefix: ab } }");
      dead(start + "{ contains: b } }", start + "{ contains: abc } }");
      dead(start + "{ suffix: c } }", start + "abc }");
      dead(start + "{ regex: \"[a-c]+\" } }", start + "abc }");
      dead(start + "{ regex: \"a+\" } }", start + "{ regex: \"a+\" } }");
      dead(start + "{ present: true } }", start + "{ regex: \"a+\" } }");
      dead(start + "{ present: false } }", start + "{ present: false } }");
      alive(start + "{ present: false } }", start + "a }");
      alive(start + "abc }", start + "{ prefix: abc } }");
      alive(start + "{ prefix: ab } }", start + "{ prefix: a } }");
      alive(start + "{ prefix: a } }", start + "{ suffix: a } }");
      alive(start + "{ regex: \"a+\" } }", start + "{ prefix: a } }");
      unknown(start + "{ regex: \"a|b\" } }", start + "{ regex: \"b|a\" } }");
    }
    dead("header: { n: a }", "header: { N: a }");
    alive("query: { n: a }", "query: { N: a }");
    alive("header: { n: a }", "header: { n: { contains: a } }, query: { n: a }");
  }

  @Test
  void severalRulesTogether_shadow() {
    Finding methods =
        last(
            when("method: GET, path: /a/**"),
            when("path: /b"),
            when("method: [POST, PUT], path: /a/**"),
            when("method: [GET, PUT, POST], path: /a/b"));
    assertThat(methods.status()).isEqualTo(Status.DEAD);
    assertThat(methods.shadowedBy()).containsExactly("r0", "r2");

    Finding presence =
        last(
            when("header: { a: { present: true } }"),
            when("header: { a: { present: false } }"),
            REJECT);
    assertThat(presence.shadowedBy()).containsExactly("r0", "r1");
  }

  @Test
  void unless_leavesRequestsToLaterRules() {
    String get = "unless: { method: GET }, ";
    String getAtB = "unless: { method: GET, host: b.com }, ";
    assertThat(last(get + REJECT, REJECT).status()).isEqualTo(Status.PARTLY);
    assertThat(witness(getAtB + REJECT, REJECT)).isEqualTo("GET /, Host: b.com");
    assertThat(last(get + REJECT, get + REJECT).status()).isEqualTo(Status.DEAD);
    assertThat(last(REJECT, get + REJECT).status()).isEqualTo(Status.DEAD);
    assertThat(last(get + REJECT, getAtB + REJECT).status()).isEqualTo(Status.PARTLY);
    assertThat(last(getAtB + REJECT, get + REJECT).status()).isEqualTo(Status.DEAD);
    assertThat(last("unless: { path: /a }, " + REJECT, when("path: /b")).shadowedBy())
        .containsExactly("r0");
  }

  @Test
  void ruleWhoseConditionsExcludeEachOther_isDeadByItself() {
    Finding finding = last("when: { method: GET }, unless: { method: [GET, PUT] }, " + REJECT);
    assertThat(finding.status()).isEqualTo(Status.DEAD);
    assertThat(finding.shadowedBy()).isEmpty();
  }

  @Test
  void witness_isTheSmallestRequest() {
    assertThat(witness(REJECT)).isEqualTo("GET /");
    assertThat(witness(when("method: [POST, GET]"))).isEqualTo("GET /");
    assertThat(witness(when("path: /a/**"), when("path: \"/{x}/**\""))).isEqualTo("GET /1");
    assertThat(witness(when("path: /**"), REJECT)).isEqualTo("GET *");
    assertThat(witness(when("header: { X-Event: { prefix: pay } }")))
        .isEqualTo("GET /, X-Event: pay");
    assertThat(witness(when("header: { A: { prefix: ab } , B: x }, query: { q: { suffix: z } }")))
        .isEqualTo("GET /?q=z, A: ab, B: x");
    assertThat(witness(when("host: \"*.a.com\", content-type: application/*+json")))
        .isEqualTo("GET /, Host: a.a.com, Content-Type: application/a+json");
  }

  @Test
  void witness_isWrittenSoThatItMeansWhatItShould() {
    assertThat(witness(when("path: \"/a b/ü%/{x}\""))).isEqualTo("GET /a%20b/%C3%BC%25/1");
    assertThat(witness(when("path: \"/?#\\\\\""))).isEqualTo("GET /%3F%23%5C");
    assertThat(witness(when("query: { \"a&=+\": \"x y&ü+\" }")))
        .isEqualTo("GET /?a%26%3D%2B=x%20y%26%C3%BC%2B");
    assertThat(witness(when("header: { N: { prefix: \"ü \" } }"))).startsWith("GET /, N: ü ");
    assertThat(witness(when("path: /**"), when("query: { n: a }"))).startsWith("GET https://");
    dead("path: /a", "header: { N: \" a\" }");
  }

  @Test
  void keyRule_isGivenItsKey() {
    String[][] rules = {
      {"header: H", "", "GET /, H: 1"},
      {"query: q", ", match: \"b-[0-9]{3}\"", "GET /?q=b-111"},
      {"cookie: c", "", "GET /, Cookie: c=1"},
      {"body: { json: /a/*/1 }", "", "POST /, body {\"a\":[[null,\"1\"]]}"},
      {
        "body: { form: f }",
        ", transform: [ trim, email-domain ]",
        "POST /, Content-Type: application/x-www-form-urlencoded, body f=a@1"
      },
      {"header: H", ", transform: [ { capture: \"x-(.+)\" }, base64 ]", "GET /, H: x-MQ"},
    };
    for (String[] rule : rules) {
      assertThat(witness("key: { namespace: n, from: [ { " + rule[0] + " } ]" + rule[1] + " }"))
          .isEqualTo(rule[2]);
    }
    assertThat(witness("cell-from: { from: [ { header: H } ] }")).isEqualTo("GET /, H: c1");
  }

  @Test
  void keyThatCannotBeMade_leavesAWitnessThatComesToTheRule() {
    Finding finding =
        last(
            "key: { namespace: n, from: [ { header: H } ], transform: [ sha256 ],"
                + " match: \"a{64}\" }");
    assertThat(finding.status()).isEqualTo(Status.REACHABLE);
    assertThat(finding.decides()).isFalse();
  }

  @Test
  void tokenThatIsVerified_cannotBeMade() {
    Finding finding = last("key: { namespace: k, from: [ { jwt: { token: signed, claim: a } } ] }");
    assertThat(finding.status()).isEqualTo(Status.REACHABLE);
    assertThat(finding.witness()).isPresent();
    assertThat(finding.decides()).isFalse();
  }

  @Test
  void ruleBehindAKeyRule_isReachedWithoutTheKey() {
    String key = "key: { namespace: n, from: [ { header: H } ], match: \"[0-9]+\" }";
    assertThat(witness(key, "when: { header: { H: { present: true } } }, " + REJECT))
        .isEqualTo("GET /, H: ");
    Finding always = last(key, "when: { header: { H: \"7\" } }, " + REJECT);
    assertThat(always.status()).isEqualTo(Status.UNKNOWN);
  }

  @Test
  void partlyShadowed_namesTheFirstRules() {
    List<String> rules = new ArrayList<>();
    for (int i = 0; i <= Shadowing.MOST_NAMED_RULES; i++) {
      rules.add(when("path: /a" + i));
    }
    rules.add(when("path: \"/{x}\""));
    Finding finding = last(rules.toArray(String[]::new));
    assertThat(finding.status()).isEqualTo(Status.PARTLY);
    assertThat(finding.shadowedBy())
        .hasSize(Shadowing.MOST_NAMED_RULES)
        .startsWith("r0", "r1")
        .doesNotContain("r" + Shadowing.MOST_NAMED_RULES);
    assertThat(last(when("header: { T: a }"), when("header: { T: b }")).status())
        .isEqualTo(Status.REACHABLE);
  }

  @Test
  void hostAndContentType_areAlsoFields() {
    alive("host: b.com", "header: { Host: { suffix: .com } }");
    alive("content-type: a/b", "header: { Content-Type: { prefix: a/ } }");
    unknown("content-type: a/b", "header: { Content-Type: a/b }");
  }

  @Test
  void place_isThatOfTheName() {
    RuleSet rules =
        RuleSet.parse("turnout: 1\nrules:\n- { name: r, then: reject 404 }\n", Path.of(""));
    assertThat(rules.place("r").orElseThrow().text()).isEqualTo("3:11");
    assertThat(rules.place("s")).isEmpty();
  }
}
