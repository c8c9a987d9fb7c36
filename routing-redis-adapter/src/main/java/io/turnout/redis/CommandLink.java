// SPDX-License-Identifier: Apache-2.0
package io.turnout.redis;

import io.lettuce.core.RedisCommandExecutionException;
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
 *
 * <p>A call that took too long is over for who made it, but its command stays with the client until
 * Redis answers or the connection ends; so long it counts among those under way.
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
  private final AtomicLong answeredNanos = new AtomicLong(System.nanoTime());
  private final AtomicLong lostNanos = new AtomicLong(System.nanoTime());
  private @Nullable Line current;
  private long openedNanos;
  private boolean closed;

  /**
   * One attempt at a connection.
   *
   * @param opening ends with the connection
   * @param unanswered how many commands wait for it, or for Redis's answer on it
   */
  private record Line(CompletableFuture<Open> opening, AtomicInteger unanswered) {

    static Line of(CompletableFuture<Open> opening) {
      return new Line(opening, new AtomicInteger());
    }
  }

  CommandLink(RedisConnector connector, Duration timeout, int maxInFlight) {
    this.connector = connector;
    this.timeout = timeout;
    this.maxInFlight = maxInFlight;
  }

  /** Begins to connect, so that the first call need not wait for it. */
  void open() {
    line();
  }

  /**
   * Makes a call; the stage fails where there is no connection, after the time-out, and where too
   * many calls are under way.
   */
  <T> CompletionStage<T> call(
      Function<RedisClusterAsyncCommands<byte[], byte[]>, CompletionStage<T>> command) {
    Line line = line();
    if (line.unanswered().incrementAndGet() > maxInFlight) {
      line.unanswered().decrementAndGet();
      giveUpIfStuck(line);
      return CompletableFuture.failedStage(
          new IllegalStateException(
              "more than " + maxInFlight + " calls (maxInFlight) wait for Redis"));
    }
    CompletableFuture<T> result = new CompletableFuture<>();
    if (!line.opening().isCompletedExceptionally()) {
      limit(result, line);
    }
    line.opening()
        .whenComplete(
            (open, failure) -> {
              if (failure == null && !result.isDone()) {
                send(open, line, command, result);
                return;
              }
              line.unanswered().decrementAndGet();
              if (failure != null) {
                result.completeExceptionally(unwrapped(failure));
              }
            });
    return result;
  }

  private <T> void send(
      Open open,
      Line line,
      Function<RedisClusterAsyncCommands<byte[], byte[]>, CompletionStage<T>> command,
      CompletableFuture<T> result) {
    try {
      command
          .apply(open.commands())
          .whenComplete(
              (answer, failure) -> {
                line.unanswered().decrementAndGet();
                Throwable cause = failure == null ? null : unwrapped(failure);
                if (cause == null || cause instanceof RedisCommandExecutionException) {
                  answeredNanos.set(System.nanoTime());
                }
                if (cause == null) {
                  result.complete(answer);
                  return;
                }
                result.completeExceptionally(cause);
                if (cause instanceof RedisReadOnlyException) {
                  giveUp(line); // a master that was made a replica: ask anew who is master
                } else if (!(cause instanceof RedisCommandExecutionException)) {
                  lost();
                }
              });
    } catch (RuntimeException e) {
      line.unanswered().decrementAndGet();
      result.completeExceptionally(e);
    }
  }

  /** A connection that never came about does not make the client ask who is in charge. */
  private void lost() {
    long last = lostNanos.get();
    long now = System.nanoTime();
    long pause = RedisConnector.REFRESH_AT_MOST_EVERY.toNanos();
    if (now - last > pause && !isClosed() && lostNanos.compareAndSet(last, now)) {
      connector.lost();
    }
  }

  private void limit(CompletableFuture<?> result, Line line) {
    ClientResources resources = connector.resources();
    try {
      Timeout timer =
          resources
              .timer()
              .newTimeout(
                  due -> resources.eventExecutorGroup().execute(() -> late(result, line)),
                  timeout.toNanos(),
                  TimeUnit.NANOSECONDS);
      result.whenComplete((answer, failure) -> timer.cancel());
    } catch (IllegalStateException e) {
      result.completeExceptionally(e); // the client was ended meanwhile
    }
  }

  private void late(CompletableFuture<?> result, Line line) {
    result.completeExceptionally(
        new TimeoutException("no answer of Redis within " + timeout.toMillis() + " ms"));
    giveUpIfStuck(line);
  }

  private void giveUpIfStuck(Line line) {
    long stuck = STUCK_TIMEOUTS * timeout.toNanos();
    long now = System.nanoTime();
    boolean isOpen = line.opening().isDone() && !line.opening().isCompletedExceptionally();
    if (isOpen && now - answeredNanos.get() > stuck && now - openedAt() > stuck) {
      giveUp(line);
    }
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  private synchronized long openedAt() {
    return openedNanos;
  }

  private synchronized Line line() {
    if (closed) {
      return Line.of(
          CompletableFuture.failedFuture(new IllegalStateException("the connection is closed")));
    }
    Line line = current;
    boolean failed = line != null && line.opening().isCompletedExceptionally();
    if (line == null || (failed && System.nanoTime() - openedNanos > RETRY_NANOS)) {
      line = Line.of(start());
      current = line;
      openedNanos = System.nanoTime();
    }
    return line;
  }

  private CompletableFuture<Open> start() {
    try {
      return connector.open().toCompletableFuture();
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /** Replaces a connection with the next call; what waits on it fails. */
  private void giveUp(Line line) {
    synchronized (this) {
      if (!line.equals(current) || System.nanoTime() - openedNanos < RETRY_NANOS) {
        return;
      }
      current = null;
    }
    end(line.opening());
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
    Line last;
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      last = current;
    }
    if (last != null) {
      Closing.await(end(last.opening()));
    }
  }
}
