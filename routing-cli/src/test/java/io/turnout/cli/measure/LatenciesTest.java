// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class LatenciesTest {

  private static final long SEED = 7;

  @Test
  void none_areZero() {
    Latencies none = new Latencies();
    assertThat(none.quantile(0.5)).isZero();
    assertThat(none.max()).isZero();
  }

  @Test
  void one_isEveryQuantile() {
    Latencies one = new Latencies();
    one.add(123_456_789);
    assertThat(one.quantile(0.01)).isEqualTo(123_456_789);
    assertThat(one.quantile(1)).isEqualTo(123_456_789);
    assertThat(one.max()).isEqualTo(123_456_789);
  }

  @Test
  void extremes_areCounted() {
    Latencies extremes = new Latencies();
    extremes.add(-1);
    extremes.add(0);
    extremes.add(Long.MAX_VALUE);
    assertThat(extremes.quantile(0.6)).isZero();
    assertThat(extremes.max()).isEqualTo(Long.MAX_VALUE);
    assertThat(extremes.quantile(1)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void quantiles_areAtMostASixteenthTooHigh() {
    Random random = new Random(SEED);
    long[] values = random.longs(10_000, 0, 50_000_000).toArray();
    Latencies latencies = new Latencies();
    Arrays.stream(values).forEach(latencies::add);
    Arrays.sort(values);
    for (double share : new double[] {0.01, 0.5, 0.9, 0.99, 1}) {
      long exact = values[(int) Math.ceil(values.length * share) - 1];
      assertThat(latencies.quantile(share))
          .as("seed " + SEED + ", share " + share)
          .isGreaterThanOrEqualTo(exact)
          .isCloseTo(exact, Percentage.withPercentage(100.0 / 16));
    }
  }
}
