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

class CostCommandTest {

  private static final String RULES =
      """
      turnout: 1
      jwt: { s: { token: { header: Authorization, scheme: Bearer }, verify: none } }
      body: { limit: 128KiB }
      rules:
        - { name: free, when: { path: /free }, then: reject 404 }
        - name: token
          key: { namespace: b, from: [ { jwt: { token: s, claim: sub } }, { header: X } ], match: "[a-z]+" }
        - name: body
          when:
            method: POST
            path: "/v1/{id:[0-9]+}/{name:[a-z]+}"
            header: { X-Event: { regex: "a.*" }, X-Kind: { prefix: a } }
          unless: { query: { dry: { regex: "1|true" } } }
          key:
            namespace: b
            from: [ { path: id }, { body: { json: /id, limit: 2KiB } }, { body: { form: id } } ]
            transform: [ { capture: "(.)" }, trim ]
      """;

  @TempDir Path folder;

  private String rules(String text) throws IOException {
    return Files.writeString(folder.resolve("rules.yaml"), text).toString();
  }

  @Test
  void rules_areListedMostExpensiveFirst() throws IOException {
    Ran ran = Ran.turnout("cost", rules(RULES));
    assertThat(ran.exitCode()).isZero();
    assertThat(ran.out().lines())
        .hasSize(6)
        .satisfies(
            lines -> {
              assertThat(lines.get(0)).startsWith("RULE");
              assertThat(lines.get(1)).matches("body +128KiB +- +7  method: POST, path: /v1.*");
              assertThat(lines.get(2)).matches("token +- +1 read +2  every request");
              assertThat(lines.get(4)).startsWith("3 rules, of which 1 look at the head alone");
              assertThat(lines.get(5)).contains("9 expressions at most", "up to 128KiB");
            });
    assertThat(Ran.turnout("cost", "--all", rules(RULES)).out()).contains("\nfree ");
  }

  @Test
  void json_hasEveryRuleInFileOrder() throws IOException {
    JsonNode json =
        new JsonMapper().readTree(Ran.turnout("cost", rules(RULES), "--format=json").out());
    assertThat(json.at("/rules/0/rule").asText()).isEqualTo("free");
    assertThat(json.at("/rules/0/waits-for-body").asBoolean(true)).isFalse();
    JsonNode body = json.at("/rules/2");
    assertThat(body.path("waits-for-body").asBoolean()).isTrue();
    assertThat(body.path("body-bytes").asInt()).isEqualTo(128 * 1024);
    assertThat(body.path("expressions").asInt()).isEqualTo(7);
    assertThat(body.at("/when/0").asText()).isEqualTo("method: POST");
    assertThat(body.at("/unless/0").asText()).startsWith("query: { dry: ");
    assertThat(json.at("/rules/1/tokens-read").asInt()).isEqualTo(1);
    assertThat(json.at("/rules/1/tokens-verified").asInt()).isZero();
  }

  @Test
  void fileWithoutRules_costsNothing() throws IOException {
    Ran ran = Ran.turnout("cost", rules("turnout: 1\nrules: []\n"));
    assertThat(ran.out()).startsWith("0 rules, of which 0 look").contains("no body read");
  }

  @Test
  void wrongFile_isRefusedWithEveryMistake() throws IOException {
    Ran ran = Ran.turnout("cost", rules("turnout: 1\nruls: []\n"));
    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains(":2:1: ").contains("did you mean \"rules\"");
    assertThat(Ran.turnout("cost", folder.resolve("no").toString()).exitCode()).isEqualTo(2);
  }
}
