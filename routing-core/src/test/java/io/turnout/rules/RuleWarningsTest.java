// SPDX-License-Identifier: Apache-2.0
package io.turnout.rules;

import static io.turnout.rules.Marked.warnings;
import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.document.Problem;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Each warning is given at its place, and not given where there is nothing to warn of. */
class RuleWarningsTest {

  private static final String TOKEN =
      "jwt: { ▸t: { token: { header: Authorization }, verify: none } }\n";

  private static String key(String name, String when, String sources) {
    return "turnout: 1\nrules: [ { name: "
        + name
        + when
        + ", key: { namespace: b, from: [ "
        + sources
        + " ] } } ]\n";
  }

  @Test
  void usualFile_hasNone() {
    warnings(
        """
        turnout: 1
        jwt: { session: { token: { header: Authorization, scheme: Bearer }, verify: none } }
        cells: [us-1, us-2]
        rules:
          - { name: h, key: { namespace: b, from: [ { header: X-Business-Id } ] } }
          - name: w
            when: { method: POST, path: "/webhooks/{account}/**" }
            key:
              namespace: account
              from: [ { path: account }, { jwt: { token: session, claim: sub } }, { body: { json: /id } } ]
          - { name: s, when: { path: /status }, then: cell us-1 }
          - { name: rest, then: cell us-2 }
        outcomes: { unreadable-body: [authority, reject 413] }
        """);
  }

  @Test
  void unusedToken_isNamed() {
    List<Problem> found = warnings("turnout: 1\n" + TOKEN + "rules: []\n", "unused-token");
    assertThat(found.get(0).message()).contains("\"t\"");
    assertThat(found).noneMatch(Problem::isError);
    warnings(key("a", "", "{ jwt: { token: t, claim: c } }") + TOKEN.replace("▸", ""));
  }

  @Test
  void bodySourceBeforeACheapOne_isNamed() {
    String when = ", when: { method: POST }";
    warnings(key("a", when, "▸{ body: { json: /a } }, { header: H }"), "body-before-cheap");
    warnings(
        key(
            "a",
            when,
            "{ header: H }, ▸{ body: { form: a } }, { query: q }, { body: { json: /a } }"),
        "body-before-cheap");
    warnings(key("a", when, "{ header: H }, { body: { form: a } }, { body: { json: /a } }"));
  }

  @Test
  void bodyOfEveryRequest_isNamed() {
    warnings(key("▸a", "", "{ body: { json: /a } }"), "body-of-every-request");
    warnings(
        key("▸a", ", unless: { method: GET }", "{ header: H }, { body: { json: /a } }"),
        "body-of-every-request");
    warnings(key("a", ", when: { method: POST }", "{ body: { json: /a } }"));
    warnings(key("a", "", "{ header: H }"));
  }

  @Test
  void unreadableBodyThatIsNotHandedOn_isNamed() {
    String start = "turnout: 1\nrules: []\noutcomes: { unreadable-body: ";
    warnings(start + "▸reject 413 }", "unreadable-body-kept");
    warnings(start + "[▸reject 413, authority, reject 503] }", "unreadable-body-kept");
    warnings(start + "authority }");
    warnings("turnout: 1\nrules: []\noutcomes: { no-rule: reject 404 }");
  }

  @Test
  void headersThatHopsMayChange_areNamed() {
    for (String name :
        new String[] {
          "Connection",
          "keep-alive",
          "TE",
          "Trailer",
          "Transfer-Encoding",
          "Upgrade",
          "Via",
          "Forwarded",
          "X-Forwarded-For",
          "x-forwarded-tenant",
          "Proxy-Authorization"
        }) {
      warnings(key("a", "", "{ header: ▸" + name + " }"), "hop-header");
    }
    warnings(
        key(
            "a",
            ", when: { header: { ▸Via: { present: true } } }, unless: { header: { ▸TE: x } }",
            "{ header: H }"),
        "hop-header",
        "hop-header");
    warnings(
        key("a", "", "{ jwt: { token: t, claim: c } }")
            + TOKEN.replace("▸", "").replace("Authorization", "▸Forwarded"),
        "hop-header");
    warnings(key("a", "", "{ header: X-Forwarded }, { header: Viaduct }, { query: via }"));
  }

  @Test
  void methodThatHardlyComes_isNamedWithTheOneThatWasMeant() {
    assertThat(meant("when: { method: ▸post }")).contains("POST");
    assertThat(meant("unless: { method: [GET, ▸Get] }")).contains("GET");
    assertThat(meant("when: { method: ▸GET|POST }")).contains("[GET, POST]");
    assertThat(meant("when: { method: ▸m.search }")).isEmpty();
    warnings(rule("when: { method: [GET, M-SEARCH, PROPFIND] }"));
  }

  private static Optional<String> meant(String conditions) {
    return warnings(rule(conditions), "odd-method").get(0).suggestion();
  }

  private static String rule(String conditions) {
    return "turnout: 1\nrules: [ { name: a, " + conditions + ", then: reject 404 } ]\n";
  }

  @Test
  void warnings_comeInTheOrderOfTheirPlaces() {
    warnings(
        "turnout: 1\n"
            + TOKEN
            + "rules: [ { name: ▸a, key: { namespace: b, from: [ ▸{ body: { json: /a } }, { header:"
            + " ▸Via } ] } } ]\noutcomes: { unreadable-body: ▸reject 413 }",
        "unused-token",
        "body-of-every-request",
        "body-before-cheap",
        "hop-header",
        "unreadable-body-kept");
  }
}
