// SPDX-License-Identifier: Apache-2.0
package io.turnout.benchmarks.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;

/**
 * What a gateway was like from time to time, and whether it grew.
 *
 * @param name the gateway
 * @param before before the first request
 * @param during under load, from the first to the last look
 * @param after when all clients had gone
 */
record Growth(String name, Vitals before, List<Vitals> during, Vitals after) {

  private static final long MIB = 1L << 20;
  private static final double HEAP_SHARE = 0.2;
  private static final long HEAP_MORE = 4 * MIB;
  private static final double RESIDENT_SHARE = 0.2;
  private static final long RESIDENT_MORE = 24 * MIB;
  private static final int DESCRIPTORS_MORE = 8;
  private static final int THREADS_MORE = 4;

  /** The fewest looks that tell the second quarter of a run from its last. */
  private static final int FEWEST = 8;

  /** What grew beyond its bound, each in a sentence; empty if nothing did. */
  List<String> found() {
    List<String> found = new ArrayList<>();
    if (during.size() >= FEWEST) {
      grown(found, "the heap after a collection", Vitals::heapBytes, HEAP_SHARE, HEAP_MORE);
      grown(found, "the resident memory", Vitals::residentBytes, RESIDENT_SHARE, RESIDENT_MORE);
    }
    left(found, "descriptors", Vitals::descriptors, before, DESCRIPTORS_MORE);
    left(found, "threads", Vitals::threads, during.get(0), THREADS_MORE);
    return found;
  }

  private void grown(
      List<String> found, String what, ToLongFunction<Vitals> of, double share, long more) {
    int quarter = during.size() / 4;
    long early = median(during.subList(quarter, 2 * quarter), of);
    long late = median(during.subList(during.size() - quarter, during.size()), of);
    if (late > early * (1 + share) + more) {
      found.add(
          String.format(
              Locale.ROOT,
              "%s: %s grew from %.1f MiB in the second quarter to %.1f MiB in the last",
              name,
              what,
              (double) early / MIB,
              (double) late / MIB));
    }
  }

  private static long median(List<Vitals> looks, ToLongFunction<Vitals> of) {
    return looks.stream().mapToLong(of).sorted().toArray()[looks.size() / 2];
  }

  private void left(
      List<String> found, String what, ToLongFunction<Vitals> of, Vitals from, int more) {
    long allowed = of.applyAsLong(from) + more;
    long now = of.applyAsLong(after);
    if (now > allowed) {
      found.add(name + ": " + now + " " + what + " are left, at most " + allowed + " may be");
    }
  }

  /** Whether all sockets of clients and to cells are closed. */
  static boolean isQuiet(Vitals before, Vitals now) {
    return now.descriptors() <= before.descriptors() + DESCRIPTORS_MORE;
  }
}
