// SPDX-License-Identifier: Apache-2.0
package io.turnout.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.document.Document;
import io.turnout.document.Problems;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The version follows what the file says, not how it says it. */
class NormalFormTest {

  private static final String FILE =
      """
      turnout: 1
      jwt: { t: { token: { header: A, scheme: Bearer }, verify: none } }
      cells: [us-1, eu-1]
      rules:
        - name: a
          when: { method: GET, path: ["/a/{id}", /b], header: { X: "1", Y: { prefix: p } } }
          unless: { host: h, query: { q: { present: false } }, content-type: a/b }
          key:
            namespace: n
            from:
              - header: H
              - path: id
              - query: q
              - cookie: c
              - jwt: { token: t, claim: sub }
              - body: { json: /id, limit: 1KiB }
              - body: { form: f }
            transform: [trim, { capture: "(a)" }]
            match: "a+"
          unknown-key: authority
        - { name: b, then: cell us-1 }
        - { name: c, cell-from: { from: [ { header: C } ] } }
      outcomes: { no-rule: reject 410 }
      """;

  private static String version(String text) {
    return RuleSet.parse(text, Path.of("")).version();
  }

  private static String json(String text) {
    return NormalForm.json(
        RuleSet.read(
                Document.parse(text),
                new Reading(
                    new Problems(),
                    RuleLimits.DEFAULT,
                    Surroundings.once(Path.of(""), Keys.of(name -> Optional.empty()))))
            .orElseThrow());
  }

  private static void same(String from, String to) {
    assertThat(FILE).contains(from);
    assertThat(version(FILE.replace(from, to))).as(to).isEqualTo(version(FILE));
  }

  private static void different(String from, String to) {
    assertThat(FILE).contains(from);
    assertThat(version(FILE.replace(from, to))).as(to).isNotEqualTo(version(FILE));
  }

  @Test
  void form_isCanonicalJsonOfWhatTheFileSays() throws Exception {
    assertThat(json("turnout: 1\nrules: []")).isEqualTo("{\"rules\":[],\"turnout\":1}");
    String expected =
        "{\"cells\":[\"us-1\",\"eu-1\"],\"jwt\":{\"t\":{\"token\":{\"header\":\"A\","
            + "\"scheme\":\"Bearer\"},\"verify\":\"none\"}},\"outcomes\":{\"no-rule\":[\"reject"
            + " 410\"]},\"rules\":[{\"key\":{\"from\":[{\"header\":\"H\"},{\"path\":\"id\"},"
            + "{\"query\":\"q\"},{\"cookie\":\"c\"},{\"jwt\":{\"claim\":\"sub\",\"token\":\"t\"}},"
            + "{\"body\":{\"json\":\"/id\",\"limit\":1024}},{\"body\":{\"form\":\"f\"}}],"
            + "\"match\":\"a+\",\"namespace\":\"n\",\"transform\":[\"trim\","
            + "{\"capture\":\"(a)\"}]},\"name\":\"a\",\"unknown-key\":[\"authority\",\"reject"
            + " 503\"],\"unless\":{\"content-type\":[\"a/b\"],\"host\":[\"h\"],"
            + "\"query\":{\"q\":{\"present\":false}}},\"when\":{\"header\":{\"X\":\"1\","
            + "\"Y\":{\"prefix\":\"p\"}},\"method\":[\"GET\"],\"path\":[\"/a/{id}\",\"/b\"]}},"
            + "{\"name\":\"b\",\"then\":\"cell us-1\"},"
            + "{\"cell-from\":{\"from\":[{\"header\":\"C\"}]},\"name\":\"c\"}],\"turnout\":1}";
    assertThat(json(FILE)).isEqualTo(expected);
    byte[] hash =
        MessageDigest.getInstance("SHA-256").digest(expected.getBytes(StandardCharsets.UTF_8));
    assertThat(version(FILE)).isEqualTo(HexFormat.of().formatHex(hash)).matches("[0-9a-f]{64}");
  }

  @Test
  void texts_areEscapedAsCanonicalJsonAsks() {
    assertThat(
            json(
                "turnout: 1\n"
                    + "rules: [ { then: authority, name: \"\\\"\\\\/\\n"
                    + "\\x01é\\u2028\\U0001F600\" } ]"))
        .isEqualTo(
            "{\"rules\":[{\"name\":\"\\\"\\\\/\\n\\u0001é\u2028\uD83D\uDE00\","
                + "\"then\":\"authority\"}],\"turnout\":1}");
  }

  @Test
  void keys_areSortedByUtf16Units() {
    assertThat(
            json(
                "turnout: 1\nrules: [ { name: a, then: authority, when: { query: { \"\\uFB33\": x,"
                    + " \"\\U0001F600\": x, a: x } } } ]"))
        .contains("{\"a\":\"x\",\"\uD83D\uDE00\":\"x\",\"\uFB33\":\"x\"}");
  }

  @Test
  void spelling_leavesTheVersionAlone() {
    same("name: a", "name: \"a\"");
    same("name: a", "# a comment\n    name: 'a'");
    same("{ name: b, then: cell us-1 }", "{ then: \"cell us-1\", name: b }");
    same("  - { name: b, then: cell us-1 }", "  - name: b\n    then: cell us-1");
    same("{ X: \"1\", Y: { prefix: p } }", "{ Y: { prefix: p }, X: '1' }");
    assertThat(version(FILE.substring("turnout: 1\n".length()) + "turnout: 1\n"))
        .isEqualTo(version(FILE));
    same("method: GET", "method: [GET]");
    same("host: h", "host: [h]");
    same("limit: 1KiB", "limit: 1024");
    same("limit: 1KiB", "limit: \"1024B\"");
    same("unknown-key: authority", "unknown-key: [authority, reject 503]");
    same("no-rule: reject 410", "no-rule: [reject 410]");
    same("present: false", "present: False");
  }

  @Test
  void defaultsSpeltOut_leaveTheVersionAlone() {
    same("cells:", "body: { limit: 64KiB, depth: 64 }\ncells:");
    same("body: { form: f }", "body: { form: f, limit: 65536 }");
    same(
        "no-rule: reject 410",
        "no-rule: reject 410, ambiguous: reject 400, malformed: [reject 400]");
    same(
        "no-rule: reject 410",
        "no-rule: reject 410, unreadable-body: [authority, reject 413], unknown-key: reject 404,"
            + " unavailable: reject 503");
    assertThat(version("turnout: 1\nrules: []\noutcomes: { no-rule: [authority, reject 404] }"))
        .isEqualTo(version("rules: []\nturnout: 1"));
  }

  @Test
  void meaning_changesTheVersion() {
    different("name: a", "name: A");
    different("[us-1, eu-1]", "[eu-1, us-1]");
    different("[\"/a/{id}\", /b]", "[/b, \"/a/{id}\"]");
    different("- query: q\n        - cookie: c", "- cookie: c\n        - query: q");
    different("X: \"1\"", "X: \"2\"");
    different("X: \"1\"", "X: { prefix: \"1\" }");
    different("when: {", "when: { host: x,");
    different("limit: 1KiB", "limit: 1025");
    different("present: false", "present: true");
    different("match: \"a+\"", "match: \"a*\"");
    different("scheme: Bearer", "scheme: DPoP");
    different("unknown-key: authority", "unknown-key: [authority, reject 404]");
    different("cells:", "body: { depth: 63 }\ncells:");
    different("cells:", "body: { limit: 63KiB }\ncells:");
    different("no-rule: reject 410", "no-rule: reject 411");
    different("then: cell us-1", "then: cell eu-1");
    different("transform: [trim, ", "transform: [");
  }

  @Test
  void orderOfRules_changesTheVersion() {
    String one = "{ name: a, then: reject 400 }";
    String two = "{ name: b, then: reject 401 }";
    String start = "turnout: 1\nrules: [ ";
    assertThat(version(start + one + ", " + two + " ]"))
        .isNotEqualTo(version(start + two + ", " + one + " ]"));
  }

  @Test
  void aliases_leaveTheVersionAlone() {
    same("host: h", "host: &h h");
    assertThat(
            version(
                "turnout: 1\nrules:\n- { name: a, when: &w { method: GET }, then: reject 400 }\n"
                    + "- { name: b, when: *w, then: reject 400 }"))
        .isEqualTo(
            version(
                "turnout: 1\nrules:\n- { name: a, when: { method: GET }, then: reject 400 }\n"
                    + "- { name: b, when: { method: GET }, then: reject 400 }"));
  }
}
