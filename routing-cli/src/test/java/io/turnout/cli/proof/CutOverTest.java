// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.cli.proof.LoggingCells.Arrival;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class CutOverTest {

  /** The flip was made from 1,000 to 1,010; L is 500, the forward time-out 200. */
  private static final CutOver MOVE =
      new CutOver("us-1", "eu-1", 1_000, 1_010, Duration.ofMillis(500), Duration.ofMillis(200));

  private static List<String> violations(String cell, double decided, long arrived) {
    return violations(line(cell, 200, "answered", decided), new Arrival(cell, "1", arrived));
  }

  private static List<String> violations(LogLine line, Arrival... arrivals) {
    return MOVE.violations(List.of(line), List.of(arrivals));
  }

  private static LogLine line(String cell, int status, String ending, double decided) {
    long started = (long) decided - 5;
    return new LogLine(
        "1", "business:1", status, ending, cell, "", "fresh", started, decided - started);
  }

  @Test
  void requestsInTime_areFine() {
    assertThat(violations("us-1", 900, 901)).isEmpty();
    assertThat(violations("us-1", 1_510, 1_710)).isEmpty();
    assertThat(violations("eu-1", 1_000, 1_000)).isEmpty();
    assertThat(violations("eu-1", 5_000, 5_300)).isEmpty();
  }

  @Test
  void newCellBeforeTheFlip_isFound() {
    assertThat(violations("eu-1", 997, 1_001)).singleElement().asString().contains("before");
    assertThat(violations("eu-1", 999, 999)).singleElement().asString().contains("at the new cell");
  }

  @Test
  void oldCellTooLongAfterTheFlip_isFound() {
    assertThat(violations("us-1", 1_513, 1_514)).singleElement().asString().contains("and L");
    assertThat(violations("us-1", 1_300, 1_503))
        .singleElement()
        .asString()
        .contains("decision and");
    assertThat(violations("us-1", 1_510, 1_711)).singleElement().asString().contains("flip, L");
  }

  @Test
  void lostRequests_areFound() {
    Arrival arrival = new Arrival("us-1", "1", 901);
    assertThat(violations(line("us-1", 503, "answered", 900))).hasSize(1);
    assertThat(violations(line("us-1", 200, "broken-off", 900), arrival)).hasSize(1);
    assertThat(violations(line("us-1", 200, "answered", 900))).hasSize(1);
    assertThat(violations(line("us-1", 200, "answered", 900), arrival, arrival)).hasSize(1);
    assertThat(violations(line("ap-1", 200, "answered", 900), arrival)).hasSize(2);
  }
}
