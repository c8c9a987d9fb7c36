// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiffCommandTest {

  private static final int SCREEN_LINES = 40;
  private static final int SCREEN_COLUMNS = 120;

  private static final String OLD =
      """
      turnout: 1
      cells: [us-1, us-2]
      rules:
        - { name: a, when: { path: /a }, then: cell us-1 }
        - { name: b, when: { path: "/v1/{id}" }, key: { namespace: x, from: [ { path: id } ] } }
      outcomes: { no-rule: reject 404 }
      """;
  private static final String NEW =
      """
      turnout: 1
      cells: [us-1, us-2, eu-1]
      rules:
        - { name: a, when: { path: /a }, then: cell us-2 }
        - name: b
          when: { path: "/v1/{id}", method: GET }
          key: { namespace: y, from: [ { header: X }, { path: id } ] }
      outcomes: { no-rule: reject 410 }
      """;
  private static final String TRAFFIC =
      """
      {"target":"/a"}
      {"target":"/v1/7"}
      {"target":"/v1/8"}
      {"target":"/zzz"}
      {"target":"/a%zz"}
      """;

  @TempDir Path folder;

  private String file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  private Ran diff(String... more) throws IOException {
    String[] arguments = new String[more.length + 3];
    arguments[0] = "diff";
    arguments[1] = file("old.yaml", OLD);
    arguments[2] = file("new.yaml", NEW);
    System.arraycopy(more, 0, arguments, 3, more.length);
    return Ran.turnout(arguments);
  }

  @Test
  void sameRules_changeNothing() throws IOException {
    String commented = file("other.yaml", "# the same\n" + OLD);
    Ran ran = Ran.turnout("diff", file("old.yaml", OLD), commented);
    assertThat(ran.out()).isEqualTo("No request is decided differently.\n");
    assertThat(ran.exitCode()).isZero();
  }

  @Test
  void classOfAllTiers_isToldBesideThatOfTiersThatHandOn() throws IOException {
    String rules =
        "turnout: 1\ncells: [us-1]\nrules:\n%s  - { name: path, when: { path: /a }, then: authority }\n";
    String post = "  - { name: post, when: { method: POST }, then: cell us-1 }\n";
    Ran ran =
        Ran.turnout(
            "diff",
            file("old.yaml", rules.formatted("")),
            file("new.yaml", rules.formatted(post)),
            "--traffic",
            file("traffic.jsonl", "{\"method\":\"POST\",\"target\":\"/a%zz\"}\n"),
            "--all");
    assertThat(ran.out())
        .containsPattern("1 +path: reject 400 \\(malformed\\) +->  post: cell us-1\n")
        .containsPattern("path: authority +->  post: cell us-1");
  }

  @Test
  void classes_comeWithBothEndsAndAnExample() throws IOException {
    Ran ran = diff("--all");
    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.out())
        .containsPattern("a: cell us-1 +->  a: cell us-2\n +GET http://localhost/a\n")
        .containsPattern(
            "b: key x from path +->  b: key y from path\n +GET http://localhost/v1/1\n")
        .containsPattern("b: key x from path +->  \\(no rule\\): reject 410 ")
        .contains("Outcome no-rule: reject 404  ->  reject 410\n", "Cells: +eu-1\n");
  }

  @Test
  void example_isCutToTheScreenUnlessAllIsAskedFor() throws IOException {
    String path = "/" + "a".repeat(SCREEN_COLUMNS);
    String rules = "turnout: 1\nrules: [ { name: a, when: { path: %s }, then: cell %s } ]\n";
    String old = file("a.yaml", rules.formatted(path, "us-1"));
    String next = file("b.yaml", rules.formatted(path, "us-2"));
    assertThat(Ran.turnout("diff", old, next).out()).contains("aaa...\n").doesNotContain(path);
    assertThat(Ran.turnout("diff", "--all", old, next).out())
        .contains(" GET http://localhost" + path + "\n");
  }

  @Test
  void traffic_isCountedByClassAndTheBiggestComesFirst() throws IOException {
    Ran ran = diff("--traffic", file("traffic.jsonl", TRAFFIC));
    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.out())
        .startsWith("4 of 5 recorded requests change (80.0 %); ")
        .containsSubsequence("\n      2  b", "\n      1  ");
    JsonNode json =
        new JsonMapper()
            .readTree(diff("--format=json", "--traffic", folder + "/traffic.jsonl").out());
    assertThat(json.at("/traffic/requests").asInt()).isEqualTo(5);
    assertThat(json.at("/traffic/changed").asInt()).isEqualTo(4);
    assertThat(json.at("/classes/0/count").asInt()).isEqualTo(2);
    assertThat(json.at("/classes/0/before/rule").asText()).isEqualTo("b");
    assertThat(json.at("/classes/0/example/target").asText()).startsWith("/v1/");
    assertThat(json.at("/outcomes/0/outcome").asText()).isEqualTo("no-rule");
    assertThat(json.at("/added-cells/0").asText()).isEqualTo("eu-1");
  }

  @Test
  void trafficThatCannotBeRead_isReportedByLineAndFails() throws IOException {
    String traffic = file("traffic.jsonl", "{\"target\":\"/a\"}\nnonsense\n");
    Ran ran = diff("--traffic", traffic);
    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.out()).startsWith("1 of 1 recorded request change");
    assertThat(ran.err()).startsWith("turnout: " + traffic + ": line 2: this is no JSON");
    String bad = file("bad.jsonl", "x\n".repeat(100));
    assertThat(diff("--traffic", bad).err().lines()).hasSize(11);
    assertThat(diff("--traffic", folder.resolve("no").toString()).err()).contains("no file");
  }

  @Test
  void wrongRules_areRefusedWithEveryMistake() throws IOException {
    String wrong = file("wrong.yaml", "turnout: 1\nruls: []\n");
    Ran ran = Ran.turnout("diff", file("old.yaml", OLD), wrong);
    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains(wrong + ":2:1: ").contains("did you mean \"rules\"");
  }

  @Test
  void examples_areRequestsThatExplainTakes() throws IOException {
    JsonNode json = new JsonMapper().readTree(diff("--format=json").out());
    for (JsonNode one : json.path("classes")) {
      assertThat(one.path("example").isObject()).isTrue();
    }
    Ran ran = Ran.turnout("explain", folder + "/old.yaml", "--", "POST", "http://localhost/v1/1");
    assertThat(ran.out()).contains("rule       b");
  }

  @Test
  void weekOfPayments_fitsAScreen() {
    String old = Ran.example().resolve("rules.yaml").toString();
    String next = Ran.example().resolve("rules-next.yaml").toString();
    String traffic = Ran.example().resolve("recording.jsonl").toString();
    assertThat(Ran.turnout("lint", "--strict", next).exitCode()).isZero();
    Ran ran = Ran.turnout("diff", old, next, "--traffic", traffic);
    assertThat(ran.err()).isEmpty();
    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.out()).startsWith("13 of 2,604 recorded requests change (0.5 %); ");
    assertThat(ran.out().lines()).hasSizeLessThanOrEqualTo(SCREEN_LINES);
    assertThat(ran.out().lines()).allMatch(line -> line.length() <= SCREEN_COLUMNS);
    assertThat(Ran.coloured("diff", old, next).out()).contains("\u001b[1m");
  }
}
