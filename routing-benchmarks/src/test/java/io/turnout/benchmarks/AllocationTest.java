// SPDX-License-Identifier: Apache-2.0
package io.turnout.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.security.NoSuchAlgorithmException;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a request allocates, to the byte. The limits are those of code that was compiled without
 * escape analysis, as in this build; the second compiler of a long-running process saves the rest.
 */
class AllocationTest {

  private static final int CALLS = 20_000;
  private static final int ROUNDS = 10;

  private final ThreadMXBean threads =
      (ThreadMXBean) ManagementFactory.getPlatformMXBean(java.lang.management.ThreadMXBean.class);

  /** The least bytes a call of many rounds, rounded down; so that what happens once counts as 0. */
  private long bytesPerCall(Supplier<?> call) {
    long least = Long.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      least = Math.min(least, bytesOfARound(call));
    }
    return least / CALLS;
  }

  private long bytesOfARound(Supplier<?> call) {
    Object last = null;
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < CALLS; i++) {
      last = call.get();
    }
    long bytes = threads.getCurrentThreadAllocatedBytes() - before;
    assertThat(last).isNotNull();
    return bytes;
  }

  private static DecisionBenchmark decision() {
    DecisionBenchmark benchmark = new DecisionBenchmark();
    benchmark.rules = 200;
    benchmark.setUp();
    return benchmark;
  }

  @ParameterizedTest
  @EnumSource(names = {"HOT", "ZIPF", "UNIFORM"})
  void freshHit_allocatesNothing(NearKeys keys) {
    NearCacheBenchmark benchmark = new NearCacheBenchmark();
    NearContestant.Turnout held = new NearContestant.Turnout();
    held.keys = keys;
    held.setUp();
    NearCacheBenchmark.Cursor cursor = new NearCacheBenchmark.Cursor();
    assertThat(bytesPerCall(() -> benchmark.turnout(held, cursor))).isZero();
    held.close();
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 200, 5_000})
  void matching_allocatesNothing(int routes) {
    RouteBenchmark benchmark = new RouteBenchmark();
    benchmark.routes = routes;
    benchmark.setUp();
    Integer any = 0;
    long bytes =
        bytesPerCall(
            () -> {
              benchmark.turnout();
              return any;
            });
    assertThat(bytes).isZero();
  }

  @Test
  void decisionByHeader_staysWithinItsLimit() {
    DecisionBenchmark benchmark = decision();
    assertThat(bytesPerCall(benchmark::header)).isLessThanOrEqualTo(192);
    benchmark.tearDown();
  }

  @Test
  void decisionByPath_staysWithinItsLimit() {
    DecisionBenchmark benchmark = decision();
    assertThat(bytesPerCall(benchmark::path)).isLessThanOrEqualTo(272);
    benchmark.tearDown();
  }

  @Test
  void decisionByBody_staysWithinItsLimit() {
    DecisionBenchmark benchmark = decision();
    assertThat(bytesPerCall(benchmark::body)).isLessThanOrEqualTo(1_448);
    benchmark.tearDown();
  }

  @Test
  void tokenThatComesAgain_staysWithinItsLimit() throws IOException {
    TokenBenchmark benchmark = new TokenBenchmark();
    benchmark.algorithm = "ES256";
    benchmark.setUp();
    long digest = bytesPerCall(() -> digest(benchmark));
    long unverified = bytesPerCall(benchmark::unverified);
    assertThat(bytesPerCall(benchmark::again)).isLessThanOrEqualTo(unverified + digest + 1_024);
  }

  private static byte[] digest(TokenBenchmark benchmark) {
    try {
      return benchmark.sha256();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
