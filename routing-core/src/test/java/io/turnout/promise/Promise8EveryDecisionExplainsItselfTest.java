// SPDX-License-Identifier: Apache-2.0
package io.turnout.promise;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.CellRouter;
import io.turnout.Seeds;
import io.turnout.analyze.Explanation;
import io.turnout.decision.Reason;
import io.turnout.decision.RouteDecision;
import io.turnout.resolve.CellResolver;
import io.turnout.rules.RuleSet;
import io.turnout.spi.VirtualTime;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * The decision carries the rule, the source, the reason and the rule-set version, and explaining it
 * prints the whole way and never another decision.
 */
class Promise8EveryDecisionExplainsItselfTest {

  private static final int SEEDS = 2_000;

  @Test
  void explaining_isDeciding() {
    for (long seed : Seeds.of(SEEDS)) {
      Scenes scenes = new Scenes(seed);
      RuleSet rules = scenes.rules();
      CellResolver resolver = Scenes.resolver(new VirtualTime(0));
      CellRouter router = Scenes.router(rules, resolver, 60);
      SomeRequest request = scenes.request();

      RouteDecision decided = Scenes.decide(router, request, List.of(request.content().length));
      Explanation explained =
          Explanation.of(router, request, ByteBuffer.wrap(request.content()))
              .toCompletableFuture()
              .join();

      assertThat(explained.decision())
          .as("seed %d, request %s", seed, request)
          .usingRecursiveComparison()
          .ignoringFields("resolution")
          .isEqualTo(decided);
      assertKeyIsWhatTheLastStepGave(explained, seed);
      assertThat(decided.rulesVersion()).isEqualTo(rules.version());
      if (decided.reason().equals(Optional.of(Reason.NO_RULE))) {
        assertThat(decided.rule()).isEmpty();
      } else {
        Explanation.Step last = explained.steps().get(explained.steps().size() - 1);
        assertThat(decided.rule()).as("seed %d", seed).contains(last.rule());
      }
    }
  }

  private static void assertKeyIsWhatTheLastStepGave(Explanation explained, long seed) {
    if (explained.decision().key().isEmpty()) {
      return;
    }
    Explanation.Step last = explained.steps().get(explained.steps().size() - 1);
    assertThat(last.sources())
        .as("seed %d", seed)
        .filteredOn(Explanation.Reading::outlasted)
        .extracting(Promise8EveryDecisionExplainsItselfTest::outcome)
        .contains(explained.decision().key().get().value());
  }

  private static String outcome(Explanation.Reading reading) {
    List<Explanation.Passage> passages = reading.passages();
    return passages.isEmpty()
        ? reading.value().orElseThrow()
        : passages.get(passages.size() - 1).result().orElseThrow();
  }
}
