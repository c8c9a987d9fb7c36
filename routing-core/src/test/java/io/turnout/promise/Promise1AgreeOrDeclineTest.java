// SPDX-License-Identifier: Apache-2.0
package io.turnout.promise;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.CellRouter;
import io.turnout.Handover;
import io.turnout.OnMiss;
import io.turnout.Seeds;
import io.turnout.Tier;
import io.turnout.decision.Outcome;
import io.turnout.decision.Reason;
import io.turnout.decision.RouteDecision;
import io.turnout.protocol.HeaderField;
import io.turnout.request.FromPeer;
import io.turnout.resolve.CellResolver;
import io.turnout.rules.Keys;
import io.turnout.rules.RuleSet;
import io.turnout.spi.RouteKey;
import io.turnout.spi.VirtualTime;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * Two tiers with the same rules and different limits never send one request to different cells: the
 * one with less capacity gives the same answer or hands the request to the authority.
 */
class Promise1AgreeOrDeclineTest {

  private static final int SEEDS = 3_000;
  private static final int SEEDS_OF_TIERS = 1_000;
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

  /** Of the edge's tier: it lacks a key, reads less of bodies and holds some routes only. */
  @Test
  void edgeAndTheTierBehindIt_agreeWithThatTierAlone() {
    int believed = 0;
    int withoutKeys = 0;
    int kept = 0;
    for (long seed : Seeds.of(SEEDS_OF_TIERS)) {
      Scenes scenes = new Scenes(seed);
      String text = scenes.rulesOfTiers();
      Keys all = Keys.of(name -> Optional.of("k".repeat(32)));
      CellResolver far = Scenes.resolver(new VirtualTime(0));
      CellResolver near = Scenes.resolver(new VirtualTime(0));
      CellRouter authority =
          CellRouter.builder(RuleSet.parse(text, Path.of(""), all), far)
              .tier(Tier.AUTHORITY)
              .build();
      for (int i = 0; i < REQUESTS; i++) {
        SomeRequest request = scenes.request();
        List<Integer> whole = List.of(request.content().length);
        CellRouter edge =
            CellRouter.builder(
                    RuleSet.parse(text, Path.of(""), seed % 3 == 0 ? all : all.without("t")), near)
                .tier(Tier.EDGE)
                .onMiss(OnMiss.HAND_ON)
                .bodyLimit(scenes.limit(request.content().length))
                .build();
        RouteDecision alone = Scenes.decide(authority, request, whole);
        RouteDecision first = Scenes.decide(edge, request, whole);
        RouteDecision last = first;
        if (first.outcome() == Outcome.AUTHORITY) {
          Handover handover = edge.handOver(request, first);
          Map<String, String> headers = new LinkedHashMap<>(request.headers());
          handover
              .fields()
              .forEach(field -> headers.put(field.name().toLowerCase(Locale.ROOT), field.value()));
          SomeRequest handed =
              new SomeRequest(request.method(), request.target(), headers, request.content());
          last = Scenes.decide(authority, FromPeer.at("10.1.1.1", handed), handed.content());
          handover.learn(lines(authority.teaching(last)));
        }
        assertThat(shown(last))
            .as("-Dturnout.seed=%d, request %s, edge %s", seed, request, first)
            .isEqualTo(shown(alone));
        believed += last.source().equals(Optional.of("edge")) ? 1 : 0;
        withoutKeys += first.reason().equals(Optional.of(Reason.NO_KEY)) ? 1 : 0;
        kept += first.outcome() == Outcome.CELL && first.key().isPresent() ? 1 : 0;
      }
      near.close();
      far.close();
    }
    assertThat(believed).isGreaterThan(SEEDS_OF_TIERS / 5);
    assertThat(withoutKeys).isGreaterThan(SEEDS_OF_TIERS / 30);
    assertThat(kept).isGreaterThan(SEEDS_OF_TIERS / 30);
  }

  private static Function<String, List<String>> lines(Optional<HeaderField> route) {
    return name ->
        name.equals("turnout-route") && route.isPresent()
            ? List.of(route.get().value())
            : List.of();
  }

  /** What two tiers have to agree on: not where the key was found, nor what was read for it. */
  private static String shown(RouteDecision decision) {
    return decision.outcome()
        + " "
        + decision.cell()
        + " "
        + decision.status()
        + " "
        + decision.key().map(RouteKey::text)
        + " "
        + decision.rule()
        + " "
        + decision.reason()
        + " "
        + decision.detail();
  }
}
