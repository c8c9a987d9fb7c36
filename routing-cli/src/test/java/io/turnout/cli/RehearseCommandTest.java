// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RehearseCommandTest {

  private static final Pattern RUN =
      Pattern.compile("```\n\\$ \\./turnout (rehearse [^\n]*)\n(.*?)```", Pattern.DOTALL);

  @TempDir Path folder;

  private static Ran small(String... more) {
    List<String> words = new ArrayList<>(List.of("rehearse", "--keys=500", "--rate=100/s"));
    words.addAll(List.of("--for=4m", "--warm-up=1m"));
    words.addAll(List.of(more));
    return Ran.turnout(words.toArray(String[]::new));
  }

  @Test
  void picture_standsByItself() throws Exception {
    Path svg = folder.resolve("a.svg");
    Ran ran = small("--scenario=total-loss", "--svg=" + svg);
    assertThat(ran.exitCode()).isZero();
    assertThat(ran.err()).isEmpty();
    assertThat(ran.out()).contains("fault 1: at 2m everything-lost", "\n  2m ");
    assertThat(
            DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(svg.toFile())
                .getDocumentElement()
                .getTagName())
        .isEqualTo("svg");
    assertThat(Files.readString(svg))
        .contains("2m: everything-lost", "authority calls/s")
        .doesNotContain("href", "<script", "NaN", "Infinity");
  }

  @Test
  void json_hasWhatTheTextHas() throws IOException {
    Ran ran = small("--scenario=total-loss", "--format=json", "--seed=7");
    JsonNode json = new JsonMapper().readTree(ran.out());
    assertThat(json.path("seed").asInt()).isEqualTo(7);
    assertThat(json.at("/requests/all").asInt()).isBetween(22_000, 26_000);
    assertThat(json.at("/faults/0/what").asText()).isEqualTo("everything-lost");
    assertThat(json.at("/faults/0/arithmetic/look-ups-per-second").asInt()).isEqualTo(1_600);
    assertThat(json.at("/authority/at-once-allowed").asInt()).isEqualTo(32);
    int sum = 0;
    for (JsonNode slice : json.path("over-time")) {
      sum += slice.path("requests").asInt();
    }
    assertThat(sum).isEqualTo(json.at("/requests/all").asInt());
  }

  @Test
  void printedScenario_canBeRehearsedFromAFile() throws IOException {
    Path file = folder.resolve("mine.yaml");
    Files.writeString(file, Ran.turnout("rehearse", "--scenario=throttled", "--print").out());
    assertThat(Files.readString(file)).startsWith("turnout-rehearsal: 1\n");
    Ran ran = small("--scenario=" + file);
    assertThat(ran.exitCode()).isZero();
    assertThat(ran.out()).contains("authority-throttled to 100/s");
  }

  @Test
  void wrongCall_saysWhatIsWrong() {
    assertThat(Ran.turnout("rehearse").err()).contains("--scenario");
    Ran unknown = Ran.turnout("rehearse", "--scenario=total-los");
    assertThat(unknown.exitCode()).isEqualTo(2);
    assertThat(unknown.err()).contains("did you mean \"total-loss\"?");
    assertThat(Ran.turnout("rehearse", "--scenario=total-loss", "--for=long").err())
        .contains("--for cannot be \"long\"", "1h30m");
    assertThat(Ran.turnout("rehearse", "--scenario=total-loss", "--for=8d").err())
        .contains("1s to 7d");
    assertThat(small("--scenario=total-loss", "--trace=" + folder.resolve("none")).err())
        .contains("there is no file");
    assertThat(Ran.turnout("help", "rehearse").out().lines())
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(100));
  }

  /** The page shows what the command prints, with lines left out, and the picture that it draws. */
  @Test
  void operatingPage_isTrue() throws IOException {
    Path docs = Ran.project().resolve("docs");
    Matcher run = RUN.matcher(Files.readString(docs.resolve("operating.md")));
    int runs = 0;
    while (run.find()) {
      runs++;
      Path svg = folder.resolve("drawn.svg");
      List<String> words = new ArrayList<>();
      String picture = "";
      for (String word : run.group(1).split(" ", -1)) {
        if (word.endsWith(".svg")) {
          picture = word.substring("docs/".length());
        }
        words.add(word.endsWith(".svg") ? svg.toString() : word);
      }
      Ran ran = Ran.turnout(words.toArray(String[]::new));
      assertThat(ran.out().lines().toList())
          .as(run.group(1))
          .containsSubsequence(run.group(2).lines().toList());
      if (!picture.isEmpty()) {
        assertThat(svg).hasSameTextualContentAs(docs.resolve(picture));
      }
    }
    assertThat(runs).isEqualTo(3);
  }
}
