// SPDX-License-Identifier: Apache-2.0
package io.turnout.benchmarks;

import java.util.Arrays;
import java.util.Random;

/** Draws numbers by Zipf's law, from a seed. */
final class Zipf {

  private Zipf() {}

  /**
   * Draws {@code count} of the numbers below {@code bound}; with exponent 0 evenly, else so that
   * the frequency of a number's rank falls with that power. Ranks are dealt to numbers at random.
   */
  static int[] draw(int count, int bound, double exponent, long seed) {
    Random random = new Random(seed);
    double[] sums = new double[bound];
    double sum = 0;
    for (int rank = 0; rank < bound; rank++) {
      sum += Math.pow(rank + 1, -exponent);
      sums[rank] = sum;
    }
    int[] byRank = shuffled(bound, random);
    int[] drawn = new int[count];
    for (int i = 0; i < count; i++) {
      int found = Arrays.binarySearch(sums, random.nextDouble() * sum);
      int rank = found < 0 ? -found - 1 : found;
      drawn[i] = byRank[Math.min(rank, bound - 1)];
    }
    return drawn;
  }

  private static int[] shuffled(int bound, Random random) {
    int[] numbers = new int[bound];
    for (int i = 0; i < bound; i++) {
      int other = random.nextInt(i + 1);
      numbers[i] = numbers[other];
      numbers[other] = i;
    }
    return numbers;
  }
}
