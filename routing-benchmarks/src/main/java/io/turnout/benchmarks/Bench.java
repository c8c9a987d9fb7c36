// SPDX-License-Identifier: Apache-2.0
package io.turnout.benchmarks;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * The command {@code bin/bench}: measures sets in interleaved forks, prints their tables, and puts
 * them on their page.
 */
public final class Bench {

  private static final String USAGE =
      "usage: bin/bench [near|match|decision|json|redis|token]… [--quick] [--gate]";
  private static final int ROUNDS = 4;

  private final Set<BenchmarkSet> sets;
  private final boolean quick;
  private final boolean gate;
  private final PrintStream out;

  private Bench(Set<BenchmarkSet> sets, boolean quick, boolean gate, PrintStream out) {
    this.sets = sets;
    this.quick = quick;
    this.gate = gate;
    this.out = out;
  }

  /** Runs the command; ends with 1 if a gate fails, with 2 if it was not understood. */
  public static void main(String[] arguments) throws IOException, RunnerException {
    Set<BenchmarkSet> sets = EnumSet.noneOf(BenchmarkSet.class);
    Set<String> flags = new HashSet<>();
    for (String argument : arguments) {
      Optional<BenchmarkSet> named = named(argument);
      named.ifPresent(sets::add);
      if (named.isEmpty() && !List.of("--quick", "--gate").contains(argument)) {
        System.err.println("bench: unknown argument \"" + argument + "\"\n" + USAGE);
        System.exit(2);
      }
      flags.add(argument);
    }
    Set<BenchmarkSet> chosen = sets.isEmpty() ? EnumSet.allOf(BenchmarkSet.class) : sets;
    Bench bench =
        new Bench(chosen, flags.contains("--quick"), flags.contains("--gate"), System.out);
    System.exit(bench.run(Path.of("")) ? 0 : 1);
  }

  private static Optional<BenchmarkSet> named(String text) {
    for (BenchmarkSet set : BenchmarkSet.values()) {
      if (set.text().equals(text)) {
        return Optional.of(set);
      }
    }
    return Optional.empty();
  }

  /** Whether all gates hold, or there are none. */
  private boolean run(Path root) throws IOException, RunnerException {
    Path log = root.resolve("routing-benchmarks/target/bench.log");
    Files.createDirectories(log.toAbsolutePath().getParent());
    double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    int cores = Runtime.getRuntime().availableProcessors();
    boolean busy = load > cores / 2.0;
    if (busy) {
      out.printf(
          "The machine is busy (load %.1f on %d cores): times will be too long.%n", load, cores);
    }
    List<String> failures = new ArrayList<>();
    for (BenchmarkSet set : sets) {
      Measurements measured = measure(set, log);
      ResultTable table = new ResultTable(set, measured, conditions(busy));
      out.println(table.text());
      if (!quick) {
        table.writeInto(root.resolve("docs/performance/README.md"));
      }
      failures.addAll(table.failures());
    }
    failures.forEach(failure -> out.println("does not hold: " + failure));
    return !gate || failures.isEmpty();
  }

  private Measurements measure(BenchmarkSet set, Path log) throws RunnerException {
    Measurements measured = new Measurements();
    int rounds = quick ? 1 : ROUNDS;
    for (int round = 1; round <= rounds; round++) {
      out.printf("%s: round %d of %d, log in %s%n", set.text(), round, rounds, log);
      measured.add(new Runner(options(set, log).build()).run());
    }
    return measured;
  }

  private ChainedOptionsBuilder options(BenchmarkSet set, Path log) {
    return new OptionsBuilder()
        .include(set.benchmarks().getName().replace(".", "\\.") + "\\..*")
        .forks(1)
        .warmupIterations(quick ? 2 : 6)
        .warmupTime(TimeValue.milliseconds(quick ? 300 : 500))
        .measurementIterations(quick ? 2 : 5)
        .measurementTime(TimeValue.milliseconds(quick ? 100 : 200))
        .addProfiler(GCProfiler.class)
        .jvmArgs("-Xms256m", "-Xmx256m", "-XX:+AlwaysPreTouch")
        .shouldFailOnError(true)
        .output(log.toString());
  }

  private String conditions(boolean busy) {
    return "%d fork(s); %d cores, %s, %s; JDK %s%s"
        .formatted(
            quick ? 1 : ROUNDS,
            Runtime.getRuntime().availableProcessors(),
            System.getProperty("os.arch"),
            System.getProperty("os.name"),
            Runtime.version(),
            busy ? "; the machine was busy with other work" : "");
  }
}
