// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.rehearse;

import java.util.Arrays;

/** A number for each second of a run. For one thread. */
final class Seconds {

  private final long[] values;

  Seconds(int seconds) {
    values = new long[seconds];
  }

  void add(int second, long more) {
    if (second < values.length) {
      values[second] += more;
    }
  }

  void raise(int second, long atLeast) {
    if (second < values.length) {
      values[second] = Math.max(values[second], atLeast);
    }
  }

  /** The sum of the seconds from one on, to before another. */
  long sum(int from, int to) {
    long sum = 0;
    for (int i = from; i < to; i++) {
      sum += values[i];
    }
    return sum;
  }

  /** The highest of them; 0 if there is none. */
  long max(int from, int to) {
    return from >= to ? 0 : Arrays.stream(values, from, to).max().orElse(0);
  }
}
