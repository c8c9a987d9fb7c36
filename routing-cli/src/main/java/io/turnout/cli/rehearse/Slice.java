// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.rehearse;

import java.util.ArrayList;
import java.util.List;

/**
 * Some seconds of a run, after its warm-up.
 *
 * @param from the first second, counted from the end of the warm-up
 * @param to the second after the last
 * @param hits how many of the requests the near cache answered at once
 * @param calls calls of the authority
 * @param callsPeak the most of them in one second
 * @param atOnce the most of them that ran at once, of one router
 * @param longestWaitNanos the longest that one of the requests waited
 */
record Slice(
    int from,
    int to,
    long requests,
    long hits,
    long calls,
    long callsPeak,
    long atOnce,
    long unanswered,
    long wrong,
    long longestWaitNanos) {

  /** Slices of one length, but for the last; round lengths where there are many seconds. */
  static List<Slice> all(Measures measures, int most) {
    int seconds = measures.seconds() - measures.warmUpSeconds();
    int length = length(seconds, most);
    List<Slice> slices = new ArrayList<>();
    for (int from = 0; from < seconds; from += length) {
      slices.add(of(measures, from, Math.min(seconds, from + length)));
    }
    return slices;
  }

  private static int length(int seconds, int most) {
    int[] round = {1, 2, 5, 10, 15, 20, 30, 60, 120, 180, 300, 600, 900, 1_200, 1_800, 3_600};
    for (int length : round) {
      if ((seconds + length - 1) / length <= most) {
        return length;
      }
    }
    int hours = (seconds / 3_600 + most) / most;
    return hours * 3_600;
  }

  private static Slice of(Measures measures, int first, int end) {
    int from = measures.warmUpSeconds() + first;
    int to = measures.warmUpSeconds() + end;
    return new Slice(
        first,
        end,
        measures.requests().sum(from, to),
        measures.hits().sum(from, to),
        measures.calls().sum(from, to),
        measures.calls().max(from, to),
        measures.atOnce().max(from, to),
        measures.unanswered().sum(from, to),
        measures.wrong().sum(from, to),
        measures.longestWait().max(from, to));
  }

  /** The share of requests that the near cache answered; 1 without any. */
  double hitRate() {
    return requests == 0 ? 1 : (double) hits / requests;
  }

  double perSecond(long count) {
    return (double) count / (to - from);
  }
}
