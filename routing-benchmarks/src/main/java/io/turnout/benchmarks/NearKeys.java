// SPDX-License-Identifier: Apache-2.0
package io.turnout.benchmarks;

import io.turnout.spi.RouteKey;

/** How many keys are held, and how often each is asked for. */
public enum NearKeys {
  /** 64 keys, evenly. */
  HOT(64, 0),
  /** 1,000 keys, evenly. */
  UNIFORM_THOUSAND(1_000, 0),
  /** 50,000 keys, evenly. */
  UNIFORM(50_000, 0),
  /** 50,000 keys by Zipf's law. */
  ZIPF(50_000, NearKeys.EXPONENT),
  /** A million keys, evenly. */
  UNIFORM_MILLION(1_000_000, 0),
  /** A million keys by Zipf's law. */
  ZIPF_MILLION(1_000_000, NearKeys.EXPONENT);

  /** The exponent of Zipf's law. */
  static final double EXPONENT = 0.99;

  private static final int FEWEST_LOOKUPS = 1 << 18;

  private final int held;
  private final double exponent;

  NearKeys(int held, double exponent) {
    this.held = held;
    this.exponent = exponent;
  }

  int held() {
    return held;
  }

  /** The keys in the order in which they are asked for; a power of two of them. */
  RouteKey[] lookups() {
    int count = Math.max(FEWEST_LOOKUPS, Integer.highestOneBit(2 * held) << 1);
    RouteKey[] distinct = new RouteKey[held];
    for (int i = 0; i < held; i++) {
      distinct[i] = Resolvers.key(i);
    }
    int[] drawn = Zipf.draw(count, held, exponent, RouteTable.SEED);
    RouteKey[] lookups = new RouteKey[count];
    for (int i = 0; i < count; i++) {
      lookups[i] = distinct[drawn[i]];
    }
    return lookups;
  }
}
