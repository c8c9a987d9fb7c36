// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.gateway.config.Address;
import io.turnout.gateway.config.DecisionSettings;
import io.turnout.gateway.config.SharedToken;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What other proxies are told of a request that they hold. */
class DecisionEndpointTest {

  private static final String TOKEN = "0123456789abcdef";

  @TempDir Path folder;
  private TwoTiers tiers;

  @BeforeEach
  void prepare() throws Exception {
    tiers = new TwoTiers(folder, CellServer.named("us"), CellServer.named("eu"));
  }

  @AfterEach
  void close() throws Exception {
    tiers.close();
  }

  private Gateway deciding(Optional<SharedToken> token) throws Exception {
    return tiers.authority(
        config -> config.decisions(new DecisionSettings(new Address("127.0.0.1", 0), token)));
  }

  private static RawClient.Answer ask(Gateway gateway, String... fields) throws Exception {
    try (RawClient client = new RawClient(gateway.decisionPort().orElseThrow())) {
      return client.get(DecisionEndpoint.PATH, fields).answer();
    }
  }

  private static String[] of(String method, String target, String... more) {
    List<String> fields =
        new ArrayList<>(
            List.of(
                "X-Original-Method: " + method,
                "X-Original-URI: " + target,
                "X-Original-Host: shop.example",
                "X-Original-Address: 192.0.2.7"));
    fields.addAll(List.of(more));
    return fields.toArray(String[]::new);
  }

  private static String told(RawClient.Answer answer) {
    return answer.status()
        + answer.fields().stream()
            .filter(line -> line.startsWith("Decision-"))
            .reduce("", (all, line) -> all + "|" + line.substring("Decision-".length()));
  }

  @Test
  void decision_isTold_inFieldsAndInAStatusThatProxiesUnderstand() throws Exception {
    Gateway gateway = deciding(Optional.empty());
    assertThat(told(ask(gateway, of("GET", "/x?y=1", "X-Business-Id: 1"))))
        .isEqualTo("200|Outcome: cell|Cell: us-1");
    assertThat(told(ask(gateway, of("POST", "/", "X-Business-Id: 2", "X-Original-Body: some"))))
        .isEqualTo("200|Outcome: cell|Cell: eu-1");
    assertThat(told(ask(gateway, of("GET", "/", "X-Business-Id: 3"))))
        .isEqualTo("403|Outcome: reject|Status: 404|Reason: unknown-key");
    assertThat(told(ask(gateway, of("GET", "/"))))
        .isEqualTo("403|Outcome: reject|Status: 404|Reason: no-rule");
    assertThat(ask(gateway, of("GET", "/")).field("Cache-Control")).hasValue("no-store");
  }

  @Test
  void bodyRule_declines_unlessThereIsNoBody() throws Exception {
    Gateway gateway = deciding(Optional.empty());
    String json = "Content-Type: application/json";
    for (String body : List.of("X-Original-Body: some", "X-Original-Body: unknown", "X-Any: 1")) {
      assertThat(told(ask(gateway, of("POST", "/body", json, body))))
          .as(body)
          .isEqualTo("403|Outcome: reject|Status: 413|Reason: unreadable-body|Detail: body-limit");
    }
    assertThat(told(ask(gateway, of("POST", "/body", json, "X-Original-Body: none"))))
        .isEqualTo("403|Outcome: reject|Status: 404|Reason: no-rule");
  }

  @Test
  void targetThatTheGatewayWouldNotForward_isRejected() throws Exception {
    Gateway gateway = deciding(Optional.empty());
    assertThat(told(ask(gateway, of("GET", "no-slash", "X-Business-Id: 1"))))
        .isEqualTo("403|Outcome: reject|Status: 400|Reason: bad-request");
  }

  @Test
  void conveyedField_thatIsMissingTwiceOrWrong_isRefused() throws Exception {
    Gateway gateway = deciding(Optional.empty());
    String[] good = of("GET", "/", "X-Business-Id: 1");
    for (String needed : List.of("X-Original-Method", "X-Original-URI", "X-Original-Address")) {
      String[] without =
          List.of(good).stream().filter(line -> !line.startsWith(needed)).toArray(String[]::new);
      assertThat(ask(gateway, without).status()).as(needed).isEqualTo(400);
    }
    for (String again :
        List.of(
            "x-original-method: POST",
            "X-Original-Uri: /y",
            "x-original-host: b.example",
            "X-Original-Address: 192.0.2.8")) {
      assertThat(ask(gateway, of("GET", "/", again)).status()).as(again).isEqualTo(400);
    }
    assertThat(ask(gateway, of("GET", "/", "X-Original-Body: perhaps")).status()).isEqualTo(400);
    String[] named = of("GET", "/");
    named[3] = "X-Original-Address: localhost";
    RawClient.Answer refused = ask(gateway, named);
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.text()).doesNotContain("localhost");
    assertThat(refused.field("Decision-Outcome")).isEmpty();
  }

  @Test
  void hostAndMethod_areTheOriginalOnes_andConveyedFieldsAreNone() throws Exception {
    TwoTiers.rules(
        folder,
        """
        turnout: 1
        rules:
          - name: host
            when: { host: shop.example, method: PUT }
            then: cell us-1
          - name: hidden
            when: { header: { X-Original-Method: present } }
            then: cell eu-1
          - name: token
            when: { header: { Decision-Token: present } }
            then: cell eu-1
        """);
    Gateway gateway = deciding(Optional.of(SharedToken.of(TOKEN)));
    String token = "Decision-Token: " + TOKEN;
    assertThat(told(ask(gateway, of("PUT", "/", token)))).contains("Cell: us-1");
    assertThat(told(ask(gateway, of("GET", "/", token)))).contains("no-rule");
  }

  @Test
  void tokenThatIsMissingOrWrong_isNotTold() throws Exception {
    Gateway gateway = deciding(Optional.of(SharedToken.of(TOKEN)));
    assertThat(told(ask(gateway, of("GET", "/", "X-Business-Id: 1")))).isEqualTo("401");
    assertThat(told(ask(gateway, of("GET", "/", "Decision-Token: " + TOKEN + "x"))))
        .isEqualTo("401");
    String[] twice = of("GET", "/", "Decision-Token: " + TOKEN, "Decision-Token: " + TOKEN);
    assertThat(told(ask(gateway, twice))).isEqualTo("401");
    assertThat(told(ask(gateway, of("GET", "/", "X-Business-Id: 1", "Decision-Token: " + TOKEN))))
        .isEqualTo("200|Outcome: cell|Cell: us-1");
  }

  @Test
  void otherPathsAndMethods_areRefused() throws Exception {
    Gateway gateway = deciding(Optional.empty());
    try (RawClient client = new RawClient(gateway.decisionPort().orElseThrow())) {
      assertThat(client.get("/").answer().status()).isEqualTo(404);
      client.send("POST " + DecisionEndpoint.PATH + " HTTP/1.1\r\nHost: a\r\n\r\n");
      RawClient.Answer answer = client.answer();
      assertThat(answer.status()).isEqualTo(405);
      assertThat(answer.field("Allow")).hasValue("GET, HEAD");
    }
  }

  @Test
  void edge_saysThatTheAuthorityHasToDecide() throws Exception {
    Gateway authority = tiers.authority();
    TwoTiers.Edge edge =
        tiers.edge(
            authority,
            config ->
                config.decisions(
                    new DecisionSettings(new Address("127.0.0.1", 0), Optional.empty())));
    assertThat(told(ask(edge.gateway(), of("GET", "/", "X-Business-Id: 1"))))
        .isEqualTo("200|Outcome: authority|Reason: miss");
  }

  @Test
  void whereNothingIsConfigured_nothingListens() throws Exception {
    assertThat(tiers.authority().decisionPort()).isEmpty();
  }
}
