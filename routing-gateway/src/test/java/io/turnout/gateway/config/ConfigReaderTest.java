// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.turnout.document.Problem;
import io.turnout.rules.SecretVariables;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigReaderTest {

  private static final String LEAST =
      """
      turnout-gateway: 1
      rules: rules.yaml
      authority: { file: routes.yaml }
      cells: { us-1: "http://127.0.0.1:9001" }
      """;

  private static final String TOKEN = "0123456789-._~+/==";
  private static final SecretVariables VARIABLES =
      name ->
          switch (name) {
            case "TOKEN" -> Optional.of(TOKEN);
            case "SHORT" -> Optional.of("0123456789abcde");
            default -> Optional.empty();
          };

  private static GatewayConfig read(String text) {
    return ConfigReader.read(
        text.getBytes(StandardCharsets.UTF_8), "g.yaml", Path.of("/etc/t"), VARIABLES);
  }

  private static List<String> mistakes(String text) {
    InvalidGatewayConfigException refused =
        catchThrowableOfType(InvalidGatewayConfigException.class, () -> read(text));
    return refused.problems().stream().map(Problem::text).toList();
  }

  @Test
  void exampleFile_isReadWithoutAWarning_andSaysTheDefaults() throws Exception {
    Path file =
        Path.of(Objects.requireNonNull(getClass().getResource("/example/gateway.yaml")).toURI());
    GatewayConfig config = GatewayConfig.load(file);
    assertThat(config.warnings()).isEmpty();
    assertThat(config.listen()).isEqualTo(new Address("127.0.0.1", 8080));
    assertThat(config.rules()).isEqualTo(file.resolveSibling("rules.yaml"));
    assertThat(config.authority())
        .isEqualTo(
            new AuthoritySettings.RouteFile(
                file.resolveSibling("routes.yaml"),
                Optional.of(file.resolveSibling("routes.last-good.yaml"))));
    assertThat(config.lastKnownGoodRules()).hasValue(file.resolveSibling("rules.last-good.yaml"));
    assertThat(config.cells())
        .containsEntry("us-1", CellSettings.of(new Origin("127.0.0.1", 9001)))
        .containsEntry("eu-1", CellSettings.of(new Origin("127.0.0.1", 9002)))
        .containsEntry(
            "ap-1",
            CellSettings.of(
                    new CellSettings.Listed(
                        List.of(
                            new LabelledOrigin(
                                new Origin("127.0.0.1", 9003), Map.of("version", "8f2")),
                            new LabelledOrigin(
                                new Origin("127.0.0.1", 9004), Map.of("version", "8e9")))))
                .asking(
                    new OriginHealth(
                        "/up",
                        OptionalInt.empty(),
                        Duration.ofSeconds(5),
                        Duration.ofSeconds(1),
                        3)))
        .hasSize(3);
    assertThat(config.timeouts()).isEqualTo(Timeouts.DEFAULT);
    assertThat(config.limits()).isEqualTo(Limits.DEFAULT);
    assertThat(config.accessLog()).isEqualTo(AccessLogSettings.DEFAULT);
    assertThat(config.resolver()).isEqualTo(ResolverSettings.DEFAULT);
    assertThat(config.pollMillis()).isEqualTo(GatewayConfig.DEFAULT_POLL_MILLIS);
    assertThat(config.threads()).isEqualTo(2);
    assertThat(config.health())
        .isEqualTo(
            new HealthSettings(
                HealthSettings.DEFAULT_PATH, Optional.of(new Address("127.0.0.1", 9090))));
  }

  @Test
  void documentation_namesEveryKeyOfTheExample() throws Exception {
    Path file =
        Path.of(Objects.requireNonNull(getClass().getResource("/example/gateway.yaml")).toURI());
    String page = Files.readString(Path.of("..", "docs", "gateway.md"));
    Matcher key = Pattern.compile("([a-z][a-z-]*[a-z]):").matcher(Files.readString(file));
    while (key.find()) {
      assertThat(page).contains(key.group(1));
    }
  }

  @Test
  void leastFile_hasDefaults() {
    GatewayConfig config = read(LEAST);
    assertThat(config.listen()).isEqualTo(new Address("127.0.0.1", 8080));
    assertThat(config.rules()).isEqualTo(Path.of("/etc/t/rules.yaml"));
    assertThat(config.timeouts()).isEqualTo(Timeouts.DEFAULT);
    assertThat(config.limits()).isEqualTo(Limits.DEFAULT);
    assertThat(config.health()).isEqualTo(HealthSettings.DEFAULT);
    assertThat(config.accessLog()).isEqualTo(AccessLogSettings.DEFAULT);
    assertThat(config.lastKnownGoodRules()).isEmpty();
  }

  @Test
  void everyMistake_isNamedWithItsPlace_atOnce() {
    assertThat(
            mistakes(
                """
                turnout-gateway: 1
                tier: standalon
                lissten: { port: 1 }
                rules: rules.yaml
                authority: { fil: routes.yaml }
                cells:
                  US: "http://127.0.0.1:9001"
                  eu-1: "ftp://127.0.0.1:9002"
                timeouts: { idle: 10, connect: 0 }
                resolver: { authority-timeout: 2m }
                limits: { headers: 2MiB, connections: 0 }
                access-log: { to: stderr }
                """))
        .containsExactly(
            "2:7: \"tier\" must be one of standalone, edge, authority, not \"standalon\" (did you"
                + " mean \"standalone\"?)",
            "3:1: unknown key \"lissten\" in the gateway's configuration (did you mean"
                + " \"listen\"?)",
            "5:12: \"authority\" must have one of \"file\", \"dynamodb\", \"http\"",
            "5:14: unknown key \"fil\" in \"authority\" (did you mean \"file\"?)",
            "7:3: the name of a cell must be [a-z0-9][a-z0-9-]{0,62}, not \"US\"",
            "8:9: the origin of cell \"eu-1\" must be http://HOST:PORT or"
                + " https://HOST:PORT and nothing more, not \"ftp://127.0.0.1:9002\"",
            "9:19: \"idle\" must be a duration such as 250ms, 30s, 1h30m or 0, and at most"
                + " 36500d, not \"10\"",
            "9:32: \"connect\" must lie in 1ms to 24h, not 0ms",
            "10:32: \"authority-timeout\" must lie in 1ms to 1m, not 120000ms",
            "11:20: \"headers\" must lie in 256 to 1048576 bytes, not 2097152",
            "11:39: \"connections\" must be an integer from 1 to 1000000 in decimal digits, not"
                + " \"0\"",
            "12:19: \"to\" must be one of stdout, none, not \"stderr\"");
  }

  @Test
  void everyValue_isTaken() {
    GatewayConfig config =
        read(
            LEAST
                + """
                listen: { port: 0 }
                health: { path: /up }
                resolver: { near-cache: 7, authority-timeout: 1m }
                poll: 50ms
                threads: 3
                timeouts: { idle: 1s }
                limits: { body-held: 0, headers: 256, request-line: 1MiB }
                access-log: { file: log/access.jsonl, target: none, log-keys: true, log-clients: true }
                """);
    assertThat(config.listen()).isEqualTo(new Address("127.0.0.1", 0));
    assertThat(config.health().path()).isEqualTo("/up");
    assertThat(config.resolver().nearCache())
        .isEqualTo(new NearCacheBound(NearCacheBound.Unit.KEYS, 7));
    assertThat(config.pollMillis()).isEqualTo(50);
    assertThat(config.threads()).isEqualTo(3);
    assertThat(config.timeouts().idle()).isEqualTo(Duration.ofSeconds(1));
    assertThat(config.resolver().authorityTimeout()).isEqualTo(Duration.ofMinutes(1));
    assertThat(config.limits().bodyHeldBytes()).isZero();
    assertThat(config.accessLog().file()).hasValue(Path.of("/etc/t/log/access.jsonl"));
    assertThat(config.accessLog().target()).isEqualTo(AccessLogSettings.Target.NONE);
    assertThat(config.accessLog().keys()).isTrue();
    assertThat(config.accessLog().clients()).isTrue();
  }

  @Test
  void fileThatSaysNothing_orContradictsItself_isRefused() {
    assertThat(mistakes("")).isNotEmpty();
    assertThat(mistakes("turnout-gateway: 2\n" + LEAST.substring(19)))
        .containsExactly(
            "1:18: \"turnout-gateway\" must be 1, the version that this gateway reads, not 2");
    assertThat(mistakes(LEAST + "access-log: { to: stdout, file: x }"))
        .containsExactly("5:13: \"to\" and \"file\" of \"access-log\" exclude each other");
    assertThat(mistakes(LEAST + "health: { host: a }"))
        .containsExactly("5:9: \"port\" is missing from \"health\", which names a host");
    assertThat(mistakes(LEAST + "health: { path: up }"))
        .containsExactly("5:17: \"path\" must start with /, not \"up\"");
    assertThat(mistakes(LEAST.replace("rules: rules.yaml\n", "")))
        .containsExactly("1:1: \"rules\" is missing from the gateway's configuration");
  }

  @Test
  void origin_isSchemeHostAndPort() {
    assertThat(Origin.parse("http://a.example")).isEqualTo(new Origin("a.example", 80));
    assertThat(Origin.parse("http://[::1]:81/")).isEqualTo(new Origin("::1", 81));
    assertThat(Origin.parse("http://[::1]:81/")).hasToString("http://[::1]:81");
    assertThat(Origin.parse("HTTPS://a.example")).hasToString("https://a.example:443");
    assertThat(Origin.parse("https://a.example").tls()).hasValue(OriginTls.OF_SYSTEM);
    for (String wrong :
        List.of(
            "",
            "a",
            "http://",
            "http://a:0",
            "http://a:65536",
            "http://a/x",
            "http://a?x",
            "http://u@a",
            "ftp://a",
            "http://a#x",
            "http://a b")) {
      assertThatThrownBy(() -> Origin.parse(wrong))
          .as(wrong)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("http://HOST:PORT or https://HOST:PORT");
    }
  }

  @Test
  void lookups_areOffUnlessThereIsAPort() {
    assertThat(read(LEAST).lookups()).isEmpty();
    LookupSettings settings = read(LEAST + "lookups: { port: 9443 }\n").lookups().orElseThrow();
    assertThat(settings.address()).isEqualTo(new Address("127.0.0.1", 9443));
    assertThat(settings.token()).isEmpty();
    assertThat(mistakes(LEAST + "lookups: { host: 0.0.0.0 }\n"))
        .singleElement()
        .asString()
        .contains("\"port\" is missing");
  }

  @Test
  void token_isReadFromWhereTheConfigurationSays(@TempDir Path folder) throws Exception {
    String lookups = LEAST + "lookups: { port: 1, token: \"%s\" }\n";
    SharedToken token =
        read(lookups.formatted("env:TOKEN")).lookups().orElseThrow().token().orElseThrow();
    assertThat(token.matches(TOKEN)).isTrue();
    assertThat(token.matches(TOKEN + "=")).isFalse();
    assertThat(token.matches("")).isFalse();
    assertThat(token.toString()).doesNotContain(TOKEN);
    Path file = Files.writeString(folder.resolve("token"), TOKEN + "\n");
    token = read(lookups.formatted("file:" + file)).lookups().orElseThrow().token().orElseThrow();
    assertThat(token.matches(TOKEN)).isTrue();
  }

  @Test
  void tokenThatCannotBeUsed_isAMistake_thatDoesNotShowIt() {
    String lookups = LEAST + "lookups: { port: 1, token: %s }\n";
    assertThat(mistakes(lookups.formatted(TOKEN)))
        .singleElement()
        .asString()
        .contains("must be env:NAME or file:PATH")
        .doesNotContain(TOKEN);
    assertThat(mistakes(lookups.formatted("env:NONE")).get(0)).contains("\"NONE\" is not set");
    assertThat(mistakes(lookups.formatted("file:/no/such/file")).get(0)).contains("cannot be read");
    assertThat(mistakes(lookups.formatted("env:SHORT")).get(0))
        .contains("16 to 1024 characters")
        .doesNotContain("0123456789abcde");
    assertThat(mistakes(lookups.formatted("[1]"))).hasSize(1);
  }
}
