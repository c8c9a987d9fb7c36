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

class CoverageCommandTest {

  private static final String RULES =
      """
      turnout: 1
      rules:
        - { name: fixed, when: { path: /v1/status }, then: cell us-1 }
        - { name: other-host, when: { host: other.example }, then: cell us-2 }
        - { name: cards, when: { path: "/v1/cards/{card}", method: GET }, key: { namespace: card, from: [ { header: X-Card } ] } }
      """;
  private static final String API =
      """
      openapi: 3.0.3
      servers: [ { url: "https://api.example/v1" } ]
      paths:
        /status: { get: {} }
        /cards/{card-id}: { get: {}, delete: {} }
      """;
  private static final String PRINTED =
      """
      DELETE //api.example/v1/cards/{card-id}
        always    (no rule)
      GET //api.example/v1/cards/{card-id}
        sometimes cards
        sometimes (no rule)
      GET //api.example/v1/status
        always    fixed
      """;

  @TempDir Path folder;

  private String file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  private Ran coverage(String rules, String... more) throws IOException {
    String[] arguments = new String[more.length + 4];
    arguments[0] = "coverage";
    arguments[1] = file("rules.yaml", rules);
    arguments[2] = "--openapi";
    arguments[3] = file("api.yaml", API);
    System.arraycopy(more, 0, arguments, 4, more.length);
    return Ran.turnout(arguments);
  }

  @Test
  void operations_haveTheRulesThatDecideThem() throws IOException {
    Ran ran = coverage(RULES);
    assertThat(ran.out()).isEqualTo(PRINTED);
    assertThat(ran.err())
        .isEqualTo("3 operations: 1 always decided by a rule, 1 sometimes, 1 by none\n");
    assertThat(ran.exitCode()).isZero();
  }

  @Test
  void snapshot_isComparedOperationByOperation() throws IOException {
    String snapshot = file("coverage.txt", PRINTED);
    Ran same = coverage(RULES, "--check", snapshot);
    assertThat(same.out() + same.err()).isEmpty();
    assertThat(same.exitCode()).isZero();
    Ran changed = coverage(RULES.replace("method: GET", "method: DELETE"), "--check", snapshot);
    assertThat(changed.exitCode()).isEqualTo(1);
    assertThat(changed.out())
        .startsWith("-DELETE //api.example/v1/cards/{card-id}\n-  always    (no rule)\n+DELETE ")
        .contains("+  sometimes cards\n")
        .doesNotContain("status");
  }

  @Test
  void examples_areRequestsForTheServer() throws IOException {
    assertThat(coverage(RULES, "--examples").out())
        .contains("GET http://api.example/v1/cards/1 -H 'X-Card: ")
        .contains("GET http://api.example/v1/status\n");
  }

  @Test
  void json_hasWhatTheTextSays() throws IOException {
    JsonNode json = new JsonMapper().readTree(coverage(RULES, "--format=json").out());
    JsonNode cards = json.at("/operations/1");
    assertThat(cards.path("method").asText()).isEqualTo("GET");
    assertThat(cards.path("host").asText()).isEqualTo("api.example");
    assertThat(cards.at("/rules/0/rule").asText()).isEqualTo("cards");
    assertThat(cards.at("/rules/0/part").asText()).isEqualTo("sometimes");
    assertThat(cards.at("/rules/0/example/method").asText()).isEqualTo("GET");
    assertThat(cards.path("no-rule-possible").asBoolean()).isTrue();
  }

  @Test
  void wrongFiles_areRefused() throws IOException {
    String rules = file("rules.yaml", RULES);
    String swagger = file("old.yaml", "swagger: '2.0'\n");
    Ran ran = Ran.turnout("coverage", rules, "--openapi", swagger);
    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains(swagger + ":1:1: ");
    assertThat(Ran.turnout("coverage", rules).err()).contains("--openapi");
    assertThat(coverage(RULES, "--check", folder.resolve("no").toString()).exitCode()).isEqualTo(2);
    assertThat(coverage("turnout: 1\n").exitCode()).isEqualTo(2);
  }

  @Test
  void apiOfPayments_isCovered() {
    Ran ran =
        Ran.turnout(
            "coverage",
            Ran.example().resolve("rules.yaml").toString(),
            "--openapi",
            Ran.example().resolve("api.yaml").toString());
    assertThat(ran.exitCode()).isZero();
    assertThat(ran.err()).endsWith(" 0 by none\n");
  }
}
