// SPDX-License-Identifier: Apache-2.0
package io.turnout.benchmarks;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
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
      "usage: bin/bench [near|large|memory|herd|match|decision|json|redis|endpoints|token|address]…"
          + " [--quick] [--gate]";
  private static final int ROUNDS = 4;

  /** What is measured without JMH: memory, and what needs no clock. */
  private enum Plain {
    MEMORY,
    HERD;

    String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final Set<BenchmarkSet> sets;
  private final Set<Plain> plain;
  private final boolean quick;
  private final boolean gate;
  private final PrintStream out;

  private Bench(Set<BenchmarkSet> sets, Set<Plain> plain, Set<String> flags) {
    this.sets = sets;
    this.plain = plain;
    this.quick = flags.contains("--quick");
    this.gate = flags.contains("--gate");
    this.out = System.out;
  }

  /** Runs the command; ends with 1 if a gate fails, with 2 if it was not understood. */
  public static void main(String[] arguments) throws IOException, RunnerException {
    Set<BenchmarkSet> sets = EnumSet.noneOf(BenchmarkSet.class);
    Set<Plain> plain = EnumSet.noneOf(Plain.class);
    Set<String> flags = new HashSet<>();
    for (String argument : arguments) {
      boolean known =
          sets.addAll(named(BenchmarkSet.values(), BenchmarkSet::text, argument))
              | plain.addAll(named(Plain.values(), Plain::text, argument));
      if (!known && !List.of("--quick", "--gate").contains(argument)) {
        System.err.println("bench: unknown argument \"" + argument + "\"\n" + USAGE);
        System.exit(2);
      }
      flags.add(argument);
    }
    boolean all = sets.isEmpty() && plain.isEmpty();
    Bench bench =
        all
            ? new Bench(EnumSet.allOf(BenchmarkSet.class), EnumSet.allOf(Plain.class), flags)
            : new Bench(sets, plain, flags);
    System.exit(bench.run(Path.of("")) ? 0 : 1);
  }

  private static <T> List<T> named(T[] all, Function<T, String> name, String text) {
    return Arrays.stream(all).filter(one -> name.apply(one).equals(text)).toList();
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
    for (Plain one : plain) {
      failures.addAll(show(plainTable(one), root));
    }
    for (BenchmarkSet set : sets) {
      Measurements measured = measure(set, log);
      failures.addAll(
          show(new ResultTable(set.text(), set.goals(), measured, conditions(busy)), root));
    }
    failures.forEach(failure -> out.println("does not hold: " + failure));
    return !gate || failures.isEmpty();
  }

  /** Prints a table, puts it on its page unless this is a first look, and returns what fails. */
  private List<String> show(Table table, Path root) throws IOException {
    out.println(table.name() + "\n\n" + table.text());
    if (!quick) {
      table.writeInto(root.resolve("docs/performance/README.md"));
    }
    return table.failures();
  }

  private Table plainTable(Plain which) {
    return switch (which) {
      case MEMORY -> Footprint.table(quick ? Footprint.ENTRIES / 10 : Footprint.ENTRIES);
      case HERD -> HerdTable.published();
    };
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
    ChainedOptionsBuilder options = new OptionsBuilder();
    if (!set.keys().isEmpty()) {
      options.param("keys", set.keys().stream().map(NearKeys::name).toArray(String[]::new));
    }
    return options
        .include(set.benchmarks().getName().replace(".", "\\.") + "\\..*")
        .forks(1)
        .warmupIterations(quick ? 2 : 6)
        .warmupTime(TimeValue.milliseconds(quick ? 300 : 500))
        .measurementIterations(quick ? 2 : 5)
        .measurementTime(TimeValue.milliseconds(quick ? 100 : 200))
        .addProfiler(GCProfiler.class)
        .jvmArgs("-Xms" + set.heap(), "-Xmx" + set.heap(), "-XX:+AlwaysPreTouch")
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
