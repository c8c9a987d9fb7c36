// SPDX-License-Identifier: Apache-2.0
package io.turnout.benchmarks;

import io.turnout.spi.RouteAuthority;
import java.time.Duration;

/**
 * A resolver that loses all its entries under load.
 *
 * @param keys how many keys are asked for
 * @param exponent of Zipf's law; 0 for all keys evenly
 * @param perSecond how many requests come in a second, at random
 * @param takes how long the authority takes for a call, whatever it asks
 * @param mostAtOnce how many keys the authority looks up in one call
 */
record HerdLoad(int keys, double exponent, int perSecond, Duration takes, int mostAtOnce) {

  /** From that share of hits within a second on, the hit rate counts as back. */
  static final double BACK = 0.95;

  /** The resolver's defaults. */
  static final int MOST_CALLS = 32;

  static final int LONGEST_QUEUE = 1_000;
  static final Duration TIMEOUT = Duration.ofMillis(250);

  /** What is published. */
  static HerdLoad of(double exponent, int mostAtOnce) {
    return new HerdLoad(50_000, exponent, 5_000, Duration.ofMillis(20), mostAtOnce);
  }

  /** The same, looked up key by key. */
  HerdLoad oneByOne() {
    return new HerdLoad(keys, exponent, perSecond, takes, 1);
  }

  /** The same, looked up in the largest calls that there are. */
  HerdLoad together() {
    return new HerdLoad(keys, exponent, perSecond, takes, RouteAuthority.MOST_AT_ONCE);
  }

  /** How many calls a second the resolver may make. */
  double callsPerSecond() {
    return MOST_CALLS / seconds(takes);
  }

  /** How many keys a second it may look up with them. */
  double keysPerSecond() {
    return callsPerSecond() * mostAtOnce;
  }

  static double seconds(Duration duration) {
    return duration.toNanos() / 1e9;
  }
}
