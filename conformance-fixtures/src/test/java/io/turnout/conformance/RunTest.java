// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.turnout.conformance.CaseResult.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Runs on programs that do not behave. Each answers as {@link #GOOD} does but for its one fault.
 */
class RunTest {

  private static final Duration SHORT = Duration.ofSeconds(2);
  private static final String HELLO =
      "{\"name\":\"shell\",\"version\":\"1\",\"protocol\":1,\"kinds\":[\"decide\"]}";
  private static final String CASES =
      """
      kind: decide
      about: two requests
      rules: "turnout: 1"
      cases:
        - { name: bad, request: { target: /bad }, expect: { outcome: reject } }
        - { name: good, request: { target: /good }, expect: { outcome: reject } }
      """;

  /** Answers every question; where a request is bad, it runs FAULT first. */
  private static final String GOOD =
      """
      while read -r line; do
        case $line in
          *'"hello"'*) echo '%s' ;;
          *'"load"'*) echo '{"ok":true}' ;;
          *'/bad'*) FAULT; echo '{"outcome":"reject"}' ;;
          *'"bye"'*) exit ;;
          *) echo '{"outcome":"reject"}' ;;
        esac
      done
      """
          .formatted(HELLO);

  @TempDir Path folder;

  @BeforeEach
  void writeFixture() throws IOException {
    Files.writeString(folder.resolve("refuse-two.yaml"), CASES);
  }

  private Report run(String script) {
    return suite(script).run();
  }

  private Conformance suite(String script) {
    return Conformance.of(() -> Implementation.ofCommand(List.of("sh", "-c", script), SHORT))
        .in(folder);
  }

  private static Status status(Report report, String name) {
    return one(report, name).status();
  }

  private static CaseResult one(Report report, String name) {
    return report.results().stream()
        .filter(result -> result.id().equals("refuse-two.yaml#" + name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void programThatBehaves_passes() {
    Report report = run(GOOD.replace("FAULT", ":"));
    assertThat(report.passed()).isTrue();
    assertThat(report.implementation()).isEqualTo(new Hello("shell", "1", 1, List.of("decide")));
    assertThat(report.text()).contains("shell 1").endsWith("Passed.\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          exit 3                                | ended
          kill -9 $$                            | ended
          sleep 60                              | did not answer within 2000 ms
          while :; do :; done                   | did not answer within 2000 ms
          echo Segmentation fault               | no JSON object: Segmentation fault
          echo '[]'                             | no JSON object: []
          exec cat /dev/zero                    | a line of more than 1048576 bytes
          exec yes 3                            | no JSON object: 3
          exec cat /dev/zero >&2                | ended
          exec >&-; sleep 60                    | ended
          """)
  void programThatFailsOnce_failsThatCaseAndTheRunGoesOn(String fault, String says) {
    Report report = run(GOOD.replace("FAULT", fault));
    assertThat(status(report, "bad")).isEqualTo(Status.FAILED);
    assertThat(one(report, "bad").failures().get(0).what()).contains(says);
    assertThat(status(report, "good")).isEqualTo(Status.PASSED);
    assertThat(report.passed()).isFalse();
  }

  @Test
  void failure_comesWithTheLinesThatReplayIt() {
    Report report = run(GOOD.replace("FAULT", "echo '{\"outcome\":\"cell\"}'; continue"));
    Failure failure = one(report, "bad").failures().get(0);
    assertThat(failure.what()).isEqualTo("outcome is \"cell\", expected \"reject\"");
    assertThat(failure.replay())
        .containsExactly(
            "{\"op\":\"hello\",\"protocol\":1}",
            "{\"op\":\"load\",\"rules\":\"turnout: 1\",\"tier\":\"edge\"}",
            "{\"op\":\"decide\",\"request\":{\"target\":\"/bad\"}}");
    assertThat(report.text().lines().toList()).containsAll(failure.replay());
  }

  @Test
  void programThatStartsSlowly_isWaitedForLongerThanForAnAnswer() {
    assertThat(run("sleep 3; " + GOOD.replace("FAULT", ":")).passed()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          exit 3                                | ended
          read -r line; exit 0                  | ended
          read -r line; echo welcome; sleep 60  | no JSON object: welcome
          read -r line; echo {}; read -r line; echo {} | must have name, version, kinds
          """)
  void programThatDoesNotGetBeyondHello_isNotRun(String script, String says) {
    assertThatThrownBy(() -> run(script))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(says);
  }

  @Test
  void programThatDoesNotComeBack_isNotStartedForEver() throws IOException {
    StringBuilder cases = new StringBuilder(CASES);
    for (int i = 0; i < 5; i++) {
      cases.append("  - { name: c").append(i);
      cases.append(", request: { target: / }, expect: { outcome: reject } }\n");
    }
    Files.writeString(folder.resolve("refuse-two.yaml"), cases);
    Path starts = folder.resolve("starts");
    String once = "echo . >> '" + starts + "'; [ $(wc -l < '" + starts + "') = 1 ] || exit 4; ";

    Report report = run(once + GOOD.replace("FAULT", "exit 3"));

    assertThat(report.count(Status.FAILED)).isEqualTo(7);
    assertThat(one(report, "c4").failures().get(0).what()).startsWith("not asked: ");
    assertThat(Files.readAllLines(starts)).hasSize(1 + Run.MAX_FAILED_STARTS);
  }

  @Test
  void filter_asksOnlyWhatFits() {
    Report report = suite(GOOD.replace("FAULT", "exit 3")).only("*#good").run();
    assertThat(report.results()).extracting(CaseResult::id).containsExactly("refuse-two.yaml#good");
    assertThat(report.passed()).isTrue();
    assertThatThrownBy(() -> suite(GOOD).only("nothing*").run())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("of 2 cases none fits \"nothing*\"");
  }

  private Report expecting(String known, String fault) throws IOException {
    Path list = Files.writeString(folder.resolve("known"), known);
    return suite(GOOD.replace("FAULT", fault)).expectingFailures(list).run();
  }

  @Test
  void failureThatIsExpected_passesTheRun() throws IOException {
    Report report = expecting("\"refuse-two.yaml#bad\": not yet\n", "exit 3");
    assertThat(status(report, "bad")).isEqualTo(Status.EXPECTED_FAILURE);
    assertThat(one(report, "bad").reason()).isEqualTo("not yet");
    assertThat(report.passed()).isTrue();
  }

  @Test
  void patternOfExpectedFailures_needsOneOfThem() throws IOException {
    assertThat(expecting("\"refuse-two.yaml\": not yet\n", "exit 3").passed()).isTrue();
    Report report = expecting("\"refuse-two.yaml\": not yet\n", ":");
    assertThat(report.passed()).isFalse();
    assertThat(report.stale())
        .containsExactly(
            new StaleEntry("refuse-two.yaml", "none of the 2 cases that it fits failed"));
  }

  @Test
  void expectedFailureThatPassesOrFitsNothing_failsTheRun() throws IOException {
    Report report =
        expecting("\"refuse-two.yaml#good\": old\n\"gone*\": old\n\"*#bad\": known\n", "exit 3");
    assertThat(report.passed()).isFalse();
    assertThat(report.stale())
        .containsExactly(
            new StaleEntry("refuse-two.yaml#good", "it passed"),
            new StaleEntry("gone*", "it fits no case"));
    assertThat(report.text()).contains("DID NOT FAIL AS EXPECTED gone*");
  }

  @Test
  void expectedFailureThatIsNotAsked_isNotJudged() throws IOException {
    Path list = Files.writeString(folder.resolve("known"), "\"*#bad\": known\n");
    Conformance suite = suite(GOOD.replace("FAULT", ":")).expectingFailures(list);
    assertThat(suite.only("*#good").run().passed()).isTrue();
    assertThat(suite.run().passed()).isFalse();
  }
}
