// SPDX-License-Identifier: Apache-2.0
package io.turnout.benchmarks;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/**
 * The minima over all iterations of all forks of one set, row by row: what a machine can do,
 * without what disturbed it. Not thread-safe.
 */
final class Measurements {

  private static final String ALLOCATED = "gc.alloc.rate.norm";

  private final Map<String, Double> nanos = new HashMap<>();
  private final Map<String, Double> bytes = new HashMap<>();
  private final Map<String, Double> held = new HashMap<>();

  /** Takes what a round measured. */
  void add(Collection<RunResult> round) {
    for (RunResult run : round) {
      String row = row(run.getParams());
      for (BenchmarkResult fork : run.getBenchmarkResults()) {
        for (IterationResult iteration : fork.getIterationResults()) {
          nanos.merge(row, iteration.getPrimaryResult().getScore(), Math::min);
          Result<?> allocated = iteration.getSecondaryResults().get(ALLOCATED);
          if (allocated != null) {
            bytes.merge(row, allocated.getScore(), Math::min);
          }
        }
      }
    }
  }

  /** The least time of a row, in nanoseconds an operation. */
  double nanos(String row) {
    return required(nanos, row);
  }

  /** The least that a row allocated, in whole bytes an operation. */
  long bytes(String row) {
    return Math.round(required(bytes, row));
  }

  /** Takes how many bytes an entry of a contestant holds. */
  void addHeld(String row, double bytesPerEntry) {
    held.merge(row, bytesPerEntry, Math::min);
  }

  /** The bytes that an entry holds. */
  double held(String row) {
    return required(held, row);
  }

  private static double required(Map<String, Double> numbers, String row) {
    Double number = numbers.get(row);
    if (number == null) {
      throw new IllegalStateException("no row " + row + " was measured, only " + numbers.keySet());
    }
    return number;
  }

  /** The method's name and, after a slash, the value of the one parameter. */
  private static String row(BenchmarkParams params) {
    String name = params.getBenchmark();
    StringBuilder row = new StringBuilder(name.substring(name.lastIndexOf('.') + 1));
    for (String key : params.getParamsKeys()) {
      row.append('/').append(params.getParam(key));
    }
    return row.toString();
  }
}
