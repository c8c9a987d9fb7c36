// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.proof;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waiting for what other threads and processes do. */
final class Waits {

  /** Longer than anything takes on a machine that has more to do. */
  static final Duration LIMIT = Duration.ofMinutes(2);

  private static final Duration LOOK = Duration.ofMillis(20);

  private Waits() {}

  /** What a stage is completed with. */
  static <T> T answer(CompletionStage<T> stage) {
    try {
      return stage.toCompletableFuture().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new AssertionError("no answer: " + e, e);
    }
  }

  /** Lets time pass. */
  static void pass(Duration time) {
    long end = System.nanoTime() + time.toNanos();
    for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  /** Waits until something is so, for as long as {@link #LIMIT} at most. */
  static void until(String what, BooleanSupplier isSo) {
    long end = System.nanoTime() + LIMIT.toNanos();
    while (!isSo.getAsBoolean()) {
      if (System.nanoTime() - end > 0) {
        throw new AssertionError("still not so after " + LIMIT + ": " + what);
      }
      pass(LOOK);
    }
  }
}
