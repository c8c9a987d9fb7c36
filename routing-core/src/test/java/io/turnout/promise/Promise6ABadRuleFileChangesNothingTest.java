// SPDX-License-Identifier: Apache-2.0
package io.turnout.promise;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.CellRouter;
import io.turnout.resolve.CellResolver;
import io.turnout.rules.RuleSet;
import io.turnout.rules.WatchedRules;
import io.turnout.spi.VirtualTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A bad rule file changes nothing: it is refused whole, and the running rules stay. */
class Promise6ABadRuleFileChangesNothingTest {

  private static final String GOOD =
      """
      turnout: 1
      rules:
        - { name: all, then: cell us-1 }
      """;

  @TempDir private Path folder;

  @Test
  void brokenFiles_neverReachTheRouter() throws IOException {
    Path file = folder.resolve("rules.yaml");
    Files.writeString(file, GOOD);
    VirtualTime time = new VirtualTime(0);
    Random random = new Random(1);
    try (CellResolver resolver = Scenes.resolver(time);
        WatchedRules watched = WatchedRules.builder(file, time).build()) {
      CellRouter router = CellRouter.of(watched.start(), resolver);
      watched.handTo(router::swap);
      RuleSet running = router.rules();
      for (int i = 0; i < 200; i++) {
        String broken = GOOD.substring(0, random.nextInt(GOOD.length() - 12)) + "\u0001";
        Files.writeString(file, broken);
        time.advance(Duration.ofSeconds(5));
        assertThat(router.rules()).as(broken).isSameAs(running);
      }
      Files.writeString(file, GOOD.replace("us-1", "eu-1"));
      time.advance(Duration.ofSeconds(5));
      assertThat(router.rules().version()).isNotEqualTo(running.version());
    }
  }
}
