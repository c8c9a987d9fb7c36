// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.rehearse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.turnout.document.DocumentLimits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScenarioReaderTest {

  private static Scenario read(String text) {
    return ScenarioReader.read(
        "mine.yaml", text.getBytes(StandardCharsets.UTF_8), DocumentLimits.DEFAULT);
  }

  private static void refused(String text, String... parts) {
    assertThatThrownBy(() -> read("turnout-rehearsal: 1\n" + text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(parts);
  }

  @Test
  void versionAlone_isAScenario() {
    Scenario scenario = read("turnout-rehearsal: 1\n");
    assertThat(scenario.load()).isEqualTo(Load.STANDARD);
    assertThat(scenario.faults()).isEmpty();
    assertThat(scenario.resolver().concurrency()).isEqualTo(32);
    assertThat(scenario.lookupsPerSecond()).isEqualTo(1_600);
  }

  @Test
  void faults_areInTheOrderOfTime() {
    Scenario scenario =
        read(
            """
            turnout-rehearsal: 1
            layer: { latency: 2ms }
            faults:
              - { at: 3m, what: layer-lost }
              - { at: 1m, for: 1m30s, what: authority-slow, latency: 400ms }
              - { at: 2m, for: 1m, what: authority-throttled, per-second: 100 }
            """);
    assertThat(scenario.faults())
        .extracting(Fault::text)
        .containsExactly("authority-slow, 400ms", "authority-throttled to 100/s", "layer-lost");
    assertThat(scenario.faults().get(0).end()).isEqualTo(Duration.ofSeconds(150));
    assertThat(scenario.world().layerLatency()).contains(Duration.ofMillis(2));
  }

  @Test
  void everyMistake_hasItsPlace() {
    refused("routrs: 2\n", "mine.yaml:2:1: ", "(did you mean \"routers\"?)");
    refused("routers: 0\nload: { rate: fast }\n", "mine.yaml:2:10: ", "mine.yaml:3:15: ", "90/m");
    refused("resolver: { max-stal: 1m }\n", "(did you mean \"max-stale\"?)");
    refused("resolver: { authority-concurrency: 0 }\n", "mine.yaml:2:11: ", "0");
    refused("load: { skew: 6 }\n", "2:15: ", "from 0 to 5");
    refused("load: { for: 8d }\n", "2:14: ", "must lie in 1s to 7d, not \"8d\"");
    refused("faults: [ { what: layer-lost } ]\n", "\"at\" is missing");
    refused("faults: [ { at: 1m, what: authority-down } ]\n", "\"for\" is missing");
    refused("faults: [ { at: 1m, what: authority-dwn } ]\n", "(did you mean \"authority-down\"?)");
    refused(
        "faults: [ { at: 1m, for: 1m, what: everything-lost } ]\n",
        "2:21: \"for\" has no meaning for everything-lost");
    assertThatThrownBy(() -> read("turnout-rehearsal: 2\n")).hasMessageContaining("must be 1");
    assertThatThrownBy(() -> read("faults: []\n")).hasMessageContaining("turnout-rehearsal");
  }

  @Test
  void limits_holdAtTheirEdge() {
    assertThat(read("turnout-rehearsal: 1\nload: { keys: 2000000, rate: 1000000/s, for: 7d }\n"))
        .extracting(scenario -> scenario.load().keys())
        .isEqualTo(2_000_000);
    refused("load: { keys: 2000001 }\n", "2000000");
    refused("load: { rate: 1000001/s }\n", "1000000/s");
    String fault = "  - { at: 1m, what: layer-lost }\n";
    assertThat(read("turnout-rehearsal: 1\nfaults:\n" + fault.repeat(1_000)).faults())
        .hasSize(1_000);
    refused("faults:\n" + fault.repeat(1_001), "at most 1000 items, not 1001");
  }

  @Test
  void names_areFoundAndOthersAnsweredWithTheNearest(@TempDir Path folder) throws IOException {
    for (String name : Scenarios.NAMES) {
      assertThat(Scenarios.find(name).faults()).as(name).isNotEmpty();
    }
    assertThatThrownBy(() -> Scenarios.find("throtled"))
        .hasMessageContaining("did you mean \"throttled\"?");
    Path file = folder.resolve("mine.yaml");
    Files.writeString(file, Scenarios.text("throttled"));
    assertThat(Scenarios.find(file.toString()).faults()).hasSize(2);
    Files.write(file, new byte[Scenarios.MAX_BYTES + 1]);
    assertThatThrownBy(() -> Scenarios.find(file.toString())).hasMessageContaining("more than");
  }
}
