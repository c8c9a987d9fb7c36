// SPDX-License-Identifier: Apache-2.0
package io.turnout.redis;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what happens in other processes, for a bounded time. */
final class Await {

  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final long PAUSE_NANOS = 2_000_000;

  private Await() {}

  /** Waits until a condition holds. */
  static void until(String what, BooleanSupplier condition) {
    long end = System.nanoTime() + LIMIT.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - end > 0) {
        throw new AssertionError("within " + LIMIT + ": " + what);
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  /** What a stage completes with. */
  static <T> T answer(CompletionStage<T> stage) {
    return settled(stage.toCompletableFuture()).join();
  }

  /** What a stage fails with. */
  static Throwable failure(CompletionStage<?> stage) {
    CompletableFuture<?> future = settled(stage.toCompletableFuture());
    if (!future.isCompletedExceptionally()) {
      throw new AssertionError("the stage must fail");
    }
    return future.handle((value, failure) -> failure).join();
  }

  /** Whether a stage completes, rather than fails. */
  static boolean succeeds(CompletionStage<?> stage) {
    return !settled(stage.toCompletableFuture()).isCompletedExceptionally();
  }

  private static <T> CompletableFuture<T> settled(CompletableFuture<T> future) {
    try {
      future.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      return future;
    } catch (TimeoutException e) {
      throw new AssertionError("the stage must complete within " + LIMIT, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return future;
  }
}
