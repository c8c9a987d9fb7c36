// SPDX-License-Identifier: Apache-2.0
package io.turnout.benchmarks;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The command {@code bin/proxy-bench}: what it costs a proxy to decide. The gateway with the rules
 * of the payments example beside the same gateway with a fixed cell, and nginx with a map beside
 * nginx with a fixed origin, by turns.
 */
public final class ProxyBench {

  private static final String USAGE = "usage: bin/proxy-bench [--quick]";
  private static final int ROUNDS = 5;
  private static final int SECONDS = 6;
  private static final int WARM_UP_SECONDS = 12;

  private final PrintStream out;
  private final boolean quick;

  private ProxyBench(PrintStream out, boolean quick) {
    this.out = out;
    this.quick = quick;
  }

  /** Runs the command; ends with 2 if it could not run. */
  public static void main(String[] arguments) throws InterruptedException {
    boolean quick = List.of(arguments).equals(List.of("--quick"));
    if (!quick && arguments.length > 0) {
      System.err.println("proxy-bench: unknown arguments " + List.of(arguments) + "\n" + USAGE);
      System.exit(2);
    }
    try {
      new ProxyBench(System.out, quick).run(Path.of(""));
    } catch (IOException | IllegalStateException e) {
      System.err.println("proxy-bench: " + e.getMessage());
      System.exit(2);
    }
    System.exit(0);
  }

  private void run(Path root) throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("turnout-proxy-bench");
    double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    try (ProxyField field = ProxyField.open(root.resolve("examples/payments"), folder)) {
      Map<ProxyField.Row, ProxyRun> best = new LinkedHashMap<>();
      for (ProxyField.Row row : field.rows()) {
        best.put(row, ProxyRun.of(row, folder, quick ? 3 : WARM_UP_SECONDS));
      }
      best.replaceAll((row, warmUp) -> ProxyRun.NONE);
      int rounds = quick ? 1 : ROUNDS;
      for (int round = 1; round <= rounds; round++) {
        out.println("round " + round + " of " + rounds);
        for (ProxyField.Row row : field.rows()) {
          ProxyRun run = ProxyRun.of(row, folder, quick ? 3 : SECONDS);
          out.println("  " + row.name() + ": " + run);
          best.merge(row, run, ProxyRun::better);
        }
      }
      ProxyTable table = new ProxyTable(best, conditions(rounds, load));
      out.println("\n" + table.text());
      if (!quick) {
        table.writeInto(root.resolve("docs/performance/README.md"));
      }
    } finally {
      delete(folder);
    }
  }

  private String conditions(int rounds, double load) {
    return "%d rounds of %d s; %d cores, %s, %s; JDK %s; load of the machine before: %.1f"
        .formatted(
            rounds,
            quick ? 3 : SECONDS,
            Runtime.getRuntime().availableProcessors(),
            System.getProperty("os.arch"),
            System.getProperty("os.name"),
            Runtime.version(),
            load);
  }

  private static void delete(Path folder) throws IOException {
    List<Path> files = new ArrayList<>();
    try (Stream<Path> walked = Files.walk(folder)) {
      walked.sorted(Comparator.reverseOrder()).forEach(files::add);
    }
    for (Path file : files) {
      Files.deleteIfExists(file);
    }
  }
}
