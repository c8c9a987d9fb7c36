// SPDX-License-Identifier: Apache-2.0
package io.turnout.promise;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.Seeds;
import io.turnout.decision.Reason;
import io.turnout.decision.RouteDecision;
import io.turnout.resolve.CellResolver;
import io.turnout.rules.RuleSet;
import io.turnout.spi.VirtualTime;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Two tiers with the same rules and different limits never send one request to different cells: the
 * one with less capacity gives the same answer or hands the request to the authority.
 */
class Promise1AgreeOrDeclineTest {

  private static final int SEEDS = 3_000;
  private static final int REQUESTS = 6;

  @Test
  void smallerLimit_givesTheSameAnswerOrDeclines() {
    int declined = 0;
    int routed = 0;
    for (long seed : Seeds.of(SEEDS)) {
      Scenes scenes = new Scenes(seed);
      RuleSet rules = scenes.rules();
      CellResolver resolver = Scenes.resolver(new VirtualTime(0));
      for (int i = 0; i < REQUESTS; i++) {
        SomeRequest request = scenes.request();
        List<Integer> whole = List.of(request.content().length);
        RouteDecision large =
            Scenes.decide(Scenes.router(rules, resolver, 1 << 20), request, whole);
        RouteDecision small =
            Scenes.decide(
                Scenes.router(rules, resolver, scenes.limit(request.content().length)),
                request,
                whole);
        if (small.reason().equals(Optional.of(Reason.UNREADABLE_BODY))) {
          declined++;
        } else {
          routed++;
          assertThat(small)
              .as("seed %d, request %s", seed, request)
              .usingRecursiveComparison()
              .ignoringFields("resolution")
              .isEqualTo(large);
        }
      }
    }
    assertThat(declined).isGreaterThan(SEEDS / 10);
    assertThat(routed).isGreaterThan(SEEDS);
  }
}
