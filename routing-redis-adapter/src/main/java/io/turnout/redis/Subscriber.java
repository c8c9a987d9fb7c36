// SPDX-License-Identifier: Apache-2.0
package io.turnout.redis;

import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.netty.util.Timeout;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One connection that is subscribed to a channel as long as it is started. It is tried from time to
 * time, and replaced if it does not answer. Thread-safe.
 */
final class Subscriber implements AutoCloseable {

  /** How often a connection is tried, and how long it may take to answer. */
  static final Duration DEFAULT_HEARTBEAT = Duration.ofSeconds(5);

  private static final Duration RETRY = Duration.ofMillis(500);

  private final RedisConnector connector;
  private final byte[] channel;
  private final Duration heartbeat;
  private final Consumer<byte[]> onMessage;
  private final Runnable onSubscribed;
  private @Nullable Attempt current;
  private CompletableFuture<Void> ending = CompletableFuture.completedFuture(null);
  private boolean closed;

  /**
   * Begins one that is not started.
   *
   * @param onSubscribed is called whenever the subscription is in place, at first and again
   */
  Subscriber(
      RedisConnector connector,
      byte[] channel,
      Duration heartbeat,
      Consumer<byte[]> onMessage,
      Runnable onSubscribed) {
    this.connector = connector;
    this.channel = channel;
    this.heartbeat = heartbeat;
    this.onMessage = onMessage;
    this.onSubscribed = onSubscribed;
  }

  /** Connects and subscribes, unless it is done. */
  synchronized void start() {
    if (current == null && !closed) {
      current = new Attempt();
      current.connect();
    }
  }

  /** Ends the connection. */
  synchronized void stop() {
    if (current != null) {
      ending = current.end();
      current = null;
    }
  }

  /** Ends the connection for good; waits for at most a second until it is closed. */
  @Override
  public void close() {
    CompletableFuture<Void> last;
    synchronized (this) {
      closed = true;
      stop();
      last = ending;
    }
    Closing.await(last);
  }

  private synchronized boolean isCurrent(Attempt attempt) {
    return current == attempt;
  }

  private void replace(Attempt failed) {
    synchronized (this) {
      if (current == failed) {
        ending = failed.end();
        current = new Attempt();
        current.connectLater();
      }
    }
  }

  /** One connection, from its opening to its end. */
  private final class Attempt extends RedisPubSubAdapter<byte[], byte[]> {

    private @Nullable StatefulRedisPubSubConnection<byte[], byte[]> connection;
    private @Nullable Timeout timer;
    private boolean ended;

    void connectLater() {
      after(RETRY, this::connect);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // of closing what nobody wants any more
    void connect() {
      CompletionStage<? extends StatefulRedisPubSubConnection<byte[], byte[]>> opening;
      try {
        opening = connector.openPubSub();
      } catch (RuntimeException e) {
        opening = CompletableFuture.failedStage(e);
      }
      opening.whenComplete(
          (open, failure) -> {
            if (failure != null) {
              replace(this);
            } else if (!hold(open)) {
              open.closeAsync();
            } else {
              open.addListener(this);
              open.async().subscribe(channel).whenComplete((done, refused) -> onAnswer(refused));
            }
          });
    }

    private synchronized boolean hold(StatefulRedisPubSubConnection<byte[], byte[]> open) {
      if (!ended) {
        connection = open;
      }
      return !ended;
    }

    private void onAnswer(@Nullable Throwable failure) {
      if (failure == null) {
        after(heartbeat, this::beat);
      } else {
        replace(this);
      }
    }

    private void beat() {
      StatefulRedisPubSubConnection<byte[], byte[]> open = held();
      if (open != null) {
        after(heartbeat, () -> replace(this));
        open.async()
            .ping()
            .whenComplete(
                (pong, failure) -> {
                  if (failure == null) {
                    after(heartbeat, this::beat);
                  }
                });
      }
    }

    private synchronized @Nullable StatefulRedisPubSubConnection<byte[], byte[]> held() {
      return ended ? null : connection;
    }

    /** Does something later, in place of what was to be done before. */
    private synchronized void after(Duration delay, Runnable task) {
      if (timer != null) {
        timer.cancel();
      }
      if (!ended) {
        timer =
            connector
                .resources()
                .timer()
                .newTimeout(
                    due -> connector.resources().eventExecutorGroup().execute(task),
                    delay.toNanos(),
                    TimeUnit.NANOSECONDS);
      }
    }

    CompletableFuture<Void> end() {
      StatefulRedisPubSubConnection<byte[], byte[]> open;
      synchronized (this) {
        ended = true;
        open = connection;
        if (timer != null) {
          timer.cancel();
        }
      }
      if (open == null) {
        return CompletableFuture.completedFuture(null);
      }
      open.removeListener(this);
      return open.closeAsync();
    }

    @Override
    public void message(byte[] from, byte[] message) {
      if (Arrays.equals(channel, from) && isCurrent(this)) {
        onMessage.accept(message);
      }
    }

    @Override
    public void subscribed(byte[] to, long count) {
      if (isCurrent(this)) {
        onSubscribed.run();
      }
    }
  }
}
