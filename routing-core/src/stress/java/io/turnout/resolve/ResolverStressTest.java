// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.Seeds;
import io.turnout.resolve.ResolverStress.Scene;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ResolverStressTest {

  private static final long MOST_ROUNDS = 10_000;
  private static final long FEWEST_ROUNDS = 50;
  private static final Duration MOST_TIME = Duration.ofMillis(2_500);

  @ParameterizedTest
  @EnumSource
  void threadsThatMeet_breakNothing(Scene scene) {
    long end = System.nanoTime() + MOST_TIME.toNanos();
    long rounds =
        ResolverStress.play(
            scene,
            Seeds.first(),
            round -> round < FEWEST_ROUNDS || (round < MOST_ROUNDS && System.nanoTime() - end < 0));
    assertThat(rounds).isGreaterThanOrEqualTo(FEWEST_ROUNDS);
  }
}
