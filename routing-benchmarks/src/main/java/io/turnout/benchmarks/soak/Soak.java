// SPDX-License-Identifier: Apache-2.0
package io.turnout.benchmarks.soak;

import io.turnout.cli.measure.Latencies;
import io.turnout.cli.processes.Child;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * The command {@code bin/soak}: lets clients of all kinds at a gateway, looks at it from time to
 * time, and says whether it holds what it took.
 */
public final class Soak {

  private static final String USAGE =
      "usage: bin/soak [--seconds N] [--rate N]   (600 seconds, 200 small requests a second)";
  private static final int KEYS = 20_000;
  private static final int LOOKS = 20;
  private static final long SHORTEST_LOOK_SECONDS = 2;
  private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(30);
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double MIB = 1L << 20;
  private static final String ROW = "%7s %9s %7s %6s %9s %9s %9s %9s %6s %8s%n";

  private final PrintStream out;
  private final long seconds;
  private final int perSecond;

  private Soak(PrintStream out, long seconds, int perSecond) {
    this.out = out;
    this.seconds = seconds;
    this.perSecond = perSecond;
  }

  /** Runs the command; ends with 1 if something grew or failed, with 2 if it could not run. */
  public static void main(String[] arguments) throws InterruptedException {
    int exitCode = 2;
    try {
      long seconds = 600;
      int perSecond = 200;
      for (int i = 0; i + 1 < arguments.length; i += 2) {
        switch (arguments[i]) {
          case "--seconds" -> seconds = Long.parseLong(arguments[i + 1]);
          case "--rate" -> perSecond = Integer.parseInt(arguments[i + 1]);
          default -> throw new IllegalArgumentException("unknown option " + arguments[i]);
        }
      }
      if (arguments.length % 2 != 0 || seconds < 5 || perSecond < 1) {
        throw new IllegalArgumentException("5 seconds and 1 request a second are the least");
      }
      exitCode = run(System.out, seconds, perSecond) ? 0 : 1;
    } catch (IllegalArgumentException e) {
      System.err.println("soak: " + e.getMessage() + "\n" + USAGE);
    } catch (IOException | IllegalStateException e) {
      System.err.println("soak: " + e.getMessage());
    }
    System.exit(exitCode);
  }

  /** Whether nothing grew and nothing failed. */
  static boolean run(PrintStream out, long seconds, int perSecond)
      throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("turnout-soak");
    Keys keys = new Keys(KEYS);
    try (Platform platform = Platform.start(folder, keys)) {
      return new Soak(out, seconds, perSecond).run(platform, keys);
    } finally {
      try (Stream<Path> files = Files.list(folder)) {
        for (Path file : files.toList()) {
          Files.delete(file);
        }
      }
      Files.delete(folder);
    }
  }

  private boolean run(Platform platform, Keys keys) throws IOException {
    out.printf(
        "%d s of mixed traffic, about %d small requests a second; load of the machine before"
            + " %.1f%n",
        seconds, perSecond, ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
    List<Vitals> before = look(platform);
    List<List<Vitals>> during = new ArrayList<>();
    Traffic traffic = Traffic.start(platform.port(), perSecond, keys);
    try (traffic) {
      watch(platform, traffic, during);
    }
    List<Vitals> after = settled(platform, before);
    kinds(traffic);
    List<String> wrong = new ArrayList<>(traffic.failures());
    for (int i = 0; i < platform.gateways().size(); i++) {
      int gateway = i;
      Child child = platform.gateways().get(i);
      List<Vitals> looks = during.stream().map(all -> all.get(gateway)).toList();
      Growth growth = new Growth(child.name(), before.get(i), looks, after.get(i));
      ends(growth);
      wrong.addAll(growth.found());
    }
    wrong.forEach(one -> out.println("does not hold: " + one));
    out.println(wrong.isEmpty() ? "Holds: nothing grew beyond its bound, nothing failed." : "");
    return wrong.isEmpty();
  }

  private static List<Vitals> look(Platform platform) throws IOException {
    List<Vitals> vitals = new ArrayList<>();
    for (Child gateway : platform.gateways()) {
      vitals.add(Vitals.of(gateway.pid()));
    }
    return vitals;
  }

  private void watch(Platform platform, Traffic traffic, List<List<Vitals>> during)
      throws IOException {
    out.println();
    out.printf(
        ROW,
        "TIME",
        "REQUESTS",
        "A SEC.",
        "FAILED",
        "P50",
        "P99",
        "HEAP",
        "RESIDENT",
        "FILES",
        "THREADS");
    long begun = System.nanoTime();
    long step = Math.max(SHORTEST_LOOK_SECONDS, seconds / LOOKS);
    for (long at = step; at <= seconds; at += step) {
      for (long left = until(begun, at); left > 0; left = until(begun, at)) {
        LockSupport.parkNanos(left);
      }
      Latencies recent = traffic.takeRecent();
      List<Vitals> vitals = look(platform);
      during.add(vitals);
      double elapsed = (System.nanoTime() - begun) / 1e9;
      for (Vitals one : vitals) {
        row(at, traffic, elapsed, recent, one);
      }
    }
    out.println();
  }

  private static long until(long begun, long second) {
    return begun + TimeUnit.SECONDS.toNanos(second) - System.nanoTime();
  }

  private void row(long at, Traffic traffic, double elapsed, Latencies recent, Vitals one) {
    out.printf(
        ROW,
        at + " s",
        traffic.done(),
        Math.round(traffic.done() / elapsed),
        traffic.failed(),
        millis(recent.quantile(0.5)),
        millis(recent.quantile(0.99)),
        mebibytes(one.heapBytes()),
        mebibytes(one.residentBytes()),
        one.descriptors(),
        one.threads());
  }

  /** What is left once clients are gone and connections to cells have had their time. */
  private static List<Vitals> settled(Platform platform, List<Vitals> before) throws IOException {
    long end = System.nanoTime() + QUIET_NANOS;
    while (true) {
      List<Vitals> now = look(platform);
      boolean quiet = true;
      for (int i = 0; i < now.size(); i++) {
        quiet &= Growth.isQuiet(before.get(i), now.get(i));
      }
      if (quiet || System.nanoTime() > end) {
        return now;
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(500));
    }
  }

  private void kinds(Traffic traffic) {
    out.printf("%-24s %9s %7s %10s %10s %10s%n", "KIND", "DONE", "FAILED", "P50", "P99", "LONGEST");
    traffic
        .counts()
        .forEach(
            (kind, count) ->
                out.printf(
                    "%-24s %9d %7d %10s %10s %10s%n",
                    kind.text(),
                    count.done(),
                    count.failed(),
                    millis(count.latencies().quantile(0.5)),
                    millis(count.latencies().quantile(0.99)),
                    millis(count.latencies().max())));
    out.println();
  }

  private void ends(Growth growth) {
    Vitals first = growth.before();
    Vitals last = growth.after();
    out.printf(
        "%s before and after: heap %s and %s, resident %s and %s, files %d and %d, threads %d and"
            + " %d%n",
        growth.name(),
        mebibytes(first.heapBytes()),
        mebibytes(last.heapBytes()),
        mebibytes(first.residentBytes()),
        mebibytes(last.residentBytes()),
        first.descriptors(),
        last.descriptors(),
        first.threads(),
        last.threads());
  }

  private static String millis(long nanos) {
    return String.format(Locale.ROOT, "%.1f ms", nanos / NANOS_PER_MILLI);
  }

  private static String mebibytes(long bytes) {
    return String.format(Locale.ROOT, "%.1f M", bytes / MIB);
  }
}
