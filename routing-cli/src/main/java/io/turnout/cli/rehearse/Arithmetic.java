// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.rehearse;

import java.time.Duration;
import java.util.Arrays;

/**
 * How long it should take until the hit rate is back after routers lost what they held.
 *
 * <p>Two things take time. The authority answers only so many look-ups a second, and the keys that
 * make up the hit rate have to be loaded. And a key is loaded only when a request asks for it. The
 * expectation of both together is computed in small steps: for each key, how likely a router holds
 * it; all keys that are missing share what the authority can answer.
 *
 * @param lookupsPerSecond what the authority can answer one router
 * @param keysNeeded how many keys, the most wanted first, make up the hit rate
 * @param byAuthority seconds that the authority needs for those keys at the least
 * @param byRequests seconds until requests have asked for enough, if every look-up took no time
 * @param together seconds that are expected
 */
record Arithmetic(
    double lookupsPerSecond,
    int keysNeeded,
    double byAuthority,
    double byRequests,
    double together) {

  private static final double SMALLEST_STEP = 0.1;
  private static final double STEP_SHARE = 0.01;
  private static final double LONGEST_SECONDS = 7 * 86_400.0;

  /**
   * What is to be reached.
   *
   * @param perSecond requests a second, of all routers
   * @param hitRate the hit rate
   */
  record Goal(double perSecond, double hitRate) {}

  static Arithmetic of(Scenario scenario, double[] shares, Goal goal, Fault fault) {
    double capacity = scenario.lookupsPerSecond();
    boolean hasLayer =
        scenario.world().layerLatency().isPresent()
            && scenario.faults().stream().noneMatch(other -> harmsLayer(other, fault.at()));
    boolean layerKept = hasLayer && fault.kind() == Fault.Kind.ROUTERS_RESTARTED;
    int routers = scenario.world().routers();
    int needed = needed(shares, goal.hitRate());
    double together =
        new Steps(shares, routers, goal.perSecond(), hasLayer, layerKept)
            .until(goal.hitRate(), capacity);
    double byRequests =
        new Steps(shares, routers, goal.perSecond(), hasLayer, layerKept)
            .until(goal.hitRate(), Double.POSITIVE_INFINITY);
    double share = hasLayer ? (double) needed / routers : needed;
    return new Arithmetic(capacity, needed, layerKept ? 0 : share / capacity, byRequests, together);
  }

  private static boolean harmsLayer(Fault other, Duration at) {
    return other.kind().part() == Fault.Part.LAYER
        && other.kind().lasts()
        && other.at().compareTo(at) <= 0
        && other.end().compareTo(at) > 0;
  }

  private static int needed(double[] shares, double hitRate) {
    double[] sorted = shares.clone();
    Arrays.sort(sorted);
    double sum = 0;
    int needed = 0;
    while (needed < sorted.length && sum < hitRate) {
      needed++;
      sum += sorted[sorted.length - needed];
    }
    return needed;
  }

  /** The likelihoods, step by step. */
  private static final class Steps {
    private final double[] shares;
    private final double[] near;
    private final double[] layer;
    private final boolean hasLayer;
    private final double all;
    private final double each;

    Steps(double[] shares, int routers, double perSecond, boolean hasLayer, boolean layerKept) {
      this.shares = shares;
      this.hasLayer = hasLayer;
      near = new double[shares.length];
      layer = new double[shares.length];
      Arrays.fill(layer, layerKept ? 1 : 0);
      all = perSecond;
      each = perSecond / routers;
    }

    double until(double hitRate, double capacity) {
      double now = 0;
      double step = SMALLEST_STEP;
      double rate = 0;
      double before = 0;
      while (rate < hitRate && now < LONGEST_SECONDS) {
        before = rate;
        step = Math.max(SMALLEST_STEP, now * STEP_SHARE);
        double missing = 0;
        for (int i = 0; i < shares.length; i++) {
          missing += shares[i] * each * (1 - near[i]) * (1 - layer[i]);
        }
        double answered = missing <= capacity ? 1 : capacity / missing;
        rate = 0;
        for (int i = 0; i < shares.length; i++) {
          double served = layer[i] + (1 - layer[i]) * answered;
          near[i] += (1 - near[i]) * -StrictMath.expm1(-shares[i] * each * step * served);
          if (hasLayer) {
            layer[i] += (1 - layer[i]) * -StrictMath.expm1(-shares[i] * all * step * answered);
          }
          rate += shares[i] * near[i];
        }
        now += step;
      }
      return rate < hitRate ? now : now - step * (rate - hitRate) / (rate - before);
    }
  }
}
