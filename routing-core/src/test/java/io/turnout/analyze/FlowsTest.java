// SPDX-License-Identifier: Apache-2.0
package io.turnout.analyze;

import static io.turnout.analyze.SomeSplits.weighing;
import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.Seeds;
import io.turnout.split.Split;
import io.turnout.split.Stage;
import java.util.Arrays;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is expected is what the hash does. */
class FlowsTest {

  private static final int USERS = 200_000;

  /** So many standard deviations are not seen by chance. */
  private static final double SIGMAS = 5;

  private static double[] weights(String text) {
    return Arrays.stream(text.split(" ")).mapToDouble(Double::parseDouble).toArray();
  }

  private static int[][] counted(double[] before, double[] after) {
    Split old = weighing(before);
    Split now = weighing(after);
    int[][] counts = new int[before.length][before.length];
    for (int i = 0; i < USERS; i++) {
      String id = "user-" + i;
      counts[number(old.byWeights(id))][number(now.byWeights(id))]++;
    }
    return counts;
  }

  private static int number(Stage stage) {
    return stage.name().charAt(0) - 'a';
  }

  @ParameterizedTest
  @CsvSource({
    "1 99, 5 95",
    "1 99 0, 5 90 5",
    "60 30 10 0, 20 10 30 40",
    "1 1 1, 1 2 3",
    "3 2 1, 1 2 3",
    "0 1 2 3, 3 2 1 0",
    "0 0 5, 1 0 0",
    "5 3 2 7 11, 2 3 5 11 7",
    "1e-3 1 1e3, 1e3 1 1e-3",
    "1e-300 1 0, 1e300 1e299 1e-300",
    "1e300 1e300 1e300, 1e300 5e299 0",
    "1 5e-324, 5e-324 1",
  })
  void expectation_isWhatTheHashDoes(String before, String after) {
    double[] old = weights(before);
    double[] now = weights(after);
    double[][] expected = Flows.of(old, now);
    int[][] counted = counted(old, now);
    for (int i = 0; i < old.length; i++) {
      for (int j = 0; j < old.length; j++) {
        double chance = expected[i][j];
        double deviation = Math.sqrt(chance * (1 - chance) / USERS);
        assertThat(counted[i][j] / (double) USERS)
            .as("from %s to %s", i, j)
            .isCloseTo(chance, Offset.offset(SIGMAS * deviation + 1e-12));
      }
    }
  }

  /** Weights of very different sizes, many of them 0 or in whole ratios. */
  private static double[] random(Random random, int stages) {
    double[] weights = new double[stages];
    for (int i = 0; i < stages; i++) {
      weights[i] =
          switch (random.nextInt(4)) {
            case 0 -> 0;
            case 1 -> 1 + random.nextInt(3);
            case 2 -> random.nextDouble();
            default -> Math.pow(10, random.nextInt(40) - 20) * (1 + random.nextInt(9));
          };
    }
    weights[random.nextInt(stages)] = 1;
    return weights;
  }

  @Test
  void sums_areTheShares() {
    Seeds.each(
        2_000,
        random -> {
          int stages = 1 + random.nextInt(8);
          double[] before = random(random, stages);
          double[] after = random(random, stages);
          double[][] flows = Flows.of(before, after);
          double[] from = Flows.shares(before);
          double[] to = Flows.shares(after);
          for (int i = 0; i < stages; i++) {
            int stage = i;
            assertThat(Arrays.stream(flows[i]).sum()).isCloseTo(from[i], Offset.offset(1e-9));
            assertThat(Arrays.stream(flows).mapToDouble(row -> row[stage]).sum())
                .isCloseTo(to[i], Offset.offset(1e-9));
            assertThat(Arrays.stream(flows[i]).allMatch(part -> part >= 0 && part < 1 + 1e-9))
                .isTrue();
          }
        });
  }

  @Test
  void oneWeightThatChanges_movesTheLeast() {
    Seeds.each(
        1_000,
        random -> {
          int stages = 2 + random.nextInt(6);
          double[] before = random(random, stages);
          double[] after = before.clone();
          int changed = random.nextInt(stages);
          after[changed] = random.nextBoolean() ? after[changed] * 3 : random.nextDouble();
          if (Arrays.stream(after).sum() > 0) {
            double[][] flows = Flows.of(before, after);
            double least = 0;
            double moving = 0;
            for (int i = 0; i < stages; i++) {
              double share = Flows.shares(before)[i];
              least += Math.max(0, Flows.shares(after)[i] - share);
              for (int j = 0; j < stages; j++) {
                moving += i == j ? 0 : flows[i][j];
                assertThat(i == j || i == changed || j == changed || flows[i][j] == 0).isTrue();
              }
            }
            assertThat(moving).isCloseTo(least, Offset.offset(1e-9));
          }
        });
  }

  @Test
  void stagesWhoseRatioStays_exchangeNobody() {
    Seeds.each(
        1_000,
        random -> {
          int stages = 3 + random.nextInt(5);
          double[] before = random(random, stages);
          double[] after = random(random, stages);
          double factor = random.nextDouble() * 7;
          after[0] = before[0] * factor;
          after[1] = before[1] * factor;
          if (Arrays.stream(after).sum() > 0) {
            double[][] flows = Flows.of(before, after);
            assertThat(flows[0][1]).isZero();
            assertThat(flows[1][0]).isZero();
          }
        });
  }

  @Test
  void anotherDraw_hasNothingToDoWithTheFirst() {
    assertThat(Flows.ofAnotherDraw(new double[] {1, 3}, new double[] {1, 1}))
        .isDeepEqualTo(new double[][] {{0.125, 0.125}, {0.375, 0.375}});
  }
}
