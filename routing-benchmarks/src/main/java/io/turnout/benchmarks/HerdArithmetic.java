// SPDX-License-Identifier: Apache-2.0
package io.turnout.benchmarks;

import java.util.stream.IntStream;

/**
 * What a herd comes to where nothing is lost but by the bounds: a key is asked for as often as its
 * share says and looked up as soon as it is, unless more are asked for than can be looked up. Then
 * every miss has the same chance.
 */
final class HerdArithmetic {

  private static final double STEP_SECONDS = 0.1;
  private static final double LONGEST_SECONDS = 600;

  private final HerdLoad load;
  private final double[] shares;

  private HerdArithmetic(HerdLoad load) {
    this.load = load;
    double[] weights =
        IntStream.rangeClosed(1, load.keys())
            .mapToDouble(rank -> Math.pow(rank, -load.exponent()))
            .toArray();
    double sum = IntStream.range(0, weights.length).mapToDouble(i -> weights[i]).sum();
    shares = IntStream.range(0, weights.length).mapToDouble(i -> weights[i] / sum).toArray();
  }

  /** The bounds of a load. */
  static HerdFigures of(HerdLoad load) {
    return new HerdArithmetic(load).figures();
  }

  private HerdFigures figures() {
    double most = load.keysPerSecond();
    double passed = 0;
    double looked = 0;
    double lost = 0;
    double misses = load.perSecond();
    while (misses > (1 - HerdLoad.BACK) * load.perSecond() && passed < LONGEST_SECONDS) {
      double served = Math.min(1, most / misses);
      lost += (1 - served) * misses * STEP_SECONDS;
      looked += served * STEP_SECONDS;
      passed += STEP_SECONDS;
      misses = missesPerSecond(looked);
    }
    double takes = HerdLoad.seconds(load.takes());
    double timeout = HerdLoad.seconds(HerdLoad.TIMEOUT);
    boolean enough = most >= load.perSecond();
    double waits = enough ? takes : timeout;
    return new HerdFigures(
        Math.min(load.callsPerSecond(), load.perSecond()),
        Math.min(most, load.perSecond()),
        Math.min(HerdLoad.LONGEST_QUEUE, load.perSecond() * waits),
        1 - lost / (passed * load.perSecond()),
        1_000 * (enough ? takes : takes + waits),
        1_000 * (takes + waits),
        1_000 * (takes + waits),
        Math.ceil(passed));
  }

  /** How many requests a second miss after look-ups of all misses for so many seconds. */
  private double missesPerSecond(double seconds) {
    double misses = 0;
    for (double share : shares) {
      double rate = load.perSecond() * share;
      misses += rate * Math.exp(-rate * seconds);
    }
    return misses;
  }
}
