// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance.contract;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Waits for what an implementation does, while its time goes on. */
final class Waiting {

  /** How long anything may take unless a contract says otherwise, in real time. */
  static final Duration LIMIT = Duration.ofSeconds(10);

  /** How long a call may hold its caller; generous, for machines that are busy. */
  static final Duration CALL_LIMIT = Duration.ofSeconds(2);

  private static final Duration STEP = Duration.ofMillis(20);
  private static final long PAUSE_NANOS = 2_000_000;

  private final Consumer<Duration> advance;
  private final Duration limit;

  /**
   * Begins with a way to let time pass.
   *
   * @param advance lets at least so much pass
   * @param limit how long to wait, in real time
   */
  Waiting(Consumer<Duration> advance, Duration limit) {
    this.advance = advance;
    this.limit = limit;
  }

  /** Waits until a condition holds. */
  void until(String what, BooleanSupplier condition) {
    long end = System.nanoTime() + limit.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - end > 0) {
        throw new AssertionError("within " + limit + ": " + what);
      }
      LockSupport.parkNanos(PAUSE_NANOS);
      advance.accept(STEP);
    }
  }

  /** What a call's stage completes with; that it fails, or holds its caller, is an error. */
  <T> T answer(String what, Supplier<CompletionStage<T>> call) {
    CompletableFuture<T> future = settled(what, call);
    try {
      return future.join();
    } catch (CompletionException | CancellationException e) {
      throw new AssertionError(what + " must succeed, but its stage failed", e);
    }
  }

  /** Waits until a call's stage fails; an answer is an error, and so is holding the caller. */
  void failure(String what, Supplier<? extends CompletionStage<?>> call) {
    CompletableFuture<?> future = settled(what, call);
    if (!future.isCompletedExceptionally()) {
      throw new AssertionError(what + " must fail during an outage, but it gave an answer");
    }
  }

  /** Whether a call's stage completes, rather than fails. */
  boolean succeeds(String what, Supplier<? extends CompletionStage<?>> call) {
    return !settled(what, call).isCompletedExceptionally();
  }

  private <T> CompletableFuture<T> settled(
      String what, Supplier<? extends CompletionStage<? extends T>> call) {
    CompletableFuture<T> future = new CompletableFuture<>();
    promptly(what, call)
        .whenComplete(
            (value, failure) -> {
              if (failure == null) {
                future.complete(value);
              } else {
                future.completeExceptionally(failure);
              }
            });
    if (!future.isDone()) {
      until(what + " must complete its stage", future::isDone);
    }
    return future;
  }

  /** Makes a call; that it throws or holds its caller is an error. */
  <T> T promptly(String what, Supplier<T> call) {
    CompletableFuture<T> returned = new CompletableFuture<>();
    Thread caller =
        new Thread(
            () -> {
              try {
                returned.complete(call.get());
              } catch (RuntimeException | Error e) {
                returned.completeExceptionally(e);
              }
            },
            "contract-caller");
    caller.setDaemon(true);
    caller.start();
    Duration shorter = limit.compareTo(CALL_LIMIT) < 0 ? limit : CALL_LIMIT;
    try {
      return returned.get(shorter.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new AssertionError(what + " must not hold its caller", e);
    } catch (ExecutionException e) {
      throw new AssertionError(what + " must fail its stage, not throw", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(what + " was interrupted", e);
    }
  }
}
