// SPDX-License-Identifier: Apache-2.0
package io.turnout.split;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.split.Rendezvous.Share;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RendezvousTest {

  private static final int USERS = 100_000;

  private static int[] winners(double... weights) {
    List<String> names = List.of("a", "b", "c", "d");
    List<Share> shares =
        Arrays.stream(new int[] {0, 1, 2, 3})
            .filter(i -> i < weights.length)
            .mapToObj(i -> new Share(names.get(i), weights[i]))
            .toList();
    Rendezvous rendezvous = Rendezvous.of("web", shares);
    int[] winners = new int[USERS];
    for (int i = 0; i < USERS; i++) {
      winners[i] = rendezvous.winner("user-" + i);
    }
    return winners;
  }

  private static double share(int[] winners, int stage) {
    return Arrays.stream(winners).filter(w -> w == stage).count() / (double) USERS;
  }

  @ParameterizedTest
  @CsvSource({"1,2", "33,33", "0.5,99.5", "7,0", "1e-9,1e-9", "1e300,1e300", "1,1e-3"})
  void shares_areThoseOfTheWeights(double first, double second) {
    int[] winners = winners(first, second);
    assertThat(share(winners, 0))
        .isCloseTo(first / (first + second), org.assertj.core.data.Offset.offset(0.006));
  }

  @Test
  void oneWeightThatChanges_movesTheLeast() {
    int[] before = winners(90, 10, 0);
    int[] after = winners(90, 22.5, 0);
    int moved = 0;
    for (int i = 0; i < USERS; i++) {
      if (before[i] != after[i]) {
        moved++;
        assertThat(after[i]).as("user-%s moves to the stage that grows", i).isEqualTo(1);
      }
    }
    assertThat(moved / (double) USERS)
        .isCloseTo(0.2 - 0.1, org.assertj.core.data.Offset.offset(0.006));
  }

  @Test
  void severalWeights_moveNobodyBetweenStagesWhoseRatioStays() {
    int[] before = winners(60, 30, 10, 0);
    int[] after = winners(20, 10, 30, 40);
    for (int i = 0; i < USERS; i++) {
      boolean between = before[i] < 2 && after[i] < 2;
      assertThat(between && before[i] != after[i]).as("user-%s", i).isFalse();
    }
  }

  @Test
  void weightsOfAnySum_areTheSameIfTheirRatiosAre() {
    assertThat(winners(1, 2)).isEqualTo(winners(50, 100));
  }

  @Test
  void zeroWeight_neverWins() {
    assertThat(winners(0, 0, 1)).containsOnly(2);
  }
}
