// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.cli.terminal.Terminal;
import io.turnout.decision.Grounds;
import io.turnout.decision.RouteDecision;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ViewTest {

  private static final String LONG_NAME = "a-rule-whose-name-is-as-long-as-names-may-be";

  private final StringWriter out = new StringWriter();

  private Terminal terminal(boolean live) {
    PrintWriter writer = new PrintWriter(out, true);
    return new Terminal(InputStream.nullInputStream(), writer, writer, live, live);
  }

  private static Tally tally(int rules, int requests) {
    Tally tally = new Tally();
    for (int i = 0; i < requests; i++) {
      Optional<String> rule = Optional.of(LONG_NAME + i % rules);
      Grounds grounds =
          new Grounds(rule, Optional.of("header"), Optional.empty(), Optional.empty(), "v");
      tally.decided(RouteDecision.toCell("us-1", RouteDecision.Basis.NOTHING, grounds));
      tally.arrived("us-1");
      tally.decidedWithin(1_234_567L * i);
      tally.judged(recorded(), List.of());
    }
    return tally;
  }

  private static Recorded recorded() {
    return new Recorded(
        "n", "GET", "/", List.of(), false, new byte[0], new Expected(Map.of("outcome", "cell")));
  }

  @Test
  void board_fitsATerminalAndKeepsItsHeight() {
    int height = Board.lines(new Tally()).size();
    for (int rules : new int[] {1, 5, 6, 200}) {
      List<String> lines = Board.lines(tally(rules, 5_000));
      assertThat(lines).hasSize(height).allMatch(line -> line.length() <= 78);
    }
    assertThat(height).isLessThanOrEqualTo(13);
  }

  @Test
  void board_saysHowManyMoreThereAre() {
    assertThat(Board.lines(tally(5, 50))).noneMatch(line -> line.contains("more"));
    assertThat(Board.lines(tally(7, 70))).anyMatch(line -> line.startsWith("  and 3 more"));
  }

  @Test
  void liveView_drawsOverItselfAndShowsTheCursorInTheEnd() {
    LiveView view = new LiveView(terminal(true));
    Progress progress =
        new Progress(12, 2_604, Duration.ofSeconds(99), tally(200, 31_000), Optional.of(rollout()));
    view.show(progress);
    String first = out.toString();
    long lines = first.chars().filter(c -> c == '\n').count();
    assertThat(first).startsWith("\u001b[?25l").doesNotContainPattern("\u001b\\[[0-9]+A");
    view.end(progress);
    String second = out.toString().substring(first.length());
    assertThat(second).startsWith("\u001b[?25h\r\u001b[" + lines + "A");
    assertThat(second.replaceAll("\u001b\\[[0-9;?]*[A-Za-z]", "").lines())
        .allMatch(line -> line.length() <= 79);
  }

  @Test
  void plainView_isALineWithoutControlCharacters() {
    PlainView view = new PlainView(terminal(false));
    view.show(new Progress(1, 2_604, Duration.ofMillis(2_040), tally(3, 1_000), Optional.empty()));
    Matcher line = Pattern.compile("(.*)\\R").matcher(out.toString());
    assertThat(line.matches()).isTrue();
    assertThat(line.group(1).strip())
        .isEqualTo("2.0 s  1,000 of 2,604 requests, 1,000 as expected, 0 different");
  }

  @Test
  void summary_namesTheFirstDifferences() {
    Tally tally = tally(1, 2);
    for (int i = 0; i < 20; i++) {
      tally.judged(recorded(), List.of("difference " + i));
    }
    Summary.print(
        terminal(false), new Progress(1, 22, Duration.ofSeconds(1), tally, Optional.empty()));
    assertThat(out.toString())
        .startsWith("Not as expected: 20 of 22 requests.")
        .contains("  n: difference 0\n", "  n: difference 9\n")
        .doesNotContain("difference 10");
  }

  private static RolloutTally rollout() {
    RolloutTally rollout = new RolloutTally();
    for (int user = 0; user < 980; user++) {
      rollout.joined();
    }
    rollout.follow(new RolloutTally.Weights(Map.of("prod", 99, "canary", 1), "v", Duration.ZERO));
    rollout.follow(
        new RolloutTally.Weights(Map.of("prod", 90, "canary", 10), "w", Duration.ofSeconds(99)));
    return rollout;
  }

  @Test
  void rolloutBoard_fitsATerminalBesideTheOther() {
    List<String> lines = RolloutBoard.lines(rollout());
    assertThat(lines).hasSameSizeAs(RolloutBoard.lines(new RolloutTally()));
    assertThat(lines).allMatch(line -> line.length() <= 78);
    assertThat(RolloutBoard.brief(rollout())).hasSizeLessThanOrEqualTo(72);
    assertThat(2 + Board.lines(new Tally()).size() + 1 + lines.size()).isLessThan(24);
  }

  @Test
  void summaryOfTheSite_namesWhatWentWrong() {
    RolloutTally rollout = rollout();
    Summary.print(terminal(false), rollout);
    assertThat(out.toString())
        .startsWith("The site, too: none of its 980 users lost an open stage while the weights\n");
    rollout.moved("user 7 had old and got prod, after the weights changed");
    Summary.print(terminal(false), rollout);
    assertThat(out.toString())
        .contains("The site is not as expected: 1 difference. The first:\n  user 7 had old");
  }

  @Test
  void curlLines_areOneForEachSource() throws IOException {
    List<CurlLine> lines = CurlLine.examples(Examples.payments().recording(), 8080);
    assertThat(lines).hasSize(3);
    assertThat(lines).allMatch(line -> line.url().startsWith("http://127.0.0.1:8080/"));
    assertThat(lines.get(2).arguments()).contains(" -d '");
    assertThat(lines.stream().flatMap(line -> ("  curl " + line.arguments()).lines()))
        .allMatch(line -> line.length() <= 80);
  }
}
