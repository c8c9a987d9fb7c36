// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.turnout.document.Problem;
import io.turnout.rules.SecretVariables;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a configuration says of where routes come from, and of how they are cached. */
class RoutesReaderTest {

  private static final String LEAST =
      """
      turnout-gateway: 1
      rules: rules.yaml
      cells: { us-1: "http://127.0.0.1:9001" }
      """;
  private static final String DYNAMO = LEAST + "authority: { dynamodb: { table: routes } }\n";
  private static final String SECRET = "s3cr3t-p@ss:word/1";
  private static final String WITH_SECRET = "redis://:s3cr3t@redis.internal:6379";
  private static final Map<String, String> VARIABLES =
      Map.of(
          "TOKEN",
          "0123456789abcdef",
          "PASSWORD",
          SECRET,
          "EMPTY",
          "",
          "REDIS",
          WITH_SECRET,
          "WRONG",
          "http://s3cr3t");

  private static GatewayConfig read(String text) {
    SecretVariables variables = name -> Optional.ofNullable(VARIABLES.get(name));
    return ConfigReader.read(
        text.getBytes(StandardCharsets.UTF_8), "g.yaml", Path.of("/etc/t"), variables);
  }

  private static List<String> mistakes(String text) {
    InvalidGatewayConfigException refused =
        catchThrowableOfType(InvalidGatewayConfigException.class, () -> read(text));
    assertThat(refused).as(text).isNotNull().hasMessageNotContaining("s3cr3t");
    return refused.problems().stream().map(Problem::text).toList();
  }

  @Test
  void dynamoDb_needsNoMoreThanATable() {
    assertThat(read(DYNAMO).authority()).isEqualTo(AuthoritySettings.DynamoTable.of("routes"));
    assertThat(
            read(LEAST
                    + "authority: { dynamodb: { table: r-1, region: eu-west-1, consistent: false,"
                    + " endpoint: \"http://127.0.0.1:8000\", timeout: 10s } }\n")
                .authority())
        .isEqualTo(
            new AuthoritySettings.DynamoTable(
                "r-1",
                Optional.of("eu-west-1"),
                Optional.of(URI.create("http://127.0.0.1:8000")),
                false,
                Duration.ofSeconds(10)));
  }

  @Test
  void everyMistakeOfDynamoDb_isNamedWithItsPlace() {
    assertThat(
            mistakes(
                LEAST
                    + """
                    authority:
                      dynamodb:
                        table: a/b
                        region: US East
                        endpoint: "http://s3cr3t@host"
                        consistent: maybe
                        timeout: 11s
                        tabel: x
                    """))
        .containsExactly(
            "6:12: \"table\" must be 3 to 255 characters of A-Za-z0-9_.-, not \"a/b\"",
            "7:13: \"region\" must be the name of a region, such as us-east-1, not \"US East\"",
            "8:15: \"endpoint\" must be http://HOST:PORT or https://HOST:PORT and nothing more",
            "9:17: \"consistent\" must be true or false, not the text \"maybe\"",
            "10:14: \"timeout\" must lie in 1ms to 10s, not 11000ms",
            "11:5: unknown key \"tabel\" in \"dynamodb\" (did you mean \"table\"?)");
    assertThat(mistakes(LEAST + "authority: { dynamodb: { region: eu-west-1 } }\n"))
        .containsExactly("4:24: \"table\" is missing from \"dynamodb\"");
  }

  @Test
  void endpoint_hasATokenFromElsewhere() {
    AuthoritySettings read =
        read(LEAST + "authority: { http: { url: \"https://a:1\", token: \"env:TOKEN\" } }\n")
            .authority();
    assertThat(((AuthoritySettings.Endpoint) read).url()).isEqualTo(URI.create("https://a:1"));
    assertThat(((AuthoritySettings.Endpoint) read).token().orElseThrow().text())
        .isEqualTo("0123456789abcdef");
    assertThat(read.toString()).doesNotContain("0123456789abcdef");
    assertThat(
            mistakes(LEAST + "authority: { http: { url: \"ftp://s3cr3t@a\", token: s3cr3t } }\n"))
        .containsExactly(
            "4:27: \"url\" must be http://HOST:PORT or https://HOST:PORT and nothing more",
            "4:52: \"token\" must be env:NAME or file:PATH");
    assertThat(mistakes(LEAST + "authority: { http: { timeout: 61s } }\n"))
        .containsExactly(
            "4:20: \"url\" is missing from \"http\"",
            "4:31: \"timeout\" must lie in 1ms to 1m, not 61000ms");
  }

  @Test
  void endpoint_isTrustedByItsCertificate_whereTheUrlIsOfHttps() {
    assertThat(mistakes(LEAST + "authority: { http: { url: \"http://a:1\", tls: {} } }\n"))
        .hasSize(1);
    assertThat(
            mistakes(
                LEAST + "authority: { http: { url: \"https://a:1\", tls: { server-name: b } } }\n"))
        .containsExactly("4:49: unknown key \"server-name\" in \"tls\"");
  }

  @Test
  void authorities_excludeEachOther() {
    assertThat(mistakes(LEAST + "authority: { file: a, dynamodb: { table: abc } }\n"))
        .containsExactly("4:12: \"file\" and \"dynamodb\" of \"authority\" exclude each other");
    assertThat(mistakes(LEAST + "authority: { last-known-good: a }\n"))
        .containsExactly("4:12: \"authority\" must have one of \"file\", \"dynamodb\", \"http\"");
    assertThat(mistakes(LEAST + "authority: { last-known-good: a, dynamodb: { table: abc } }\n"))
        .containsExactly(
            "4:12: \"dynamodb\" and \"last-known-good\" of \"authority\" exclude each other");
  }

  @Test
  void copiesOfARouteFile_areRefused() {
    String file = LEAST + "authority: { file: routes.yaml }\n";
    assertThat(mistakes(file + "layers: [ { redis: { uri: \"redis://a\" } } ]\n"))
        .containsExactly(
            "4:12: \"file\" of \"authority\" and \"layers\" exclude each other: copies there would"
                + " outlive a change of the route file");
    assertThat(mistakes(file + "resolver: { snapshot: { file: s } }\n"))
        .containsExactly(
            "4:12: \"file\" of \"authority\" and \"snapshot\" of \"resolver\" exclude each other:"
                + " copies there would outlive a change of the route file");
    GatewayConfig.Builder built =
        read(file).toBuilder().layer(RedisLayer.of(RedisUri.of("redis://a")));
    assertThatThrownBy(built::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("route file excludes layers");
  }

  @Test
  void layersAndChannel_areRead_andShowNoPassword(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("password"), "from-file\n");
    GatewayConfig config =
        read(
            DYNAMO
                + """
                layers:
                  - redis: { uri: "redis://host:6379" }
                  - redis: { uri: "env:REDIS", name: far, prefix: "x:", timeout: 1s }
                  - redis: { uri: "rediss://router@host", password: "env:PASSWORD", name: third }
                  - redis: { uri: "redis-cluster://a,b", password: "file:%s", name: fourth }
                invalidations: { redis: { uri: "redis://host", channel: c, timeout: 1ms } }
                """
                    .formatted(file));
    assertThat(config.layers())
        .containsExactly(
            RedisLayer.of(RedisUri.of("redis://host:6379")),
            new RedisLayer(RedisUri.of(WITH_SECRET), "far", "x:", Duration.ofSeconds(1)),
            new RedisLayer(
                RedisUri.of("rediss://router:s3cr3t-p%40ss%3Aword%2F1@host"),
                "third",
                "turnout:",
                Duration.ofMillis(500)),
            new RedisLayer(
                RedisUri.of("redis-cluster://:from-file@a,b"),
                "fourth",
                "turnout:",
                Duration.ofMillis(500)));
    assertThat(config.invalidations())
        .contains(new RedisChannel(RedisUri.of("redis://host"), "c", Duration.ofMillis(1)));
    assertThat(config.layers().toString()).contains("rediss://…").doesNotContain("s3cr3t");
  }

  @Test
  void everyMistakeOfLayers_isNamedWithItsPlace_withoutSecrets() {
    assertThat(
            mistakes(
                DYNAMO
                    + """
                    layers:
                      - redis: { uri: "http://s3cr3t@a" }
                      - redis: { uri: "env:WRONG" }
                      - redis: { uri: "env:NONE" }
                      - redis: { uri: "redis://:s3cr3t@a", password: "env:PASSWORD" }
                      - redis: { uri: "redis://a", password: s3cr3t }
                      - redis: { uri: "redis://a", password: "env:EMPTY" }
                      - redis: { uri: "redis://a", name: A, timeout: 2s }
                      - redis: { uri: "redis://a" }
                    """))
        .containsExactly(
            "6:19: \"uri\": " + NO_URI,
            "7:19: \"uri\" in env:WRONG: " + NO_URI,
            "8:19: the variable \"NONE\" is not set, and should hold \"uri\"",
            "9:12: \"uri\" and \"password\" of \"redis\": the URI of Redis holds a password already",
            "10:42: \"password\" must be env:NAME or file:PATH",
            "11:42: \"password\" in env:EMPTY must not be empty",
            "12:38: \"name\" must be [a-z0-9][a-z0-9-]{0,62}, not \"A\"",
            "12:50: \"timeout\" must lie in 1ms to 1s, not 2000ms",
            "13:5: the name \"redis\" of an item of \"layers\" must differ from all others, and from"
                + " near and authority");
    String nine = "  - redis: { uri: \"redis://a\" }\n".repeat(9);
    assertThat(mistakes(DYNAMO + "layers:\n" + nine))
        .containsExactly("6:3: \"layers\" must have at most 8 items, not 9");
    assertThat(mistakes(DYNAMO + "layers: [ { reddis: { uri: a } } ]\n"))
        .containsExactly(
            "5:11: \"redis\" is missing from an item of \"layers\"",
            "5:13: unknown key \"reddis\" in an item of \"layers\" (did you mean \"redis\"?)");
    assertThat(mistakes(DYNAMO + "invalidations: { redis: { channel: \"\" } }\n"))
        .containsExactly(
            "5:25: \"uri\" is missing from \"redis\"",
            "5:36: \"channel\" must be the name of a channel, not \"\"");
  }

  private static final String NO_URI =
      "the URI of Redis must be redis:// or rediss:// and a host, perhaps with -sentinel or"
          + " -cluster in its scheme and more hosts, or redis-socket:// and a path";

  @Test
  void resolver_isReadByTheWordsOfRehearsals() {
    assertThat(read(DYNAMO).resolver()).isEqualTo(ResolverSettings.DEFAULT);
    assertThat(
            read(DYNAMO
                    + """
                    resolver:
                      near-cache-bytes: 64KiB
                      layer-timeout: 1ms
                      authority-timeout: 1m
                      authority-concurrency: 1
                      authority-queue: 0
                      max-fresh: 0
                      max-expire: 18250d
                      max-stale: 10m
                      serve-expired-for: 1h
                      freshness-spread: 0
                      snapshot: { file: s, every: 1s }
                    """)
                .resolver())
        .isEqualTo(
            new ResolverSettings(
                new NearCacheBound(NearCacheBound.Unit.BYTES, 65_536),
                Duration.ofMillis(1),
                Duration.ofMinutes(1),
                1,
                0,
                Duration.ZERO,
                Duration.ofDays(18_250),
                Duration.ofMinutes(10),
                Duration.ofHours(1),
                0,
                Optional.of(new SnapshotSettings(Path.of("/etc/t/s"), Duration.ofSeconds(1)))));
  }

  @Test
  void everyMistakeOfTheResolver_isNamedWithItsPlace() {
    assertThat(
            mistakes(
                DYNAMO
                    + """
                    resolver:
                      near-cache: 0
                      near-cache-bytes: 65535
                      layer-timeout: 0
                      authority-timeout: 61s
                      authority-concurrency: 10001
                      authority-queue: 1000001
                      max-fresh: 18251d
                      serve-expired: 1h
                      freshness-spread: 11
                      snapshot: { every: 999ms }
                    """))
        .containsExactly(
            "6:3: \"near-cache\" and \"near-cache-bytes\" of \"resolver\" exclude each other",
            "6:15: \"near-cache\" must be an integer from 1 to 100000000 in decimal digits, not"
                + " \"0\"",
            "7:21: \"near-cache-bytes\" must lie in 65536 to 1099511627776 bytes, not 65535",
            "8:18: \"layer-timeout\" must lie in 1ms to 1m, not 0ms",
            "9:22: \"authority-timeout\" must lie in 1ms to 1m, not 61000ms",
            "10:26: \"authority-concurrency\" must be an integer from 1 to 10000 in decimal digits,"
                + " not \"10001\"",
            "11:20: \"authority-queue\" must be an integer from 0 to 1000000 in decimal digits, not"
                + " \"1000001\"",
            "12:14: \"max-fresh\" must lie in 0 to 18250d, not 1576886400000ms",
            "13:3: unknown key \"serve-expired\" in \"resolver\" (did you mean"
                + " \"serve-expired-for\"?)",
            "14:21: \"freshness-spread\" must be an integer from 0 to 10 in decimal digits, not"
                + " \"11\"",
            "15:13: \"file\" is missing from \"snapshot\"",
            "15:22: \"every\" must lie in 1s to 24h, not 999ms");
  }
}
