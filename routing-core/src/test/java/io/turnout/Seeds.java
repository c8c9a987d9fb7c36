// SPDX-License-Identifier: Apache-2.0
package io.turnout;

import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import java.util.stream.LongStream;

/** The seeds of tests that try chance: the same in each build, or others if they are asked for. */
public final class Seeds {

  private static final String PROPERTY = "turnout.seed";

  private Seeds() {}

  /** The first seed. */
  public static long first() {
    return Long.getLong(PROPERTY, 1);
  }

  /** So many seeds, the first one first. */
  public static long[] of(int count) {
    return LongStream.range(first(), first() + count).toArray();
  }

  /**
   * Runs a test with each of so many seeds.
   *
   * @throws AssertionError if it fails; it names the option that has it fail at once
   */
  public static void each(int count, Consumer<Random> test) {
    sum(
        count,
        random -> {
          test.accept(random);
          return 0;
        });
  }

  /** Like {@link #each}, and adds up what the test counts. */
  public static long sum(int count, ToIntFunction<Random> test) {
    long sum = 0;
    for (long seed : of(count)) {
      try {
        sum += test.applyAsInt(new Random(new SplittableRandom(seed).nextLong()));
      } catch (RuntimeException | Error e) {
        throw new AssertionError("-D%s=%d: %s".formatted(PROPERTY, seed, e.getMessage()), e);
      }
    }
    return sum;
  }
}
