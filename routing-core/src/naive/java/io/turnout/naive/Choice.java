// SPDX-License-Identifier: Apache-2.0
package io.turnout.naive;

import java.util.List;
import java.util.Random;

/** Where the choices of a generator come from: a seeded random, or the bytes of a fuzz input. */
@FunctionalInterface
public interface Choice {

  /** A number from 0 to {@code bound - 1}. */
  int below(int bound);

  /** Choices that a seed determines. */
  static Choice seeded(long seed) {
    Random random = new Random(seed);
    return random::nextInt;
  }

  /** Choices that the bytes determine, one each; 0 when they are used up. */
  static Choice of(byte[] bytes) {
    int[] at = {0};
    return bound -> at[0] < bytes.length ? (bytes[at[0]++] & 0xff) % bound : 0;
  }

  /** Whether something that happens once in {@code n} times happens. */
  default boolean oneIn(int n) {
    return below(n) == n - 1;
  }

  /** One of a list. */
  default <T> T pick(List<T> from) {
    return from.get(below(from.size()));
  }
}
