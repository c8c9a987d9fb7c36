// SPDX-License-Identifier: Apache-2.0
package io.turnout.benchmarks;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.ref.Reference;
import java.util.List;

/**
 * What an entry takes: by how much the heap grows with many of them, keys and values included,
 * divided by their number. All contestants hold the same resolution under the same key, and have
 * been asked for each once.
 */
final class Footprint {

  /** How many entries are held for what is published. */
  static final int ENTRIES = 500_000;

  private static final int COLLECTIONS = 3;

  private Footprint() {}

  /** Measures all contestants with so many entries each. */
  static Table table(int entries) {
    Measurements measured = new Measurements();
    measured.addHeld("turnout", bytes(new NearContestant.Turnout(), entries));
    measured.addHeld("caffeine", bytes(new NearContestant.BareCaffeine(), entries));
    measured.addHeld("caffeineRefresh", bytes(new NearContestant.RefreshingCaffeine(), entries));
    measured.addHeld("cache2k", bytes(new NearContestant.BareCache2k(), entries));
    measured.addHeld("concurrentHashMap", bytes(new NearContestant.HashMap(), entries));
    String what = "an entry of %,d".formatted(entries);
    return new ResultTable(
        "memory",
        List.of(
            new Goal.Held(what, "turnout", "Caffeine", "caffeine", 6, 5),
            new Goal.Held(what, "turnout", "Caffeine, refresh", "caffeineRefresh"),
            new Goal.Held(what, "turnout", "cache2k", "cache2k"),
            new Goal.Held(what, "turnout", "ConcurrentHashMap", "concurrentHashMap")),
        measured,
        "full collections before and after; JDK " + Runtime.version());
  }

  private static double bytes(NearContestant contestant, int entries) {
    long before = used();
    contestant.hold(entries);
    long after = used();
    Reference.reachabilityFence(contestant);
    contestant.close();
    return (double) (after - before) / entries;
  }

  private static long used() {
    MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
    for (int i = 0; i < COLLECTIONS; i++) {
      memory.gc();
    }
    return memory.getHeapMemoryUsage().getUsed();
  }
}
