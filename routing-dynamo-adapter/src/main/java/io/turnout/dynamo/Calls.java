// SPDX-License-Identifier: Apache-2.0
package io.turnout.dynamo;

import io.turnout.store.RouteStoreException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;

/**
 * Waits for requests, each for at most the time-out.
 *
 * @param timeout 1 ms to 10 min
 */
record Calls(Failures failures, Duration timeout) {

  private static final Duration SHORTEST = Duration.ofMillis(1);
  private static final Duration LONGEST = Duration.ofMinutes(10);

  Calls {
    if (timeout.compareTo(SHORTEST) < 0 || timeout.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "timeout " + timeout + " must lie in " + SHORTEST + " to " + LONGEST);
    }
  }

  /**
   * Sends a request and waits for its answer. One that is not waited for any longer is called off,
   * so that the client does not go on trying to write what its writer has given up.
   *
   * @throws ConditionalCheckFailedException if a write's condition did not hold
   * @throws ResourceInUseException if a table is there that was to be created
   * @throws RouteStoreException if it failed otherwise
   */
  <T> T await(Supplier<CompletableFuture<T>> request) {
    CompletableFuture<T> sent = send(request);
    try {
      return sent.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      throw failed(e.getCause() == null ? e : e.getCause());
    } catch (RuntimeException e) {
      throw failed(e);
    } catch (TimeoutException e) {
      throw failures.late(timeout);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failures.interrupted();
    } finally {
      sent.cancel(true);
    }
  }

  private <T> CompletableFuture<T> send(Supplier<CompletableFuture<T>> request) {
    try {
      return request.get();
    } catch (RuntimeException e) {
      throw failed(e);
    }
  }

  private RuntimeException failed(Throwable thrown) {
    Throwable failure = Failures.unwrapped(thrown);
    if (failure instanceof ConditionalCheckFailedException refused) {
      return refused;
    }
    return failure instanceof ResourceInUseException there ? there : failures.of(failure);
  }
}
