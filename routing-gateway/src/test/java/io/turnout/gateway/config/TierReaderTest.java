// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.turnout.OnMiss;
import io.turnout.Tier;
import io.turnout.document.Problem;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TierReaderTest {

  @TempDir private Path folder;

  private static final String COMMON =
      """
      turnout-gateway: 1
      rules: rules.yaml
      cells: { us-1: "http://127.0.0.1:9001" }
      """;
  private static final String FILE = COMMON + "authority: { file: routes.yaml }\n";
  private static final String EDGE =
      COMMON + "authority: { http: { url: \"http://a.internal:9443\" } }\ntier: edge\n";
  private static final String BEHIND =
      "authority-tier: { origins: [ \"http://a.internal:81\" ] }\n";

  private static GatewayConfig read(String text) {
    return ConfigReader.read(
        text.getBytes(StandardCharsets.UTF_8),
        "g.yaml",
        Path.of("/etc/t"),
        name -> Optional.empty());
  }

  private static List<String> mistakes(String text) {
    InvalidGatewayConfigException refused =
        catchThrowableOfType(InvalidGatewayConfigException.class, () -> read(text));
    return refused.problems().stream().map(Problem::text).toList();
  }

  @Test
  void edge_handsOn_andHoldsLittleOfBodies_byDefault() {
    GatewayConfig config = read(EDGE + BEHIND);
    TierSettings tier = config.tier();
    assertThat(tier.tier()).isEqualTo(Tier.EDGE);
    assertThat(tier.onMiss()).isEqualTo(OnMiss.HAND_ON);
    assertThat(tier.authorityTier().orElseThrow())
        .isEqualTo(
            new AuthorityTierSettings(List.of(new Origin("a.internal", 81)), OriginHealth.DEFAULT));
    assertThat(config.limits()).isEqualTo(Limits.OF_EDGES);
    assertThat(read(EDGE + BEHIND + "limits: { connections: 5 }\n").limits().bodyHeldBytes())
        .isEqualTo(16 << 10);
  }

  @Test
  void everyValue_isTaken() {
    GatewayConfig config =
        read(
            EDGE
                + """
                on-miss: look-up
                authority-tier:
                  origins: [ "http://a.internal:81", "http://b.internal:82" ]
                  health: { path: /up, port: 83, interval: 100ms, timeout: 1m, failures: 100 }
                keys-absent: [ partner ]
                turnout-to-cells: true
                decisions: { port: 9444 }
                limits: { body-kept: 0, body-held: 1MiB }
                """);
    assertThat(config.tier().onMiss()).isEqualTo(OnMiss.LOOK_UP);
    assertThat(config.tier().keysAbsent()).containsExactly("partner");
    AuthorityTierSettings behind = config.tier().authorityTier().orElseThrow();
    assertThat(behind.origins())
        .containsExactly(new Origin("a.internal", 81), new Origin("b.internal", 82));
    assertThat(behind.health())
        .isEqualTo(
            new OriginHealth(
                "/up", OptionalInt.of(83), Duration.ofMillis(100), Duration.ofMinutes(1), 100));
    assertThat(config.tellsCells()).isTrue();
    assertThat(config.decisions().orElseThrow().address())
        .isEqualTo(new Address("127.0.0.1", 9444));
    assertThat(config.limits().bodyKeptBytes()).isZero();
    assertThat(config.limits().bodyHeldBytes()).isEqualTo(1 << 20);
    assertThat(read(FILE + "tier: authority\n").tier()).isEqualTo(TierSettings.AUTHORITY);
    assertThat(read(FILE).tellsCells()).isFalse();
  }

  @Test
  void contradiction_isRefused_withBothSidesNamed() {
    assertThat(mistakes(EDGE))
        .containsExactly(
            "1:1: \"authority-tier\" is missing from the gateway's configuration, whose tier is"
                + " edge: it says where requests are handed on");
    assertThat(mistakes(FILE + "tier: edge\n" + BEHIND))
        .containsExactly(
            "4:12: \"file\" of \"authority\" and tier edge exclude each other: an edge asks the"
                + " authority tier, by \"http\"");
    assertThat(mistakes(FILE + "tier: authority\n" + BEHIND + "on-miss: look-up\n"))
        .containsExactly(
            "6:1: \"authority-tier\" and tier authority exclude each other: only an edge can hand"
                + " requests on",
            "7:1: \"on-miss\" and tier authority exclude each other: only an edge can hand"
                + " requests on");
    assertThat(mistakes(FILE + "keys-absent: [ partner ]\n"))
        .containsExactly(
            "5:1: \"keys-absent\" and tier standalone exclude each other: only an edge can hand"
                + " requests on");
  }

  @Test
  void wrongValues_areNamedWithTheirPlaces() {
    assertThat(
            mistakes(
                EDGE
                    + """
                    on-miss: hand-over
                    authority-tier:
                      origins: [ "http://a.internal:81", "ftp://b", "http://a.internal:81" ]
                      health: { path: up, port: 0, interval: 99ms, timeout: 0, failures: 101 }
                    keys-absent: [ a, a ]
                    """))
        .hasSize(9)
        .anyMatch(line -> line.startsWith("6:10: \"on-miss\" must be one of hand-on, look-up"))
        .anyMatch(line -> line.startsWith("8:38: an item of \"origins\" must be"))
        .anyMatch(line -> line.startsWith("8:49: an item of \"origins\" is there twice"))
        .anyMatch(line -> line.startsWith("9:19: \"path\" must start with /"))
        .anyMatch(line -> line.startsWith("9:29: \"port\" must be an integer from 1 to 65535"))
        .anyMatch(line -> line.startsWith("9:42: \"interval\" must lie in 100ms to 1h"))
        .anyMatch(line -> line.startsWith("9:57: \"timeout\" must lie in 1ms to 1m"))
        .anyMatch(line -> line.startsWith("9:70: \"failures\" must be an integer from 1 to 100"))
        .anyMatch(line -> line.startsWith("10:19: an item of \"keys-absent\" is there twice"));
    assertThat(mistakes(EDGE + "authority-tier: { origins: [] }\n")).isNotEmpty();
  }

  private static final String SIGNATURE =
      "authority-tier: { origins: [ \"http://a.internal:81\" ], signature: %s }\n";

  private List<String> mistakesOfSignature(String signature) {
    InvalidGatewayConfigException refused =
        catchThrowableOfType(
            InvalidGatewayConfigException.class, () -> readSignature(signature, "k".repeat(31)));
    return refused.problems().stream().map(Problem::text).toList();
  }

  private GatewayConfig readSignature(String signature, String secret) throws IOException {
    Files.writeString(folder.resolve("e1"), "0123456789abcdef0123456789abcde\n");
    return ConfigReader.read(
        (EDGE + SIGNATURE.formatted(signature)).getBytes(StandardCharsets.UTF_8),
        "g.yaml",
        folder,
        name -> Optional.of(secret));
  }

  @Test
  void signature_isTaken_withSecretsAsTheyAreInARuleFile() throws IOException {
    for (String place : List.of("file:e1", "env:E1")) {
      GatewayConfig config = readSignature("{ id: e1, secret: \"" + place + "\" }", "k".repeat(32));
      assertThat(config.tier().authorityTier().orElseThrow().signer()).isPresent();
      assertThat(config.tier().toString()).doesNotContain("0123", "kkkk");
    }
    String covers = "\"@method\", \"@authority\", x-tenant, via";
    assertThat(
            readSignature("{ id: e1, secret: \"file:e1\", covers: [ " + covers + " ] }", "")
                .tier()
                .authorityTier()
                .orElseThrow()
                .signer())
        .isPresent();
    assertThat(read(EDGE + BEHIND).tier().authorityTier().orElseThrow().signer()).isEmpty();
  }

  @Test
  void signatureThatCannotBeMade_isRefused_andNoSecretShown() {
    assertThat(mistakesOfSignature("{ id: \"a b\", secret: \"env:E1\" }"))
        .hasSize(2)
        .anyMatch(line -> line.contains("\"id\" must be 1 to 128 visible characters"))
        .anyMatch(line -> line.contains("\"secret\" must have at least 32 bytes, not 31"))
        .noneMatch(line -> line.contains("kkk"));
    assertThat(mistakesOfSignature("{ secret: plain-text }"))
        .anyMatch(line -> line.contains("\"id\" is missing"))
        .anyMatch(line -> line.contains("\"secret\" must be env:NAME or file:PATH"))
        .noneMatch(line -> line.contains("plain-text"));
    String covers = "[ \"@status\", Host, host, proxy-a, x-a, x-a ]";
    assertThat(mistakesOfSignature("{ id: e, secret: \"file:e1\", covers: " + covers + " }"))
        .hasSize(5)
        .anyMatch(line -> line.contains("one of [@authority, ") && line.contains("@status"))
        .anyMatch(line -> line.endsWith("as it was sent, not host"))
        .anyMatch(line -> line.endsWith("as it was sent, not proxy-a"))
        .anyMatch(line -> line.contains("is there twice"));
    String many = IntStream.range(0, 33).mapToObj(i -> "x" + i).toList().toString();
    assertThat(mistakesOfSignature("{ id: e, secret: \"file:e1\", covers: " + many + " }"))
        .singleElement()
        .asString()
        .contains("at most 32 items");
  }

  @Test
  void configurationInCode_contradictsItselfNeither() {
    AuthoritySettings file = new AuthoritySettings.RouteFile(Path.of("r"), Optional.empty());
    Origin origin = new Origin("a.internal", 81);
    GatewayConfig.Builder edge =
        GatewayConfig.builder(Path.of("rules.yaml"), file)
            .cell("us-1", origin)
            .tier(TierSettings.edge(List.of(origin)));
    assertThatThrownBy(edge::build).hasMessageContaining("no route file");
    assertThat(
            GatewayConfig.builder(
                    Path.of("rules.yaml"),
                    AuthoritySettings.Endpoint.of(URI.create("http://a.internal:9443")))
                .cell("us-1", origin)
                .tier(TierSettings.edge(List.of(origin)))
                .build()
                .limits())
        .isEqualTo(Limits.OF_EDGES);
    assertThatThrownBy(() -> TierSettings.edge(List.of())).hasMessageContaining("origins 0");
    assertThatThrownBy(() -> TierSettings.edge(List.of(origin, origin)))
        .hasMessageContaining("once");
  }
}
