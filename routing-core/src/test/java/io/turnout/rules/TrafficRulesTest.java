// SPDX-License-Identifier: Apache-2.0
package io.turnout.rules;

import static io.turnout.rules.Marked.mistakes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.turnout.document.Problem;
import io.turnout.document.ProblemCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Edges, tags and splits as the rule file says them. */
class TrafficRulesTest {

  private static final String SECRET = "not to be told: 32 bytes or more";
  private static final Keys KEYS =
      Keys.of(name -> name.startsWith("KEY") ? Optional.of(SECRET + name) : Optional.of("short"));
  private static final String NO_RULES = "turnout: 1\nrules: []\n";

  @TempDir Path folder;

  private RuleSet parse(String text) {
    return RuleSet.parse(text, folder, KEYS);
  }

  private List<Problem> problems(String text) {
    try {
      parse(text);
      return List.of();
    } catch (InvalidRulesException e) {
      return e.problems();
    }
  }

  private String edge(String rest) {
    return NO_RULES + "edges: [ { name: a, " + rest + " } ]";
  }

  private String split(String rest) {
    return NO_RULES + "splits: [ { name: a, id: { cookie: r, max-age: 1m }, " + rest + " } ]";
  }

  private static final String STAGES = "stages: [ { name: x, weight: 1 } ]";

  @Test
  void fileWithAllOfIt_isTaken() throws IOException {
    Files.createDirectories(folder.resolve("bots"));
    Files.writeString(
        folder.resolve("bots/googlebot.json"),
        "{\"creationTime\":\"x\",\"prefixes\":[{\"ipv6Prefix\":\"2001:4860:4801:10::/64\"},"
            + "{\"ipv4Prefix\":\"66.249.64.0/27\"}]}");
    Files.writeString(folder.resolve("cdn-a"), SECRET);
    RuleSet rules =
        parse(
            """
            turnout: 1
            edges:
              - name: cdn-a
                signature: { keys: [ { id: a1, secret: "env:KEY_A" }, { id: a2, secret: "file:cdn-a" } ],
                             covers: ["@method", "@path", "@query", "turnout-client-ip"], max-age: 60s }
                client-ip: { header: Turnout-Client-Ip }
              - name: our-edge
                router: true
                signature: { keys: [ { id: e1, secret: "env:KEY_E" } ], covers: ["@method", "@path", "@query"], max-age: 60s }
              - name: office-proxy
                cidr: [10.20.0.0/16, "fd00:20::/32"]
                client-ip: { header: X-Forwarded-For, hops: 1 }
            tags:
              internal:  { cidr: [10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, "fd00::/8"] }
              googlebot: { cidr-file: bots/googlebot.json, user-agent: { contains: Googlebot } }
              claims-bot: { user-agent: { regex: "(?i).*(bot|crawler|spider).*" } }
            splits:
              - name: web
                when: { host: www.example.com }
                id:   { cookie: rid, max-age: 30m }
                pin:  { header: X-App-Stage, tag: internal }
                sticky: session
                keys: [ { id: s1, secret: "env:KEY_S" } ]
                stages:
                  - { name: canary, weight: 1,  labels: { version: "8f2" } }
                  - { name: prod,   weight: 99, labels: { version: "8e9" } }
                  - { name: old,    weight: 0 }
                  - { name: broken, closed: true }
            rules:
              - { name: admin-inside-only, when: { path: /admin/** }, unless: { tag: internal }, then: reject 403 }
              - { name: must-come-through-cdn, when: { host: www.example.com }, unless: { tag: [via-cdn-a, via-our-edge] }, then: reject 403 }
            """);
    assertThat(rules.warnings()).isEmpty();
  }

  @Test
  void edges_areRefusedWhereTheyAreWrong() {
    mistakes(
        NO_RULES + "edges: [ ▸{ name: a, cidr: [10.0.0.0/8], tls: { san: x } } ]",
        "conflicting-keys");
    mistakes(NO_RULES + "edges: [ ▸{ name: a, client-ip: { header: X } } ]", "missing-key");
    mistakes(edge("tls: { san: x }, client-ip: ▸{ hops: 1 }"), "missing-key");
    mistakes(edge("tls: { san: x }, client-ip: { header: ▸\"a b\" }"), "invalid-value");
    mistakes(edge("tls: { san: x }, client-ip: { header: X, hops: ▸17 }"), "invalid-value");
    mistakes(edge("tls: { san: x }, client-ip: { header: X, hops: ▸-1 }"), "invalid-value");
    mistakes(edge("signature: ▸{ covers: [\"@method\"] }"), "missing-key");
    mistakes(edge("signature: { keys: ▸[] }"), "invalid-value");
    mistakes(edge("signature: { keys: [ ▸{ id: k } ] }"), "missing-key");
    mistakes(edge("signature: { keys: [ { id: k, secret: ▸plain } ] }"), "invalid-value");
    mistakes(edge("signature: { keys: [ { id: k, secret: ▸\"file:none\" } ] }"), "unreadable-key");
    mistakes(edge("cidr-file: ▸none.txt"), "unreadable-key");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "keys: [ { id: k, secret: \"env:SHORT\" } ]|invalid-value",
        "keys: [ { id: \"a b\", secret: \"env:KEY\" } ]|invalid-value",
        "keys: [ { id: k, secret: \"env:KEY\" }, { id: k, secret: \"env:KEY2\" } ]|duplicate-name",
        "keys: [ { id: k, secret: \"env:KEY\" } ], covers: [\"@status\"]|invalid-value",
        "keys: [ { id: k, secret: \"env:KEY\" } ], covers: [Host]|invalid-value",
        "keys: [ { id: k, secret: \"env:KEY\" } ], max-age: 1500ms|invalid-duration",
        "keys: [ { id: k, secret: \"env:KEY\" } ], max-age: 0|invalid-duration",
        "keys: [ { id: k, secret: \"env:KEY\" } ], max-age: 3601s|invalid-duration",
      })
  void signatures_areRefusedWhereTheyAreWrong(String given) {
    String[] parts = given.split("\\|");
    List<Problem> problems = problems(edge("signature: { " + parts[0] + " }"));
    assertThat(problems).extracting(p -> p.code().text()).containsExactly(parts[1]);
    assertThat(problems.toString()).doesNotContain(SECRET).doesNotContain("short\"");
  }

  @Test
  void tags_areRefusedWhereTheyAreWrong() {
    mistakes(NO_RULES + "tags: { ▸via-x: { user-agent: a } }", "invalid-value");
    mistakes(NO_RULES + "tags: { ▸A: { user-agent: a } }", "invalid-value");
    mistakes(NO_RULES + "tags: { a: ▸{} }", "invalid-value");
    mistakes(NO_RULES + "tags: { a: { ▸cdir: [10.0.0.0/8] } }", "unknown-key");
    mistakes(NO_RULES + "tags: { a: { cidr: [▸10.0.0.1/8] } }", "invalid-value");
    mistakes(NO_RULES + "tags: { a: { user-agent: ▸7 } }", "wrong-type");
    mistakes(NO_RULES + "tags: { a: { user-agent: { regex: ▸\"(\" } } }", "invalid-regex");
  }

  @Test
  void splits_areRefusedWhereTheyAreWrong() {
    mistakes(NO_RULES + "splits: [ ▸{ name: a, " + STAGES + " } ]", "missing-key");
    mistakes(
        NO_RULES + "splits: [ ▸{ id: { cookie: r, max-age: 1m }, " + STAGES + " } ]",
        "missing-key");
    mistakes(split("stages: ▸[]"), "invalid-value");
    mistakes(split("stages: ▸[ { name: x } ]"), "invalid-value");
    mistakes(
        split("stages: ▸[ { name: x, weight: 0 }, { name: y, weight: 1, closed: true } ]"),
        "invalid-value");
    mistakes(
        split("stages: [ { name: x, weight: 1 }, { name: ▸x, weight: 1 } ]"), "duplicate-name");
    for (String weight : List.of("-1", "1e3", "1234567890", "1.1234567890", ".5", "0x10", ".inf")) {
      mistakes(split("stages: [ { name: x, weight: ▸" + weight + " } ]"), "invalid-value");
    }
    mistakes(split("stages: [ { name: x, weight: ▸many } ]"), "wrong-type");
    mistakes(split("sticky: ▸cookie, " + STAGES), "invalid-value");
    mistakes(
        NO_RULES
            + "splits: [ ▸{ name: a, id: { cookie: r, max-age: 1m }, sticky: session, "
            + STAGES
            + " } ]",
        "missing-key");
    mistakes(split("when: { tag: ▸none }, " + STAGES), "unknown-tag");
    mistakes(split("pin: { header: X, tag: ▸none }, " + STAGES), "unknown-tag");
    mistakes(split("pin: { header: ▸Turnout-Stage }, " + STAGES), "invalid-value");
    mistakes(split("stages: [ { name: x, weight: 1, labels: { ▸\"a b\": c } } ]"), "invalid-value");
    mistakes(split("stages: [ { name: x, weight: 1, labels: { a: ▸\"\" } } ]"), "invalid-value");
  }

  @Test
  void cookies_areSharedByHashesAlone() {
    String two =
        "splits:\n- { name: a, id: { cookie: r, max-age: 1m }, %s "
            + STAGES
            + " }\n- { name: b, id: { cookie: %s, max-age: %s }, "
            + STAGES
            + " }";
    assertThat(problems(NO_RULES + two.formatted("", "r", "60s"))).isEmpty();
    assertThat(problems(NO_RULES + two.formatted("", "r", "61s")))
        .extracting(Problem::code)
        .containsExactly(ProblemCode.CONFLICTING_KEYS);
    String session = "sticky: session, keys: [ { id: k, secret: \"env:KEY\" } ],";
    assertThat(problems(NO_RULES + two.formatted(session, "q", "61s"))).isEmpty();
    assertThat(problems(NO_RULES + two.formatted(session, "r", "60s")))
        .extracting(Problem::code)
        .containsExactly(ProblemCode.DUPLICATE_NAME);
  }

  @Test
  void spellings_leaveTheVersionAlone() {
    String plain = edge("signature: { keys: [ { id: k, secret: \"env:KEY\" } ] }");
    String spelt =
        edge(
            "signature: { max-age: 1m, covers: [\"@method\", \"@path\", \"@query\"], keys: [ { secret: \"env:KEY\", id: k } ] }");
    assertThat(parse(spelt).version()).isEqualTo(parse(plain).version());
    assertThat(RuleSet.parse(plain, folder, Keys.of(name -> Optional.of(SECRET + "x"))).version())
        .isEqualTo(parse(plain).version());
    assertThat(parse(plain.replace("id: k", "id: l")).version())
        .isNotEqualTo(parse(plain).version());
    String weights =
        split("stages: [ { name: x, weight: 1, closed: false }, { name: y, weight: 0 } ]");
    assertThat(
            parse(split("sticky: hash, stages: [ { name: x, weight: 1.0 }, { name: y } ]"))
                .version())
        .isEqualTo(parse(weights).version());
  }

  @Test
  void addressFiles_countInTheVersion() throws IOException {
    String text = NO_RULES + "tags: { a: { cidr-file: [a.txt] } }";
    Path file = folder.resolve("a.txt");
    Files.writeString(file, "10.0.0.0/8 # inside\n\n# more\nfd00::/8\n");
    String before = parse(text).version();
    assertThat(parse(text.replace("[a.txt]", "a.txt")).version()).isEqualTo(before);
    Files.writeString(file, "10.0.0.0/8\n");
    assertThat(parse(text).version()).isNotEqualTo(before);
    for (String broken :
        List.of(
            "",
            "# nothing\n",
            "10.0.0.1/8",
            "10.0.0.1",
            "{}",
            "{\"prefixes\":[]}",
            "{\"prefixes\":[{}]}",
            "{\"prefixes\":[{\"ipv4Prefix\":1}]}",
            "{\"prefixes\":{}}",
            "{\"prefixes\":[{\"ipv4Prefix\":\"1.0.0.0/8\"}]} x",
            "{\"prefixes\":[")) {
      Files.writeString(file, broken);
      assertThatThrownBy(() -> parse(text))
          .as(broken)
          .isInstanceOfSatisfying(
              InvalidRulesException.class,
              e ->
                  assertThat(e.problems())
                      .extracting(Problem::code)
                      .containsExactly(ProblemCode.UNREADABLE_KEY));
    }
  }

  @Test
  void openEdgesAndUncoveredClients_areWarnedOf() throws IOException {
    Files.writeString(folder.resolve("all.txt"), "0.0.0.0/0\n");
    assertThat(parse(edge("cidr-file: all.txt")).warnings())
        .extracting(Problem::code)
        .containsExactly(ProblemCode.OPEN_EDGE);
    String signed =
        "signature: { keys: [ { id: k, secret: \"env:KEY\" } ]%s }, client-ip: { header: X-Client }";
    assertThat(parse(edge(signed.formatted(""))).warnings()).isEmpty();
    assertThat(parse(edge(signed.formatted(", covers: [\"@method\"]"))).warnings())
        .extracting(Problem::code)
        .containsExactly(ProblemCode.UNCOVERED_CLIENT);
  }

  @Test
  void hopsThatAreNotCounted_areWarnedOf() {
    for (String header : List.of("X-Forwarded-For", "forwarded")) {
      String edge = edge("tls: { san: x }, client-ip: { header: " + header + "%s }");
      assertThat(parse(edge.formatted("")).warnings())
          .extracting(Problem::code)
          .containsExactly(ProblemCode.UNCOUNTED_HOPS);
      assertThat(parse(edge.formatted(", hops: 1")).warnings()).isEmpty();
    }
    assertThat(parse(edge("tls: { san: x }, client-ip: { header: X-Client }")).warnings())
        .isEmpty();
  }
}
