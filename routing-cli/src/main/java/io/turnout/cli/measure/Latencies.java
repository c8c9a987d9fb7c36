// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.measure;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAccumulator;

/**
 * Counts durations in buckets that are at most a sixteenth wider than their lower end. Thread-safe.
 */
public final class Latencies {

  private static final int STEP_BITS = 4;
  private static final int STEPS = 1 << STEP_BITS;

  private final AtomicLongArray buckets = new AtomicLongArray(Long.SIZE * STEPS);
  private final LongAccumulator max = new LongAccumulator(Math::max, 0);

  /** Counts a duration; a negative one counts as 0. */
  public void add(long nanos) {
    long value = Math.max(0, nanos);
    buckets.incrementAndGet(bucket(value));
    max.accumulate(value);
  }

  private static int bucket(long value) {
    if (value < STEPS) {
      return (int) value;
    }
    int shift = Long.SIZE - 1 - Long.numberOfLeadingZeros(value) - STEP_BITS;
    return (shift + 1) * STEPS + (int) (value >>> shift) - STEPS;
  }

  private static long upperEnd(int bucket) {
    if (bucket < STEPS) {
      return bucket;
    }
    int shift = bucket / STEPS - 1;
    return ((bucket % STEPS + STEPS + 1L) << shift) - 1;
  }

  /** How many were counted. */
  public long count() {
    long count = 0;
    for (int i = 0; i < buckets.length(); i++) {
      count += buckets.get(i);
    }
    return count;
  }

  /** The longest, in nanoseconds; 0 without any. */
  public long max() {
    return max.get();
  }

  /**
   * What so large a share stays below or at, in nanoseconds; 0 without any.
   *
   * @param share above 0, at most 1
   */
  public long quantile(double share) {
    long wanted = (long) Math.ceil(count() * share);
    long seen = 0;
    for (int i = 0; i < buckets.length(); i++) {
      seen += buckets.get(i);
      if (seen >= wanted && seen > 0) {
        return Math.min(max(), upperEnd(i));
      }
    }
    return 0;
  }
}
