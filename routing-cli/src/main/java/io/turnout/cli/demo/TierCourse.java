// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/**
 * What became of requests that went through two tiers, as clients and cells saw it. Thread-safe.
 */
final class TierCourse {

  /** The way of a request that an edge decided. */
  static final String DIRECT = "direct";

  /** The way of a request that the authority decided. */
  static final String HANDED_ON = "handed on";

  private static final int KEPT = 5;

  private final Counts ways = new Counts();
  private final Counts cells = new Counts();
  private final LongAdder done = new LongAdder();
  private final List<String> wrong = new ArrayList<>();
  private int wrongCount;

  /** The way that an arrival says it took: each router leaves its name in {@code Via}. */
  static String way(Arrival arrival) {
    long routers =
        arrival.headers().stream()
            .filter(field -> field.name().equalsIgnoreCase("via"))
            .flatMap(field -> List.of(field.value().split(",", -1)).stream())
            .filter(one -> one.strip().endsWith(" turnout"))
            .count();
    return routers > 1 ? HANDED_ON : DIRECT;
  }

  void arrived(Arrival arrival) {
    cells.add(arrival.cell());
    ways.add(way(arrival));
  }

  /** Counts a request that is over. */
  void over() {
    done.increment();
  }

  /** Something is not as it should be. */
  synchronized void wrong(String what) {
    wrongCount++;
    if (wrong.size() < KEPT) {
      wrong.add(what);
    }
  }

  /** How many things were not as they should be since this was asked last, and the first ones. */
  synchronized Findings takeWrong() {
    Findings findings = new Findings(wrongCount, List.copyOf(wrong));
    wrongCount = 0;
    wrong.clear();
    return findings;
  }

  /** What is not as it should be. */
  record Findings(int count, List<String> first) {}

  long done() {
    return done.sum();
  }

  Counts ways() {
    return ways;
  }

  Counts cells() {
    return cells;
  }
}
