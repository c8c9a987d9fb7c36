// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.document.Problem;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EndpointsFileTest {

  private static final String HEAD = "turnout-endpoints: 1\nendpoints:\n";

  private static EndpointsFile.Reading read(String text, Optional<OriginTls> tls) {
    return EndpointsFile.read(
        text.getBytes(StandardCharsets.UTF_8),
        new CellSettings.Watched(Path.of("us-1.yaml"), Optional.empty(), tls, false));
  }

  private static List<String> mistakes(String text) {
    EndpointsFile.Reading reading = read(text, Optional.empty());
    assertThat(reading.endpoints()).isEmpty();
    return reading.problems().stream().map(Problem::text).toList();
  }

  @Test
  void file_isReadWhole() {
    String text =
        HEAD + "- { origin: \"http://a:1\", labels: { version: \"8f2\" } }\n- \"http://[::1]:2\"\n";
    assertThat(read(text, Optional.empty()).endpoints())
        .hasValue(
            List.of(
                new LabelledOrigin(new Origin("a", 1), Map.of("version", "8f2")),
                new LabelledOrigin(new Origin("::1", 2), Map.of())));
    String json = "{\"turnout-endpoints\":1,\"endpoints\":[{\"origin\":\"http://a:1\"}]}";
    assertThat(read(json, Optional.empty()).endpoints().orElseThrow()).hasSize(1);
  }

  @Test
  void tls_isSpokenAsTheCellSays() {
    OriginTls tls = OriginTls.trusting(Path.of("ca.pem"));
    assertThat(read(HEAD + "- \"https://a:1\"\n", Optional.of(tls)).endpoints().orElseThrow())
        .containsExactly(new LabelledOrigin(new Origin("a", 1, Optional.of(tls), false), Map.of()));
    assertThat(read(HEAD + "- \"http://a:1\"\n", Optional.of(tls)).problems())
        .extracting(Problem::text)
        .containsExactly("3:1: \"tls\" of the cell needs https, and http://a:1 has none");
  }

  @Test
  void fileWithOneMistake_isRefusedWhole() {
    assertThat(mistakes(HEAD + "- \"http://a:1\"\n- \"http://a:1\"\n"))
        .containsExactly("4:3: an item of \"endpoints\" is there twice: http://a:1");
    assertThat(mistakes(HEAD + "- \"http://a:1\"\n- \"a:2\"\n"))
        .singleElement()
        .asString()
        .startsWith("4:3: an item of \"endpoints\" must be http://HOST:PORT");
    assertThat(mistakes("turnout-endpoints: 2\nendpoints: [ \"http://a:1\" ]\n"))
        .containsExactly(
            "1:20: \"turnout-endpoints\" must be 1, the version that this gateway reads, not 2");
    assertThat(mistakes("turnout-endpoints: 1\nendpoints: []\n"))
        .containsExactly("2:12: \"endpoints\" must not be empty");
    assertThat(mistakes("turnout-endpoints: 1\n"))
        .containsExactly("1:1: \"endpoints\" is missing from the endpoints file");
    assertThat(mistakes("endpoints: [ \"http://a:1\"\n")).isNotEmpty();
  }

  @Test
  void asManyEndpointsAsAllowed_areTaken_andOneMoreIsNot() {
    StringBuilder text = new StringBuilder(HEAD);
    for (int i = 0; i < CellSettings.MOST_ENDPOINTS; i++) {
      text.append("- { origin: \"http://h").append(i).append(":1\", labels: { v: \"1\" } }\n");
    }
    assertThat(read(text.toString(), Optional.empty()).endpoints().orElseThrow())
        .hasSize(CellSettings.MOST_ENDPOINTS);
    text.append("- \"http://one-more\"\n");
    assertThat(mistakes(text.toString()))
        .containsExactly("3:1: \"endpoints\" must have at most 50000 items, not 50001");
  }
}
