// SPDX-License-Identifier: Apache-2.0
package io.turnout;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.decision.Grounds;
import io.turnout.decision.RouteDecision;
import io.turnout.request.TestHead;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DecisionListenersTest {

  private static final RouteDecision DECISION =
      RouteDecision.toCell(
          "us-1",
          RouteDecision.Basis.NOTHING,
          new Grounds(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), "v"));

  private final LoggedLines logger = new LoggedLines();

  @Test
  void listenerThatAlwaysFails_doesNotFillTheLog() {
    DecisionListener broken =
        (head, decision) -> {
          throw new IllegalStateException("jane@example.com");
        };
    DecisionListeners listeners = new DecisionListeners(List.of(broken), logger);
    for (int i = 0; i < 1_000; i++) {
      listeners.tell(TestHead.get("/"), DECISION);
    }
    assertThat(logger.lines()).hasSize(10);
    assertThat(logger.lines().get(0))
        .contains("IllegalStateException", "so far: 1")
        .doesNotContain("jane");
    assertThat(logger.lines().get(9)).endsWith("so far: 512");
  }
}
