// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.turnout.document.Problem;
import io.turnout.gateway.config.CellSettings.NoMatch;
import io.turnout.gateway.config.CellSettings.Pace;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CellReaderTest {

  private static final String COMMON =
      """
      turnout-gateway: 1
      rules: rules.yaml
      authority: { file: routes.yaml }
      cells:
        us-1:
      """;
  private static final String TWO =
      """
          endpoints:
            - { origin: "http://a:1", labels: { version: "8f2" } }
            - "http://a:2"
      """;

  private static GatewayConfig read(String cell) {
    return ConfigReader.read(
        (COMMON + cell).getBytes(StandardCharsets.UTF_8),
        "g.yaml",
        Path.of("/etc/t"),
        name -> Optional.empty());
  }

  private static CellSettings cell(String text) {
    return Objects.requireNonNull(read(text).cells().get("us-1"));
  }

  private static List<String> mistakes(String text) {
    return catchThrowableOfType(InvalidGatewayConfigException.class, () -> read(text))
        .problems()
        .stream()
        .map(Problem::text)
        .toList();
  }

  @Test
  void endpoints_areRead_withEverythingElseAsByDefault() {
    assertThat(cell(TWO))
        .isEqualTo(
            CellSettings.of(
                new CellSettings.Listed(
                    List.of(
                        new LabelledOrigin(new Origin("a", 1), Map.of("version", "8f2")),
                        new LabelledOrigin(new Origin("a", 2), Map.of())))));
    assertThat(cell(TWO).isPlain()).isFalse();
    assertThat(cell("    origin: \"http://a:1\"\n").isPlain()).isTrue();
    assertThat(cell("    endpoints-file: us-1.yaml\n").members())
        .isEqualTo(
            new CellSettings.Watched(
                Path.of("/etc/t/us-1.yaml"), Optional.empty(), Optional.empty(), false));
  }

  @Test
  void everyValue_isTaken() {
    CellSettings cell =
        cell(
            """
                endpoints-file: us-1.yaml
                last-known-good: us-1.good.yaml
                http2: true
                health: { path: /up, port: 83, interval: 100ms, timeout: 1m, failures: 100 }
                ejection: { failures: 1000, on: [ connect, 5xx ], first: 1h, longest: 24h }
                no-match: { version: "8e9" }
                tries: 16
                apply-every: 1m
                drain: 24h
            """);
    assertThat(cell)
        .isEqualTo(
            new CellSettings(
                new CellSettings.Watched(
                    Path.of("/etc/t/us-1.yaml"),
                    Optional.of(Path.of("/etc/t/us-1.good.yaml")),
                    Optional.empty(),
                    true),
                Optional.of(
                    new OriginHealth(
                        "/up",
                        OptionalInt.of(83),
                        Duration.ofMillis(100),
                        Duration.ofMinutes(1),
                        100)),
                Optional.of(
                    new EjectionSettings(
                        1_000,
                        Set.of(EndpointFailure.CONNECT, EndpointFailure.STATUS),
                        Duration.ofHours(1),
                        Duration.ofHours(24))),
                NoMatch.asking(Map.of("version", "8e9")),
                new Pace(16, Duration.ofMinutes(1), Duration.ofHours(24))));
    CellSettings other =
        cell(
            TWO
                + "    ejection: none\n    no-match: reject\n    apply-every: 0\n    http2: true\n");
    assertThat(other.ejection()).isEmpty();
    assertThat(other.noMatch()).isEqualTo(NoMatch.REJECT);
    assertThat(other.pace().applyEvery()).isZero();
    assertThat(((CellSettings.Listed) other.members()).endpoints())
        .allMatch(one -> one.origin().http2());
    assertThat(cell(TWO + "    no-match: any\n").noMatch()).isEqualTo(NoMatch.ANY);
    assertThat(cell(TWO + "    health: { path: /up }\n").health())
        .hasValue(
            new OriginHealth(
                "/up", OptionalInt.empty(), Duration.ofSeconds(5), Duration.ofSeconds(1), 3));
    assertThat(cell(TWO + "    ejection: { first: 10m }\n").ejection().orElseThrow().longest())
        .isEqualTo(Duration.ofMinutes(10));
  }

  @Test
  void keysThatExcludeEachOther_areNamedWithTheirPlaces() {
    assertThat(mistakes(TWO + "    origin: \"http://a:1\"\n    endpoints-file: f.yaml\n"))
        .containsExactly(
            "6:5: \"origin\" and \"endpoints\" of cell \"us-1\" exclude each other",
            "10:5: \"endpoints\" and \"endpoints-file\" of cell \"us-1\" exclude each other");
    assertThat(mistakes(TWO + "    last-known-good: f.yaml\n"))
        .containsExactly(
            "9:5: \"endpoints\" and \"last-known-good\" of cell \"us-1\" exclude each other");
    assertThat(mistakes("    origin: \"http://a:1\"\n    drain: 1s\n    health: { path: / }\n"))
        .containsExactly(
            "7:5: \"origin\" and \"drain\" of cell \"us-1\" exclude each other",
            "8:5: \"origin\" and \"health\" of cell \"us-1\" exclude each other");
    assertThat(mistakes(TWO + "    tls: { server-name: b }\n"))
        .containsExactly("9:5: \"tls\" of cell \"us-1\" needs https, and http://a:1 has none");
  }

  @Test
  void wrongValues_areNamedWithTheirPlaces() {
    String mistaken =
        """
            endpoints: [ "http://a:1", { origin: "http://a:1" }, "ftp://a", { labels: { v: 2 } } ]
            health: { interval: 99ms, timeout: 61s, failures: 101 }
            ejection: { failures: 1001, on: [ later ], first: 99ms, longest: 25h }
            no-match: some
            tries: 17
            apply-every: 61s
            drain: 25h
        """;
    assertThat(mistakes(mistaken))
        .hasSize(16)
        .anyMatch(line -> line.startsWith("6:32: an item of \"endpoints\" is there twice"))
        .anyMatch(line -> line.startsWith("6:58: an item of \"endpoints\" must be"))
        .anyMatch(line -> line.startsWith("6:69: \"origin\" is missing from an item"))
        .anyMatch(line -> line.startsWith("6:84: label \"v\" must be text"))
        .anyMatch(line -> line.startsWith("7:13: \"path\" is missing from \"health\""))
        .anyMatch(line -> line.startsWith("7:25: \"interval\" must lie in 100ms to 1h"))
        .anyMatch(line -> line.startsWith("7:40: \"timeout\" must lie in 1ms to 1m"))
        .anyMatch(line -> line.startsWith("8:27: \"failures\" must be an integer from 1 to 1000"))
        .anyMatch(line -> line.startsWith("8:39: \"on\" must be one of connect, broken-off"))
        .anyMatch(line -> line.startsWith("8:55: \"first\" must lie in 100ms to 1h"))
        .anyMatch(line -> line.startsWith("8:70: \"longest\" must lie in 10s to 24h"))
        .anyMatch(line -> line.startsWith("9:15: \"no-match\" must be one of any, reject"))
        .anyMatch(line -> line.startsWith("10:12: \"tries\" must be an integer from 1 to 16"))
        .anyMatch(line -> line.startsWith("11:18: \"apply-every\" must lie in 0 to 1m"))
        .anyMatch(line -> line.startsWith("12:12: \"drain\" must lie in 1ms to 24h"));
  }

  @Test
  void labels_keepToTheirBounds() {
    String name = "n".repeat(63);
    String value = "v".repeat(128);
    assertThat(labelled(name + ": \"" + value + "\"")).isEmpty();
    assertThat(labelled(name + "n: x"))
        .hasSize(1)
        .allMatch(line -> line.contains("must have a name"));
    assertThat(labelled("n: \"" + value + "v\"")).hasSize(1);
    assertThat(labelled("n: \"\\t\"")).hasSize(1);
    assertThat(labelled("n: \"\"")).hasSize(1);
    assertThat(labelled("-n: x")).hasSize(1);
    assertThat(labelled(many(LabelledOrigin.MOST_LABELS))).isEmpty();
    assertThat(labelled(many(LabelledOrigin.MOST_LABELS + 1)))
        .containsExactly("6:50: \"labels\" must have at most 16 labels, not 17");
    assertThatThrownBy(() -> new LabelledOrigin(new Origin("a", 1), Map.of("", "x")))
        .hasMessageContaining("a label must have a name");
  }

  private static String many(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> "l" + i + ": x")
        .collect(Collectors.joining(", "));
  }

  private static List<String> labelled(String labels) {
    String text = "    endpoints: [ { origin: \"http://a:1\", labels: { " + labels + " } } ]\n";
    try {
      read(text);
      return List.of();
    } catch (InvalidGatewayConfigException e) {
      return e.problems().stream().map(Problem::text).toList();
    }
  }

  @Test
  void settingsInCode_keepToTheirBounds() {
    assertThatThrownBy(() -> new Pace(17, Duration.ZERO, Duration.ofMillis(1)))
        .hasMessageContaining("tries 17");
    assertThatThrownBy(() -> new Pace(0, Duration.ZERO, Duration.ofMillis(1)))
        .hasMessageContaining("tries 0");
    assertThatThrownBy(() -> new Pace(1, Duration.ofSeconds(61), Duration.ofMillis(1)))
        .hasMessageContaining("applyEvery");
    assertThatThrownBy(() -> new Pace(1, Duration.ZERO, Duration.ZERO))
        .hasMessageContaining("drain");
    Duration second = Duration.ofSeconds(1);
    Set<EndpointFailure> on = Set.of(EndpointFailure.CONNECT);
    assertThatThrownBy(() -> new EjectionSettings(0, on, second, second))
        .hasMessageContaining("failures 0");
    assertThatThrownBy(() -> new EjectionSettings(1, Set.of(), second, second))
        .hasMessageContaining("on must name");
    assertThatThrownBy(() -> new EjectionSettings(1, on, second, second.minusNanos(1)))
        .hasMessageContaining("longest");
    assertThatThrownBy(() -> new CellSettings.Listed(List.of())).hasMessageContaining("0");
    LabelledOrigin one = new LabelledOrigin(new Origin("a", 1), Map.of());
    assertThatThrownBy(() -> new CellSettings.Listed(List.of(one, one)))
        .hasMessageContaining("once");
  }
}
