// SPDX-License-Identifier: Apache-2.0
package io.turnout.benchmarks;

import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.util.List;
import java.util.function.Supplier;
import javax.management.JMException;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;

/**
 * What an entry takes: by how much all living objects together grow with many of them, keys and
 * values included, divided by their number. All contestants hold the same entries under the same
 * keys, and have been asked for each once.
 *
 * <p>The objects are counted, not what the collector has set aside for them: it gives a big array
 * whole regions, up to twice its size.
 */
final class Footprint {

  /** How many entries are held for what is published. */
  static final int ENTRIES = 500_000;

  private static final int FIRST_ENTRIES = 1_000;

  private static final ObjectName COMMANDS = commands();

  private Footprint() {}

  /** Measures all contestants with so many entries each. */
  static Table table(int entries) {
    Measurements measured = new Measurements();
    measured.addHeld("turnout", bytes(NearContestant.Turnout::new, entries));
    measured.addHeld("caffeine", bytes(NearContestant.BareCaffeine::new, entries));
    measured.addHeld("caffeineRefresh", bytes(NearContestant.RefreshingCaffeine::new, entries));
    measured.addHeld("cache2k", bytes(NearContestant.BareCache2k::new, entries));
    measured.addHeld("concurrentHashMap", bytes(NearContestant.HashMap::new, entries));
    String what = "an entry of %,d".formatted(entries);
    return new ResultTable(
        "memory",
        List.of(
            new Goal.Held(what, "turnout", "Caffeine", "caffeine", 6, 5),
            new Goal.Held(what, "turnout", "Caffeine, refresh", "caffeineRefresh"),
            new Goal.Held(what, "turnout", "cache2k", "cache2k"),
            new Goal.Held(what, "turnout", "ConcurrentHashMap", "concurrentHashMap")),
        measured,
        "compressed references; JDK " + Runtime.version());
  }

  /** A first one loads the classes, which are not counted. */
  private static double bytes(Supplier<NearContestant> contestants, int entries) {
    NearContestant first = contestants.get();
    first.hold(FIRST_ENTRIES);
    first.close();
    NearContestant contestant = contestants.get();
    long before = livingBytes();
    contestant.hold(entries);
    long after = livingBytes();
    Reference.reachabilityFence(contestant);
    contestant.close();
    return (double) (after - before) / entries;
  }

  /** The sum of the virtual machine's own table of living objects; it collects first. */
  private static long livingBytes() {
    String table;
    try {
      Object[] noArguments = {new String[0]};
      String[] types = {String[].class.getName()};
      table =
          (String)
              ManagementFactory.getPlatformMBeanServer()
                  .invoke(COMMANDS, "gcClassHistogram", noArguments, types);
    } catch (JMException e) {
      throw new IllegalStateException("this virtual machine does not count its objects", e);
    }
    String[] total = table.substring(table.lastIndexOf("Total")).trim().split(" +", -1);
    return Long.parseLong(total[2]);
  }

  private static ObjectName commands() {
    try {
      return new ObjectName("com.sun.management:type=DiagnosticCommand");
    } catch (MalformedObjectNameException e) {
      throw new IllegalStateException(e);
    }
  }
}
