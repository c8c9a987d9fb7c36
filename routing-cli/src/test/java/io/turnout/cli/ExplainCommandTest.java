// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExplainCommandTest {

  private static final String RULES =
      """
      turnout: 1
      rules:
        - name: header
          key: { namespace: business, from: [ { header: X-Business-Id } ] }
        - name: hook
          when: { method: POST, path: "/hooks/{account}" }
          key: { namespace: account, from: [ { body: { json: /account } }, { path: account } ] }
        - name: status
          when: { path: /status }
          then: cell us-1
        - name: rest
          when: { method: DELETE }
          then: authority
      """;
  private static final String ROUTES =
      """
      turnout-routes: 1
      routes: { "business:1": eu-1, "account:a7": us-2 }
      """;

  @TempDir Path folder;

  @Test
  void verifiedToken_isToldWhyItDoesNotCount() throws IOException {
    String rules =
        """
        turnout: 1
        jwt:
          t:
            token: { query: t }
            verify: { jwks: { keys: [ { kty: oct, k: %s } ] }, algorithms: [HS256] }
        rules:
          - { name: a, key: { namespace: a, from: [ { jwt: { token: t, claim: sub } } ] } }
        """
            .formatted("MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY");
    String file = Files.writeString(folder.resolve("tokens.yaml"), rules).toString();
    assertThat(Ran.turnout(with(file, "--", "http://h/?t=e30.eyJleHAiOjF9.AA")).out())
        .contains("(the token has expired)");
    assertThat(Ran.turnout(with(file, "--", "http://h/?t=e30.e30.AA")).out())
        .contains("(the token's alg is not one of the algorithms)");
    String passes =
        "eyJhbGciOiJIUzI1NiJ9.eyJhIjoxfQ.6Rr6mt46cFv83G1c_M0DUh_3MJ" + "0aC1Bx9p9XhWH3KR4";
    assertThat(Ran.turnout(with(file, "--", "http://h/?t=" + passes)).out())
        .contains("(the token passes, but has no such claim)");
    assertThat(Ran.turnout(with(file, "--", "http://h/?t=" + "a".repeat(20_000))).out())
        .contains("(the token is unreadable or has no such claim)");
  }

  private Ran explain(String... arguments) throws IOException {
    return Ran.turnout(with(rules(), arguments));
  }

  private Ran explainWithRoutes(String... arguments) throws IOException {
    Path routes = Files.writeString(folder.resolve("routes.yaml"), ROUTES);
    List<String> all = new ArrayList<>(List.of("--routes", routes.toString(), rules()));
    all.addAll(List.of(arguments));
    return Ran.turnout(with(all.remove(0), all.toArray(String[]::new)));
  }

  private String rules() throws IOException {
    return Files.writeString(folder.resolve("rules.yaml"), RULES).toString();
  }

  private static String[] with(String first, String... rest) {
    List<String> all = new ArrayList<>(List.of("explain", first));
    all.addAll(List.of(rest));
    return all.toArray(String[]::new);
  }

  @Test
  void decision_isExplainedRuleByRule() throws IOException {
    Ran ran =
        explainWithRoutes(
            "--", "POST", "http://h/hooks/a9", "-d", "{\"account\":\"a7\"}", "-XPOST");
    assertThat(ran.err()).isEmpty();
    assertThat(ran.exitCode()).isZero();
    assertThat(ran.out())
        .startsWith("POST /hooks/a9\n\n  header  (key business)\n")
        .containsPattern("      absent +header: X-Business-Id \\(no such field\\)")
        .contains("\n> hook  (key account)\n")
        .containsPattern("      holds +method")
        .contains("\nrejected with status ")
        .contains("rule       hook");
  }

  @Test
  void valueThatFailsMatch_isShownAsDropped() throws IOException {
    String rules =
        """
        turnout: 1
        rules:
          - name: number
            key: { namespace: a, from: [ { header: X-A } ], match: "[0-9]+" }
          - name: text
            key: { namespace: b, from: [ { header: X-A } ] }
        """;
    Path file = Files.writeString(folder.resolve("match.yaml"), rules);
    Ran ran = Ran.turnout("explain", file.toString(), "--", "/x", "-H", "X-A: b7");
    assertThat(ran.out())
        .containsPattern(
            "(?m)^  number .*\n      found +header: X-A = \"b7\"\n      dropped +not match: ")
        .containsPattern("(?m)^> text .*\n      found +header: X-A = \"b7\"$");
  }

  @Test
  void malformedPath_isNamedAtTheRuleThatLookedAtIt() throws IOException {
    Ran ran = explain("--", "GET", "http://h/hooks/%2e%2e");
    assertThat(ran.out()).containsPattern("(?m)^> hook .*\n      malformed +path ");
  }

  @Test
  void bodySource_isReadWhereTheTypeSaysJson() throws IOException {
    Ran ran = explainWithRoutes("--", "http://h/hooks/a9", "--json", "{\"account\":\"a7\"}");
    assertThat(ran.out())
        .contains("to cell us-2")
        .contains("key        account:a7")
        .contains("source     body")
        .contains("body read  15 of 16 bytes")
        .contains("resolved   fresh, from authority");
  }

  @Test
  void keyWithoutRoutes_isNotLookedUp() throws IOException {
    Ran ran = explain("--", "http://h/", "-H", "X-Business-Id: 1");
    assertThat(ran.out())
        .contains("to the cell of the key (not looked up: no --routes was given)")
        .contains("key        business:1")
        .doesNotContain("unavailable")
        .doesNotContain("503");
    JsonNode json = json(explain("--json", "--", "http://h/", "-H", "X-Business-Id: 1"));
    assertThat(json.at("/decision/outcome").asText()).isEqualTo("not-looked-up");
    assertThat(json.path("decision").has("reason")).isFalse();
  }

  @Test
  void authorityAction_dependsOnTheTier() throws IOException {
    assertThat(explain("--tier", "edge", "--", "DELETE", "/x").out())
        .contains("to the authority tier");
    assertThat(explain("--tier=authority", "--", "DELETE", "/x").out())
        .doesNotContain("to the authority tier");
  }

  @Test
  void noRule_isSaid() throws IOException {
    assertThat(explain("--", "/nowhere").out())
        .contains("rejected with status ")
        .contains("rule       none")
        .contains("reason     no-rule");
  }

  @Test
  void target_isShownAsTextThatMovesNoCursor() throws IOException {
    assertThat(explain("--", "/nowhere\u001b[2J/\u00fc").out())
        .startsWith("GET /nowhere<1B>[2J/\u00fc\n");
    assertThat(explain("--", "POST", "/hooks/%1b%5b2J").out()).doesNotContain("\u001b");
  }

  @Test
  void redacted_holdsNeitherKeyNorTarget() throws IOException {
    String[] request = {"--", "http://h/hooks/a7?token=t1", "-X", "POST", "-H", "Cookie: a7"};
    for (String format : List.of("--redact", "--json")) {
      List<String> all = new ArrayList<>(List.of("--redact", format));
      all.addAll(List.of(request));
      Ran ran = explainWithRoutes(all.stream().distinct().toArray(String[]::new));
      assertThat(ran.exitCode()).isZero();
      assertThat(ran.out()).contains("us-2").doesNotContain("a7").doesNotContain("t1");
    }
  }

  @Test
  void json_carriesTheRequestAndEachStep() throws IOException {
    JsonNode json =
        json(
            explainWithRoutes(
                "--json", "--", "http://h/hooks/a7", "--json", "{\"account\":\"a7\"}"));
    assertThat(json.at("/request/method").asText()).isEqualTo("POST");
    assertThat(json.at("/request/target").asText()).isEqualTo("/hooks/a7");
    assertThat(json.at("/request/body-base64").asText()).isEqualTo("eyJhY2NvdW50IjoiYTcifQ==");
    assertThat(json.at("/decision/cell").asText()).isEqualTo("us-2");
    assertThat(json.at("/decision/key").asText()).isEqualTo("account:a7");
    assertThat(json.at("/decision/from").asText()).isEqualTo("authority");
    assertThat(json.at("/steps/0/rule").asText()).isEqualTo("header");
    assertThat(json.at("/steps/0/sources/0/kind").asText()).isEqualTo("absent");
    assertThat(json.at("/steps/1/conditions/0/held").asBoolean()).isTrue();
    assertThat(json.at("/steps/1/sources/0/value").asText()).isEqualTo("a7");
  }

  @Test
  void record_isReplayedToTheSameDecision() throws IOException {
    String[][] requests = {
      {"http://h/hooks/a7", "--json", "{\"account\":\"a7\"}"},
      {"http://h/", "-H", "X-Business-Id: 1"},
      {"http://h/", "-H", "X-Business-Id: none"},
      {"/status"},
      {"/hooks/%zz", "-X", "POST"},
      {"/\u00fc?x=1"},
    };
    for (String[] request : requests) {
      for (boolean lookedUp : new boolean[] {true, false}) {
        List<String> all = new ArrayList<>(List.of("--json", "--"));
        all.addAll(List.of(request));
        String[] arguments = all.toArray(String[]::new);
        Ran ran = lookedUp ? explainWithRoutes(arguments) : explain(arguments);
        String record = Files.writeString(folder.resolve("record.json"), ran.out()).toString();
        Ran again = explain("--replay", record, "--json");
        assertThat(again.exitCode()).as(again.err()).isZero();
        assertThat(again.err().strip()).isEqualTo("the same decision by the same rules");
        assertThat(json(again).path("steps")).isEqualTo(json(ran).path("steps"));
        assertThat(json(again).path("time")).isEqualTo(json(ran).path("time"));
      }
    }
  }

  @Test
  void recordOfOtherRules_isComparedPartByPart() throws IOException {
    Ran ran = explainWithRoutes("--json", "--tier=edge", "--", "DELETE", "/x");
    String record = Files.writeString(folder.resolve("record.json"), ran.out()).toString();
    String changed = RULES.replace("then: authority", "then: reject 405");
    String other = Files.writeString(folder.resolve("other.yaml"), changed).toString();
    Ran again = Ran.turnout("explain", other, "--replay", record);
    assertThat(again.exitCode()).isEqualTo(1);
    assertThat(again.err())
        .startsWith("another decision by other rules: version ")
        .contains("  outcome: reject, recorded authority\n", "  status: 405, recorded none\n");
    assertThat(again.out()).contains("rejected with status 405");
  }

  @Test
  void recordThatCannotBeReplayed_isRefusedInALine() throws IOException {
    String whole = explain("--json", "--", "/status").out();
    assertRefused(explain("--json", "--redact", "--", "/status").out(), "it is redacted");
    assertRefused("{", "record.json cannot be replayed: ");
    assertRefused("{}", "\"turnout-explain\" must be 1");
    assertRefused(whole.replace("\"standalone\"", "\"nowhere\""), "cannot be replayed");
    assertRefused(whole.replace("\"body-limit\"", "\"limit\""), "it lacks \"body-limit\"");
    assertRefused(whole.replace("\"target\"", "\"t\""), "a text \"target\"");
    assertRefused(whole.replaceFirst("20\\d\\d-", ""), "cannot be replayed");
    Ran both = explain("--replay", "r.json", "--", "/x");
    assertThat(both.exitCode()).isEqualTo(2);
    assertThat(both.err()).contains("either a request after -- or --replay");
    assertThat(explain("--replay", folder.resolve("no").toString()).err()).contains("no file");
    assertThat(explain().err()).contains("either a request after -- or --replay");
  }

  private void assertRefused(String content, String why) throws IOException {
    String record = Files.writeString(folder.resolve("record.json"), content).toString();
    Ran ran = explain("--replay", record);
    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err().lines()).hasSize(1).first().asString().contains(why);
  }

  @Test
  void equalValues_areRedactedToEqualNumbers() throws IOException {
    JsonNode json =
        json(
            explainWithRoutes(
                "--json", "--redact", "--", "http://h/x", "-H", "X-Business-Id: 1", "-d", "1"));
    String value = json.at("/steps/0/sources/0/value").asText();
    assertThat(value).matches("\\[\\d+]");
    assertThat(json.at("/decision/key").asText()).isEqualTo("business:" + value);
    assertThat(json.at("/request/headers/1/1").asText()).isEqualTo(value);
    assertThat(json.at("/request/headers/0/1").asText()).isNotEqualTo(value);
    assertThat(json.at("/request/body-bytes").asInt()).isEqualTo(1);
    assertThat(json.path("redacted").asBoolean()).isTrue();
    assertThat(explain("--redact", "--", "/x").out()).contains("equal ones have equal numbers");
  }

  @Test
  void userOfTheRequest_isNeverShown() throws IOException {
    String rules =
        """
        turnout: 1
        rules:
          - name: basic
            key:
              namespace: user
              from: [ { header: Authorization } ]
              transform: [ { strip-prefix: "Basic " }, base64 ]
        """;
    Path file = Files.writeString(folder.resolve("basic.yaml"), rules);
    for (String format : List.of("--json", "--tier=edge")) {
      Ran ran = Ran.turnout("explain", file.toString(), format, "--", "/x", "-u", "jo:secret");
      assertThat(ran.out())
          .contains("(left out)")
          .doesNotContain("secret")
          .doesNotContain("am86c2VjcmV0");
    }
  }

  @Test
  void bodyLimitOfTheTier_counts() throws IOException {
    Ran ran =
        explain("--body-limit=3", "--", "http://h/hooks/a9", "--json", "{\"account\":\"a7\"}");
    assertThat(ran.out()).contains("unreadable").contains("detail     body-limit");
  }

  @Test
  void ruleThatTheTierCannotDo_isSaidToBeIdle() throws IOException {
    assertThat(explain("--", "DELETE", "/x").out())
        .containsPattern("  rest  \\(authority\\)\n      idle +needs a tier that can hand on");
  }

  @Test
  void stepsOfAValue_areShownInOrder() throws IOException {
    String rules =
        """
        turnout: 1
        cells: [us-1]
        rules:
          - name: cell
            cell-from: { from: [ { cookie: c }, { header: X-A } ], transform: [lowercase] }
          - name: key
            unless: { method: POST }
            key: { namespace: a, from: [ { header: X-A } ], transform: [lowercase, sha256] }
        """;
    Path file = Files.writeString(folder.resolve("steps.yaml"), rules);
    String out = Ran.turnout("explain", file.toString(), "--", "/x", "-H", "X-A: B").out();
    assertThat(out)
        .containsSubsequence(
            "  cell  (cell-from)",
            "absent     cookie: c (no cookies)",
            "found      header: X-A = \"B\"",
            "lowercase -> \"b\"",
            "dropped    not a cell of the list",
            "> key  (key a)",
            "fails      unless method: POST",
            "lowercase -> \"b\"",
            "sha256 -> \"3e23e8160039594a33894f6564e1b134");
  }

  private static JsonNode json(Ran ran) throws IOException {
    return new JsonMapper().readTree(ran.out());
  }

  @Test
  void colours_areForTerminalsOnly() throws IOException {
    assertThat(explain("--", "/status").out()).doesNotContain("\u001b");
    assertThat(Ran.coloured(with(rules(), "--", "/status")).out())
        .contains("\u001b[32mto cell us-1\u001b[0m");
  }

  @Test
  void badFiles_areRefusedWithEveryMistake() throws IOException {
    String file =
        Files.writeString(folder.resolve("bad.yaml"), "turnout: 1\nruls: []\n").toString();
    Ran rules = Ran.turnout("explain", file, "--", "/x");
    assertThat(rules.exitCode()).isEqualTo(2);
    assertThat(rules.err()).contains(file + ":2:1: ").contains("did you mean \"rules\"");

    String routes =
        Files.writeString(folder.resolve("bad-routes.yaml"), "turnout-routes: 1\nroute: {}\n")
            .toString();
    Ran unread = explain("--routes", routes, "--", "/x");
    assertThat(unread.exitCode()).isEqualTo(2);
    assertThat(unread.err()).contains(routes + ":2:1: ").contains("did you mean \"routes\"");

    Ran missing = explain("--routes", folder.resolve("none.yaml").toString(), "--", "/x");
    assertThat(missing.exitCode()).isEqualTo(2);
    assertThat(missing.err()).contains("none.yaml");
  }

  @Test
  void optionsOfCurlBeforeTheDashes_areAnsweredWithAHint() throws IOException {
    Ran ran = explain("GET", "/x", "-H", "a: b");
    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("'-H'").contains("stands after --");
  }

  @Test
  void badRequest_isRefusedInALine() throws IOException {
    Ran ran = explain("--", "GET", "http://h/", "--frobnicate", "x");
    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err().lines()).hasSize(1).first().asString().contains("--frobnicate");
  }
}
