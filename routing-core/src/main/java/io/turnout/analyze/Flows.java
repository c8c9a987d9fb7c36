// SPDX-License-Identifier: Apache-2.0
package io.turnout.analyze;

import java.util.Arrays;

/**
 * How many users are expected to go from each stage to each when weights change.
 *
 * <p>A stage's score for a user is E / w, where E has the exponential distribution with mean 1 and
 * is the same before and after, and the lowest score wins. With a and b for the weights before and
 * after, s and t for the winning scores and r = s / t, every stage k must have E ≥ max(a_k s, b_k
 * t). So the fraction of those who go from i to j is
 *
 * <pre>a_i b_j ∫ dr / D(r)²,  r from b_i / a_i to b_j / a_j,  D(r) = Σ max(a_k r, b_k)</pre>
 *
 * <p>and of those who stay at i it is 1 / Σ max(a_k / a_i, b_k / b_i). D is linear between the
 * ratios b_k / a_k, and from u to v the integral over such a piece is (v − u) / (D(u) D(v)).
 */
final class Flows {

  /** Ratios that are as near as this, relatively, are the same but for rounding. */
  private static final double SAME = 0x1p-48;

  private final double[] before;
  private final double[] after;
  private final double[] bends;

  private Flows(double[] before, double[] after) {
    this.before = before;
    this.after = after;
    bends = new double[before.length];
    for (int k = 0; k < bends.length; k++) {
      bends[k] = ratio(k);
    }
    Arrays.sort(bends);
  }

  /**
   * The fraction of all users that goes from a stage, the first index, to a stage, the second.
   *
   * @param before the weights before, each finite and 0 or more, one at least positive; 0 for a
   *     stage that is closed or not there
   * @param after those after, of the same stages
   */
  static double[][] of(double[] before, double[] after) {
    Flows flows = new Flows(shares(before), shares(after));
    double[][] fractions = new double[before.length][before.length];
    for (int i = 0; i < before.length; i++) {
      for (int j = 0; j < before.length; j++) {
        fractions[i][j] = i == j ? flows.staying(i) : flows.fraction(i, j);
      }
    }
    return fractions;
  }

  /** The same where the choice after has nothing to do with that before. */
  static double[][] ofAnotherDraw(double[] before, double[] after) {
    double[] from = shares(before);
    double[] to = shares(after);
    double[][] fractions = new double[before.length][before.length];
    for (int i = 0; i < from.length; i++) {
      for (int j = 0; j < to.length; j++) {
        fractions[i][j] = from[i] * to[j];
      }
    }
    return fractions;
  }

  /** The weights as parts of 1. */
  static double[] shares(double[] weights) {
    double plain = Arrays.stream(weights).sum();
    if (plain >= Double.MIN_NORMAL && Double.isFinite(plain)) {
      return Arrays.stream(weights).map(weight -> weight / plain).toArray();
    }
    double most = Arrays.stream(weights).max().orElse(0);
    double sum = Arrays.stream(weights).map(weight -> weight / most).sum();
    return Arrays.stream(weights).map(weight -> weight / most / sum).toArray();
  }

  private double staying(int stage) {
    if (before[stage] == 0 || after[stage] == 0) {
      return 0;
    }
    double sum = 0;
    for (int k = 0; k < before.length; k++) {
      sum += Math.max(before[k] / before[stage], after[k] / after[stage]);
    }
    return 1 / sum;
  }

  private double fraction(int from, int to) {
    if (before[from] == 0 || after[to] == 0) {
      return 0;
    }
    double low = ratio(from);
    double high = ratio(to);
    boolean grows = low < high;
    if (!grows || Double.isFinite(high) && high - low <= SAME * high) {
      return 0;
    }
    double sum = 0;
    double start = low;
    for (double bend : bends) {
      if (bend > start && bend < high) {
        sum += piece(from, to, start, bend);
        start = bend;
      }
    }
    return sum + piece(from, to, start, high);
  }

  /** The part between two ratios with no other ratio between them. */
  private double piece(int from, int to, double low, double high) {
    double atLow = sum(low);
    if (Double.isInfinite(high)) {
      double slope = 0;
      for (int k = 0; k < before.length; k++) {
        slope += ratio(k) <= low ? before[k] : 0;
      }
      return before[from] / slope * (after[to] / atLow);
    }
    return before[from] * ((high - low) / sum(high)) * (after[to] / atLow);
  }

  private double sum(double ratio) {
    double sum = 0;
    for (int k = 0; k < before.length; k++) {
      sum += Math.max(before[k] * ratio, after[k]);
    }
    return sum;
  }

  /** By how much a stage's weight grows; that of a stage which has none is never reached. */
  private double ratio(int stage) {
    return before[stage] == 0
        ? after[stage] == 0 ? 0 : Double.POSITIVE_INFINITY
        : after[stage] / before[stage];
  }
}
