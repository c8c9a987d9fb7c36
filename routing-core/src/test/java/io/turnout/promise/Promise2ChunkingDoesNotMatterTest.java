// SPDX-License-Identifier: Apache-2.0
package io.turnout.promise;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.CellRouter;
import io.turnout.Seeds;
import io.turnout.decision.RouteDecision;
import io.turnout.resolve.CellResolver;
import io.turnout.rules.RuleSet;
import io.turnout.spi.VirtualTime;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * However a body is cut into pieces, the decision is the same, and no more bytes are read than the
 * field's own position demands.
 */
class Promise2ChunkingDoesNotMatterTest {

  private static final int SEEDS = 3_000;
  private static final int REQUESTS = 4;

  @Test
  void pieces_changeNothing() {
    for (long seed : Seeds.of(SEEDS)) {
      Scenes scenes = new Scenes(seed);
      RuleSet rules = scenes.rules();
      CellResolver resolver = Scenes.resolver(new VirtualTime(0));
      CellRouter router = Scenes.router(rules, resolver, 40);
      for (int i = 0; i < REQUESTS; i++) {
        SomeRequest request = scenes.request();
        int length = request.content().length;
        RouteDecision whole = Scenes.decide(router, request, List.of(length));
        same(seed, request, whole, Scenes.decide(router, request, scenes.pieces(length)));
        same(seed, request, whole, Scenes.decide(router, request, Collections.nCopies(length, 1)));
      }
    }
  }

  @Test
  void whatFollowsTheAnswer_isNeverRead() {
    int checked = 0;
    for (long seed : Seeds.of(SEEDS)) {
      Scenes scenes = new Scenes(seed);
      CellResolver resolver = Scenes.resolver(new VirtualTime(0));
      CellRouter router = Scenes.router(scenes.rules(), resolver, 1 << 20);
      SomeRequest request = scenes.request();
      RouteDecision whole = Scenes.decide(router, request, List.of(request.content().length));
      int read = (int) whole.bodyRead();
      if (read > 0 && read < request.content().length) {
        byte[] rubbish = request.content().clone();
        Arrays.fill(rubbish, read, rubbish.length, (byte) 0xff);
        SomeRequest spoilt =
            new SomeRequest(request.method(), request.target(), request.headers(), rubbish);
        same(seed, spoilt, whole, Scenes.decide(router, spoilt, List.of(rubbish.length)));
        checked++;
      }
    }
    assertThat(checked).isGreaterThan(SEEDS / 20);
  }

  private static void same(
      long seed, SomeRequest request, RouteDecision whole, RouteDecision other) {
    assertThat(other)
        .as("seed %d, request %s", seed, request)
        .usingRecursiveComparison()
        .ignoringFields("resolution")
        .isEqualTo(whole);
  }
}
