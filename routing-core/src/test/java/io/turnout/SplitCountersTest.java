// SPDX-License-Identifier: Apache-2.0
package io.turnout;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.SplitCounters.Count;
import io.turnout.decision.Grounds;
import io.turnout.decision.RouteDecision;
import io.turnout.decision.StageChoice;
import io.turnout.decision.StageChoice.How;
import io.turnout.request.TestHead;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SplitCountersTest {

  private final SplitCounters counters = new SplitCounters();

  private void decide(String version, StageChoice... stages) {
    RouteDecision decision =
        RouteDecision.toCell("us-1", RouteDecision.Basis.NOTHING, grounds(version))
            .staged(List.of(stages));
    counters.onDecision(TestHead.get("/"), decision);
  }

  private static Grounds grounds(String version) {
    return new Grounds(
        Optional.of("any"), Optional.empty(), Optional.empty(), Optional.empty(), version);
  }

  private static StageChoice web(String stage, How how) {
    return new StageChoice("web", stage, Map.of(), how, Optional.empty());
  }

  @Test
  void requests_areCountedBySplitStageAndHow() {
    decide("a", web("prod", How.NEW));
    decide("a", web("prod", How.NEW), StageChoice.told("api", "any"));
    decide("b", web("canary", How.PINNED));
    decide("b", web("prod", How.KEPT));
    decide("b");
    assertThat(counters.snapshot())
        .containsExactly(
            new Count("api", "any", How.TOLD, 1),
            new Count("web", "canary", How.PINNED, 1),
            new Count("web", "prod", How.KEPT, 1),
            new Count("web", "prod", How.NEW, 2));
    assertThat(counters.leftOut()).isZero();
  }

  @Test
  void stagesThatAreGone_giveWay_whereThereAreTooMany() {
    for (int i = 0; i < SplitCounters.MAX_COUNTS; i++) {
      decide("a", web("s" + i, How.NEW));
    }
    assertThat(counters.snapshot()).hasSize(SplitCounters.MAX_COUNTS);
    decide("a", web("more", How.NEW));
    assertThat(counters.leftOut()).isOne();
    decide("b", web("s7", How.NEW));
    decide("b", web("more", How.NEW));
    assertThat(counters.snapshot())
        .containsExactly(new Count("web", "more", How.NEW, 1), new Count("web", "s7", How.NEW, 2));
    assertThat(counters.leftOut()).isOne();
  }

  @Test
  void toldStages_takeNoRoomOfOthers() {
    for (int i = 0; i <= SplitCounters.MAX_TOLD; i++) {
      decide("a", StageChoice.told("web", "s" + i));
    }
    assertThat(counters.leftOut()).isOne();
    decide("a", web("prod", How.COMPUTED));
    assertThat(counters.snapshot()).hasSize(SplitCounters.MAX_TOLD + 1);
  }

  @Test
  void threadsThatCount_loseNothing() throws Exception {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Thread thread =
          new Thread(
              () -> {
                for (int j = 0; j < 5_000; j++) {
                  decide("a", web("s" + j % 7, How.KEPT));
                }
              });
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(counters.snapshot().stream().mapToLong(Count::requests).sum()).isEqualTo(20_000);
  }
}
