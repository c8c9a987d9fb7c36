// SPDX-License-Identifier: Apache-2.0
package io.turnout.redis;

import io.lettuce.core.RedisReadOnlyException;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.resource.ClientResources;
import io.netty.util.Timeout;
import io.turnout.redis.RedisConnector.Open;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One connection for commands, which comes about in the background and is replaced where it is
 * stuck. Calls are pipelined on it, bounded in number and in time. Thread-safe.
 */
@SuppressWarnings("FutureReturnValueIgnored") // of callbacks and closings, which report nothing
final class CommandLink implements AutoCloseable {

  /** How long a failed attempt to connect is not repeated. */
  private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  /** After how many time-outs without an answer a connection is given up. */
  private static final int STUCK_TIMEOUTS = 10;

  private final RedisConnector connector;
  private final Duration timeout;
  private final int maxInFlight;
  private final AtomicInteger inFlight = new AtomicInteger();
  private final AtomicLong answeredNanos = new AtomicLong(System.nanoTime());
  private @Nullable CompletableFuture<Open> opening;
  private long openedNanos;
  private boolean closed;

  CommandLink(RedisConnector connector, Duration timeout, int maxInFlight) {
    this.connector = connector;
    this.timeout = timeout;
    this.maxInFlight = maxInFlight;
  }

  /** Begins to connect, so that the first call need not wait for it. */
  void open() {
    opening();
  }

  /**
   * Makes a call; the stage fails where there is no connection, after the time-out, and where too
   * many calls are under way.
   */
  <T> CompletionStage<T> call(
      Function<RedisClusterAsyncCommands<byte[], byte[]>, CompletionStage<T>> command) {
    if (inFlight.incrementAndGet() > maxInFlight) {
      inFlight.decrementAndGet();
      return CompletableFuture.failedStage(
          new IllegalStateException(
              "more than " + maxInFlight + " calls (maxInFlight) wait for Redis"));
    }
    CompletableFuture<T> result = new CompletableFuture<>();
    result.whenComplete((answer, failure) -> inFlight.decrementAndGet());
    CompletableFuture<Open> connection = opening();
    if (!connection.isCompletedExceptionally()) {
      limit(result, connection);
    }
    connection.whenComplete(
        (open, failure) -> {
          if (failure != null) {
            result.completeExceptionally(unwrapped(failure));
          } else if (!result.isDone()) {
            send(open, connection, command, result);
          }
        });
    return result;
  }

  private <T> void send(
      Open open,
      CompletableFuture<Open> connection,
      Function<RedisClusterAsyncCommands<byte[], byte[]>, CompletionStage<T>> command,
      CompletableFuture<T> result) {
    try {
      command
          .apply(open.commands())
          .whenComplete(
              (answer, failure) -> {
                answeredNanos.set(System.nanoTime());
                if (failure == null) {
                  result.complete(answer);
                  return;
                }
                Throwable cause = unwrapped(failure);
                result.completeExceptionally(cause);
                if (cause instanceof RedisReadOnlyException) {
                  giveUp(connection); // a master that was made a replica: ask anew who is master
                }
              });
    } catch (RuntimeException e) {
      result.completeExceptionally(e);
    }
  }

  private void limit(CompletableFuture<?> result, CompletableFuture<Open> connection) {
    ClientResources resources = connector.resources();
    try {
      Timeout timer =
          resources
              .timer()
              .newTimeout(
                  due -> resources.eventExecutorGroup().execute(() -> late(result, connection)),
                  timeout.toNanos(),
                  TimeUnit.NANOSECONDS);
      result.whenComplete((answer, failure) -> timer.cancel());
    } catch (IllegalStateException e) {
      result.completeExceptionally(e); // the client was ended meanwhile
    }
  }

  private void late(CompletableFuture<?> result, CompletableFuture<Open> connection) {
    result.completeExceptionally(
        new TimeoutException("no answer of Redis within " + timeout.toMillis() + " ms"));
    long stuck = STUCK_TIMEOUTS * timeout.toNanos();
    long now = System.nanoTime();
    boolean isOpen = connection.isDone() && !connection.isCompletedExceptionally();
    if (isOpen && now - answeredNanos.get() > stuck && now - openedAt() > stuck) {
      giveUp(connection);
    }
  }

  private synchronized long openedAt() {
    return openedNanos;
  }

  private synchronized CompletableFuture<Open> opening() {
    if (closed) {
      return CompletableFuture.failedFuture(new IllegalStateException("the connection is closed"));
    }
    CompletableFuture<Open> current = opening;
    boolean failed = current != null && current.isCompletedExceptionally();
    if (current == null || (failed && System.nanoTime() - openedNanos > RETRY_NANOS)) {
      current = start();
      opening = current;
      openedNanos = System.nanoTime();
    }
    return current;
  }

  private CompletableFuture<Open> start() {
    try {
      return connector.open().toCompletableFuture();
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /** Replaces a connection with the next call; what waits on it fails. */
  private void giveUp(CompletableFuture<Open> connection) {
    synchronized (this) {
      if (opening != connection || System.nanoTime() - openedNanos < RETRY_NANOS) {
        return;
      }
      opening = null;
    }
    end(connection);
  }

  /** Closes a connection, once it is open. */
  private static CompletableFuture<Void> end(CompletableFuture<Open> connection) {
    return connection.thenCompose(open -> open.connection().closeAsync());
  }

  private static Throwable unwrapped(Throwable failure) {
    return failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
  }

  /** Ends the connection; waits for at most a second until it is closed. */
  @Override
  public void close() {
    CompletableFuture<Open> last;
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      last = opening;
    }
    if (last != null) {
      Closing.await(end(last));
    }
  }
}
