// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.rehearse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceTest {

  private static final Load LOAD =
      new Load(100, 10, Duration.ofSeconds(60), Duration.ofSeconds(10), 1, 1);

  @TempDir Path folder;

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("trace.txt"), text);
  }

  private List<String> played(String text) throws IOException {
    List<String> played = new ArrayList<>();
    try (Trace trace = new FileTrace(file(text), LOAD)) {
      while (trace.next()) {
        played.add(trace.key() + "@" + trace.atNanos() / 1_000_000);
        assertThat(trace.number(trace.routeKey(trace.key()))).isEqualTo(trace.key());
      }
    }
    return played;
  }

  @Test
  void generated_followsZipfAndTheRate() {
    GeneratedTrace trace = new GeneratedTrace(LOAD, new SplittableRandom(1));
    int[] counts = new int[100];
    int requests = 200_000;
    for (int i = 0; i < requests; i++) {
      assertThat(trace.next()).isTrue();
      counts[trace.key()]++;
    }
    double[] shares = trace.shares();
    for (int key : new int[] {0, 1, 9, 99}) {
      assertThat((double) counts[key] / requests).isCloseTo(shares[key], within(0.003));
    }
    assertThat(shares[0] / shares[9]).isCloseTo(10, within(1e-9));
    assertThat(trace.atNanos() / 1e9).isCloseTo(requests / 10.0, within(200.0));
  }

  @Test
  void lines_comeAtTheRateOrAtTheirMilliseconds() throws IOException {
    assertThat(played("a\nb\n\na\n")).containsExactly("0@0", "1@100", "0@200");
    assertThat(played("a 5\r\nb\t70\na 70\n")).containsExactly("0@5", "1@70", "0@70");
    assertThat(played("")).isEmpty();
  }

  @Test
  void wrongLine_isNamedByItsNumberAlone() {
    assertThatThrownBy(() -> played("secret 70\nsecret 5\n"))
        .hasMessageContaining("trace.txt, line 2: ")
        .hasMessageNotContaining("secret");
    assertThatThrownBy(() -> played("ok\nse\u0007cret\n"))
        .hasMessageContaining("line 2: ")
        .hasMessageNotContaining("cret");
    assertThatThrownBy(() -> played("x".repeat(257))).hasMessageContaining("1 to 256 bytes");
    assertThatThrownBy(() -> played(" ".repeat(FileTrace.MAX_LINE_BYTES + 1)))
        .hasMessageContaining("more than 512 bytes");
  }

  @Test
  void longestLine_isTaken() throws IOException {
    assertThat(played("x".repeat(256) + " ".repeat(FileTrace.MAX_LINE_BYTES - 256)))
        .containsExactly("0@0");
  }

  @Test
  void file_isRehearsedAndNoKeyShown() throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 600; i++) {
      text.append("secret").append(i % 7).append('\n');
    }
    Report report =
        Rehearsal.run(Scenarios.find("total-loss"), LOAD, Optional.of(file(text.toString())));
    assertThat(report.sum(report.measures().requests())).isEqualTo(500);
    assertThat(report.text() + report.json() + report.svg())
        .contains("7 keys, requests from a file")
        .doesNotContain("secret");
  }

  @Test
  void rates_skewsAndTimes_areReadAsTheyAreWritten() {
    assertThat(Load.rate("5000/s")).contains(5_000.0);
    assertThat(Load.rate("90/m")).contains(1.5);
    assertThat(Load.rate("0.5")).contains(0.5);
    assertThat(Load.rate("0")).isEmpty();
    assertThat(Load.rate("1000001")).isEmpty();
    assertThat(Load.rate("5/d")).isEmpty();
    assertThat(Load.skew("5")).contains(5.0);
    assertThat(Load.skew("5.1")).isEmpty();
    assertThat(Load.time("1h30m")).contains(Duration.ofMinutes(90));
    assertThat(Load.time("0")).contains(Duration.ZERO);
    assertThat(Load.time("90")).isEmpty();
    assertThat(Load.time("1s".repeat(26))).isEmpty();
  }

  @Test
  void truth_knowsSinceWhenAnAnswerIsWrong() {
    Truth truth = new Truth(new SplittableRandom(1));
    String first = truth.cell(0);
    assertThat(truth.wrongFor(0, 1, 5)).isNegative();
    truth.moveOne(1, 10);
    assertThat(truth.cell(0)).isNotEqualTo(first);
    assertThat(truth.wrongFor(0, 1, 15)).isEqualTo(5);
    assertThat(truth.wrongFor(0, truth.version(0), 15)).isNegative();
    truth.moveOne(1, 20);
    truth.moveOne(1, 30);
    truth.moveOne(1, 40);
    assertThat(truth.cell(0)).as("back in the first cell").isEqualTo(first);
    assertThat(truth.wrongFor(0, 1, 50)).isNegative();
    assertThat(truth.wrongFor(0, 2, 50)).isEqualTo(30);
  }
}
