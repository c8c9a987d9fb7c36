// SPDX-License-Identifier: Apache-2.0
package io.turnout.promise;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.CellRouter;
import io.turnout.Seeds;
import io.turnout.decision.RouteDecision;
import io.turnout.decision.StageChoice;
import io.turnout.decision.StageChoice.How;
import io.turnout.request.RequestHead;
import io.turnout.request.TestHead;
import io.turnout.resolve.CellResolver;
import io.turnout.rules.Keys;
import io.turnout.rules.RuleSet;
import io.turnout.spi.VirtualTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A user keeps to one version, whichever routers answer and whatever is rolled out meanwhile. */
class OneUserOneVersionTest {

  private static final Keys KEYS =
      Keys.of(name -> Optional.of("a secret of more than 32 bytes, called " + name));
  private static final String SESSION = "sticky: session, keys: [ %s ],";
  private static final String KEY_1 = "{ id: s1, secret: \"env:K1\" }";
  private static final String KEY_2 = "{ id: s2, secret: \"env:K2\" }";

  private final VirtualTime time = new VirtualTime(1_767_225_600_000L);
  private final CellResolver resolver = Scenes.resolver(time);

  /** A router of its own, with its own source of routing IDs. */
  private CellRouter router(Random random, String sticky, String stages) {
    String file =
        "turnout: 1\nsplits: [ { name: web, id: { cookie: rid, max-age: 30m }, "
            + sticky
            + " stages: [ "
            + stages
            + " ] } ]\nrules: [ { name: all, then: cell us-1 } ]";
    return CellRouter.builder(RuleSet.parse(file, Path.of(""), KEYS), resolver)
        .clock(time)
        .routingIds(() -> "%016x-%05x".formatted(random.nextLong(), random.nextInt(1 << 20)))
        .build();
  }

  private static String stages(Map<String, Integer> weights) {
    StringBuilder stages = new StringBuilder();
    weights.forEach(
        (name, weight) ->
            stages
                .append(stages.isEmpty() ? "" : ", ")
                .append("{ name: " + name + ", weight: " + weight + " }"));
    return stages.toString();
  }

  /** A browser: it brings back what it was told last. */
  private static final class Browser {

    private String cookie = "";

    StageChoice ask(CellRouter router) {
      RequestHead head =
          cookie.isEmpty() ? TestHead.get("/") : TestHead.get("/").with("Cookie", cookie);
      RouteDecision decision = router.begin(head).decisionNow();
      for (String set : decision.setCookies()) {
        cookie = set.substring(0, set.indexOf(';'));
      }
      return decision.stages().get(0);
    }
  }

  private static Map<String, Integer> randomWeights(Random random) {
    Map<String, Integer> weights = new LinkedHashMap<>();
    int count = 2 + random.nextInt(4);
    for (int i = 0; i < count; i++) {
      weights.put("s" + i, i == 0 ? 1 : random.nextInt(20));
    }
    return weights;
  }

  @Test
  void user_seesOneStageThroughManyRequestsOnManyRouters() {
    for (String sticky : List.of("", SESSION.formatted(KEY_1))) {
      Seeds.each(
          5,
          random -> {
            String stages = stages(randomWeights(random));
            List<CellRouter> routers = new ArrayList<>();
            for (int i = 0; i < 1 + random.nextInt(5); i++) {
              routers.add(router(random, sticky, stages));
            }
            Browser browser = new Browser();
            StageChoice first = browser.ask(routers.get(0));
            assertThat(first.how()).isEqualTo(How.NEW);
            for (int i = 0; i < 1_000; i++) {
              time.advance(Duration.ofSeconds(random.nextInt(1_800)));
              StageChoice next = browser.ask(routers.get(random.nextInt(routers.size())));
              assertThat(next.stage()).isEqualTo(first.stage());
              assertThat(next.how()).isEqualTo(sticky.isEmpty() ? How.COMPUTED : How.KEPT);
            }
          });
    }
  }

  @Test
  void sessionsOfBothSides_stayWhenWeightsChangeMidway() {
    Seeds.each(
        3,
        random -> {
          String sticky = SESSION.formatted(KEY_1);
          CellRouter before = router(random, sticky, stages(Map.of("canary", 10, "prod", 90)));
          Map<Browser, String> users = new HashMap<>();
          for (int i = 0; i < 3_000; i++) {
            Browser browser = new Browser();
            users.put(browser, browser.ask(before).stage());
          }
          double canary = users.values().stream().filter("canary"::equals).count() / 3_000.0;
          assertThat(canary).isBetween(0.08, 0.12);
          int turned = 1 + random.nextInt(99);
          CellRouter after =
              router(random, sticky, stages(Map.of("canary", turned, "prod", 100 - turned)));
          users.forEach(
              (browser, stage) -> {
                StageChoice now = browser.ask(random.nextBoolean() ? after : before);
                assertThat(now.stage()).isEqualTo(stage);
                assertThat(now.how()).isEqualTo(How.KEPT);
              });
        });
  }

  @Test
  void usersByHash_moveOnlyToOrFromTheStageWhoseWeightChanged() {
    Seeds.each(
        10,
        random -> {
          Map<String, Integer> weights = randomWeights(random);
          Map<String, Integer> changed = new LinkedHashMap<>(weights);
          int old = 1 + random.nextInt(40);
          int now = 1 + random.nextInt(40);
          weights.put("s0", old);
          changed.put("s0", now);
          CellRouter before = router(random, "", stages(weights));
          CellRouter after = router(random, "", stages(changed));
          boolean grows = now >= old;
          for (int i = 0; i < 500; i++) {
            Browser browser = new Browser();
            String was = browser.ask(before).stage();
            String is = browser.ask(after).stage();
            if (!was.equals(is)) {
              assertThat(grows ? is : was).isEqualTo("s0");
            }
          }
        });
  }

  @Test
  void closedStage_keepsNobody_andOthersKeepTheirs() {
    Seeds.each(
        5,
        random -> {
          String sticky = SESSION.formatted(KEY_1);
          CellRouter open =
              router(random, sticky, "{ name: a, weight: 1 }, { name: b, weight: 1 }");
          CellRouter shut =
              router(
                  random, sticky, "{ name: a, weight: 1 }, { name: b, weight: 9, closed: true }");
          for (int i = 0; i < 200; i++) {
            Browser browser = new Browser();
            String was = browser.ask(open).stage();
            StageChoice is = browser.ask(shut);
            assertThat(is.stage()).isEqualTo("a");
            assertThat(is.how()).isEqualTo(was.equals("a") ? How.KEPT : How.COMPUTED);
            assertThat(browser.ask(open).how()).isEqualTo(How.KEPT);
          }
        });
  }

  @Test
  void rotationOfKeys_losesNoSession() {
    Seeds.each(
        3,
        random -> {
          String stages = "{ name: a, weight: 1 }, { name: b, weight: 1 }";
          List<CellRouter> phases = new ArrayList<>();
          for (String keys : List.of(KEY_1, KEY_1 + ", " + KEY_2, KEY_2 + ", " + KEY_1, KEY_2)) {
            phases.add(router(random, SESSION.formatted(keys), stages));
          }
          for (int user = 0; user < 100; user++) {
            Browser browser = new Browser();
            String stage = browser.ask(phases.get(0)).stage();
            for (int phase = 0; phase < phases.size(); phase++) {
              // While keys are rolled out some routers are a phase ahead of others.
              CellRouter behind = phases.get(Math.max(0, phase - random.nextInt(2)));
              for (CellRouter router : List.of(behind, phases.get(phase))) {
                StageChoice next = browser.ask(router);
                assertThat(next.how()).isEqualTo(How.KEPT);
                assertThat(next.stage()).isEqualTo(stage);
              }
            }
          }
        });
  }
}
