// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.payments;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class RecordingGeneratorTest {

  private static final Pattern RULE_NAME = Pattern.compile("(?m)^  - name: (\\S+)");
  private static final ObjectMapper JSON = new ObjectMapper();

  private final RecordingGenerator generator = new RecordingGenerator();

  @Test
  void committedRoutes_areWhatTheGeneratorWrites() throws IOException {
    assertThat(Files.readString(Path.of(RecordingGenerator.ROUTES)).equals(generator.routes()))
        .as("routes.yaml is up to date")
        .isTrue();
  }

  @Test
  void committedRecording_isWhatTheGeneratorWrites() throws IOException {
    String committed = Files.readString(Path.of(RecordingGenerator.RECORDING));
    assertThat(committed.equals(generator.recording()))
        .as("recording.jsonl is up to date")
        .isTrue();
  }

  @Test
  void committedNearMisses_areWhatTheGeneratorWrites() throws IOException {
    String committed = Files.readString(Path.of(RecordingGenerator.NEAR_MISSES));
    assertThat(committed.equals(generator.nearMisses()))
        .as("near-misses.jsonl is up to date")
        .isTrue();
  }

  @Test
  void committedSite_isWhatTheGeneratorWrites() throws IOException {
    Path site = Path.of(RecordingGenerator.SITE);
    assertThat(Files.readString(site.resolve(RecordingGenerator.RECORDING)))
        .isEqualTo(generator.siteRecording());
    assertThat(Files.readString(site.resolve(RecordingGenerator.NEAR_MISSES)))
        .isEqualTo(generator.siteMisses());
  }

  @Test
  void generator_writesTheSameTwice() {
    assertThat(new RecordingGenerator().recording().equals(generator.recording())).isTrue();
    assertThat(generator.recording().equals(generator.recording())).isTrue();
  }

  @Test
  void eachRule_isExpectedByARequest_andNoOther() throws IOException {
    Set<String> expected = new TreeSet<>();
    for (JsonNode line : recorded()) {
      if (line.at("/expect").has("rule")) {
        expected.add(line.at("/expect/rule").asText());
      }
    }
    assertThat(expected).isEqualTo(ruleNames());
  }

  @Test
  void recording_hasTwoThousandRequests_eachWithItsOwnName() throws IOException {
    List<JsonNode> lines = recorded();
    assertThat(lines).hasSizeGreaterThanOrEqualTo(2_000);
    assertThat(lines).extracting(line -> line.get("name").asText()).doesNotHaveDuplicates();
  }

  private List<JsonNode> recorded() throws IOException {
    List<JsonNode> lines = new ArrayList<>();
    for (String line : generator.recording().lines().toList()) {
      lines.add(JSON.readTree(line));
    }
    return lines;
  }

  private static Set<String> ruleNames() throws IOException {
    Set<String> names = new TreeSet<>();
    Matcher matcher = RULE_NAME.matcher(Files.readString(Path.of("rules.yaml")));
    while (matcher.find()) {
      names.add(matcher.group(1));
    }
    return names;
  }
}
