// SPDX-License-Identifier: Apache-2.0
package io.turnout.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Collection;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** Runs every benchmark once, in this process; nothing is timed. */
class BenchmarksSmokeTest {

  @TempDir Path directory;

  @ParameterizedTest
  @EnumSource
  void everyBenchmarkOfASet_agreesAndRuns(BenchmarkSet set) throws RunnerException {
    ChainedOptionsBuilder options = new OptionsBuilder();
    if (!set.keys().isEmpty()) {
      options.param("keys", fewest(set));
    }
    Collection<RunResult> results =
        new Runner(
                options
                    .include(set.benchmarks().getName().replace(".", "\\.") + "\\..*")
                    .mode(Mode.SingleShotTime)
                    .forks(0)
                    .warmupIterations(0)
                    .measurementIterations(1)
                    .shouldFailOnError(true)
                    .output(directory.resolve("jmh.log").toString())
                    .build())
            .run();
    Measurements measured = new Measurements();
    measured.add(results);
    assertThat(set.goals())
        .allSatisfy(
            goal -> {
              if (goal instanceof Goal.Ratio ratio && isRun(ratio, set)) {
                assertThat(measured.nanos(ratio.ours())).isPositive();
                assertThat(measured.nanos(ratio.beside())).isPositive();
              }
            });
  }

  /** A million keys take too long here. */
  private static String fewest(BenchmarkSet set) {
    return set.keys().get(0).name();
  }

  private static boolean isRun(Goal.Ratio ratio, BenchmarkSet set) {
    return set.keys().isEmpty()
        || Stream.of(ratio.ours(), ratio.beside()).allMatch(row -> row.endsWith("/" + fewest(set)));
  }
}
