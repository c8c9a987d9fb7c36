// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.cli.demo.RolloutTally.Weights;
import io.turnout.decision.Grounds;
import io.turnout.decision.RouteDecision;
import io.turnout.decision.StageChoice;
import io.turnout.decision.StageChoice.How;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rollout of the example's web site: real requests, and what it must notice. */
class RolloutTest {

  private static final int FIRST = 80;

  @TempDir Path folder;

  private RolloutTally run(Example example) throws Exception {
    Vertx vertx = Vertx.vertx();
    try (Rollout rollout = Rollout.start(vertx, example, true)) {
      rollout.over().get(2, TimeUnit.MINUTES);
      return rollout.tally();
    } finally {
      vertx.close().toCompletionStage().toCompletableFuture().get(1, TimeUnit.MINUTES);
    }
  }

  /** The example with another rule file for its site. */
  private Example changed(UnaryOperator<String> change) throws IOException {
    Path from = Examples.payments().folder();
    try (Stream<Path> files = Files.walk(from.resolve("site"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path to = folder.resolve(from.relativize(file).toString());
        Files.createDirectories(to.getParent());
        Files.copy(file, to);
      }
    }
    for (String name : List.of("rules.yaml", "routes.yaml", "recording.jsonl")) {
      Files.copy(from.resolve(name), folder.resolve(name));
    }
    Path rules = folder.resolve("site/rules.yaml");
    String before = Files.readString(rules);
    String after = change.apply(before);
    assertThat(after).isNotEqualTo(before);
    Files.writeString(rules, after);
    return new Example(folder);
  }

  @Test
  void users_keepTheirStagesWhileTheWeightsChange() throws Exception {
    RolloutTally tally = run(Examples.payments());
    assertThat(tally.isFine()).as("%s", tally.firstWrongs()).isTrue();
    assertThat(tally.moved()).isZero();
    assertThat(tally.users()).isEqualTo(FIRST + 2 * RolloutCourse.NEW_USERS);
    assertThat(tally.weights())
        .extracting(Weights::byStage)
        .containsExactly(
            Map.of("canary", 1, "prod", 99, "old", 0), Map.of("canary", 10, "prod", 90, "old", 0));
    assertThat(tally.weights().stream().mapToLong(tally::newUsers).sum())
        .isEqualTo(2L * RolloutCourse.NEW_USERS);
    assertThat(tally.of("old", How.KEPT)).isGreaterThanOrEqualTo(FIRST / 2);
    assertThat(tally.of("prod", How.COMPUTED) + tally.of("canary", How.COMPUTED))
        .isGreaterThanOrEqualTo(FIRST / 2);
    assertThat(tally.of("old", How.PINNED)).isPositive();
    assertThat(tally.of("broken", How.KEPT)).isZero();
  }

  @Test
  void stageThatIsLost_isNoticed() throws Exception {
    RolloutTally tally =
        run(changed(text -> text.replace("\"8d4\" } }", "\"8d4\" }, closed: true }")));
    assertThat(tally.isFine()).isFalse();
    assertThat(tally.moved()).isEqualTo(FIRST / 2);
    assertThat(tally.firstWrongs())
        .first()
        .asString()
        .matches("user [0-9]+ had old and got (prod|canary), before the weights changed");
  }

  @Test
  void versionOfAnotherStage_isNoticed() throws Exception {
    RolloutTally tally = run(changed(text -> text.replace("\"8e9\"", "\"8d4\"")));
    assertThat(tally.isFine()).isFalse();
    assertThat(tally.firstWrongs())
        .anyMatch(wrong -> wrong.endsWith("has prod, and version 8d4 answered, expected 8e9"));
  }

  @Test
  void requestsThatAreRefused_areNoticed() throws Exception {
    RolloutTally tally =
        run(changed(text -> text.replace("turnout-client-ip]", "turnout-client-ip, origin]")));
    assertThat(tally.isFine()).isFalse();
    assertThat(tally.firstWrongs())
        .allMatch(wrong -> wrong.contains("0 cookies were set, expected one (status 403)"));
  }

  @Test
  void shares_thatAreNotThoseOfTheWeights_areNoticed() {
    for (int canaries : new int[] {100, 60, 140, 0}) {
      RolloutTally tally = new RolloutTally();
      tally.follow(new Weights(Map.of("canary", 10, "prod", 90), "v", Duration.ZERO));
      for (int user = 0; user < 1_000; user++) {
        tally.decided(decided(user < canaries ? "canary" : "prod"));
      }
      boolean near = canaries >= 60 && canaries <= 140;
      assertThat(tally.isFine()).as("%d canaries", canaries).isEqualTo(near);
    }
  }

  private static RouteDecision decided(String stage) {
    Grounds grounds =
        new Grounds(Optional.of("r"), Optional.empty(), Optional.empty(), Optional.empty(), "v");
    return RouteDecision.toCell("us-1", RouteDecision.Basis.NOTHING, grounds)
        .staged(List.of(new StageChoice("web", stage, Map.of(), How.NEW, Optional.empty())));
  }
}
