// SPDX-License-Identifier: Apache-2.0
package io.turnout.admin;

import io.turnout.spi.RouteInvalidations;
import io.turnout.spi.RouteKey;
import io.turnout.store.RouteChain;
import io.turnout.store.RouteStore;
import io.turnout.store.RouteStoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Tells routers that a key has changed, and with it all that is an alias of it. */
final class ChangeFeed {

  private final RouteStore store;
  private final Optional<RouteInvalidations> channel;
  private final Duration timeout;

  ChangeFeed(RouteStore store, Optional<RouteInvalidations> channel, Duration timeout) {
    this.store = store;
    this.channel = channel;
    this.timeout = timeout;
  }

  /** Publishes a key's version and those of its aliases; says what did not work. */
  List<String> publish(RouteKey key) {
    if (channel.isEmpty()) {
      return List.of();
    }
    List<String> notices = new ArrayList<>();
    Map<RouteKey, Long> versions = new LinkedHashMap<>();
    try {
      note(key, versions, notices);
      Aliases.of(store, key).forEach(alias -> note(alias, versions, notices));
    } catch (RouteStoreException e) {
      notices.add("not all invalidations were published: " + e.getMessage());
    }
    List<CompletableFuture<Void>> sent = new ArrayList<>();
    versions.forEach((one, version) -> sent.add(send(channel.get(), one, version)));
    await(sent, notices);
    return notices;
  }

  private void note(RouteKey key, Map<RouteKey, Long> versions, List<String> notices) {
    try {
      versions.put(key, RouteChain.read(key, store::read).version());
    } catch (RouteStoreException e) {
      notices.add("an invalidation was not published: " + e.getMessage());
    }
  }

  private static CompletableFuture<Void> send(
      RouteInvalidations channel, RouteKey key, long version) {
    try {
      return channel.publish(key, version).toCompletableFuture();
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private void await(List<CompletableFuture<Void>> sent, List<String> notices) {
    long end = System.nanoTime() + timeout.toNanos();
    for (CompletableFuture<Void> one : sent) {
      try {
        one.get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
      } catch (ExecutionException e) {
        notices.add("an invalidation was not published: " + name(e.getCause()));
      } catch (CancellationException e) {
        notices.add("an invalidation was not published: it was cancelled");
      } catch (TimeoutException e) {
        notices.add("an invalidation was not published within " + timeout);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        notices.add("an invalidation may not have been published: it was interrupted");
        return;
      }
    }
  }

  private static String name(@Nullable Throwable cause) {
    return cause == null ? "it failed" : cause.getClass().getSimpleName();
  }
}
