// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.rehearse;

import io.turnout.spi.RouteCache;
import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteKey;
import io.turnout.spi.VirtualTime;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** A layer that all routers share, as a Redis would be, with the faults of its {@link Ailments}. */
final class RehearsedLayer implements RouteCache {

  private record Removed(long belowVersion, long atMillis) {}

  private final VirtualTime time;
  private final SplittableRandom random;
  private final Duration latency;
  private final Ailments ailments;
  private final Map<RouteKey, RouteEntry> held = new HashMap<>();
  private final Map<RouteKey, Removed> removals = new HashMap<>();

  RehearsedLayer(VirtualTime time, SplittableRandom random, Duration latency, Ailments ailments) {
    this.time = time;
    this.random = random;
    this.latency = latency;
    this.ailments = ailments;
  }

  @Override
  public String name() {
    return "layer";
  }

  /** Forgets all. */
  void lose() {
    held.clear();
    removals.clear();
  }

  @Override
  public CompletionStage<Optional<RouteEntry>> get(RouteKey key) {
    return later(() -> find(key));
  }

  @Override
  public CompletionStage<Map<RouteKey, RouteEntry>> getAll(Collection<RouteKey> keys) {
    return later(
        () -> {
          Map<RouteKey, RouteEntry> found = new HashMap<>();
          keys.forEach(key -> find(key).ifPresent(entry -> found.put(key, entry)));
          return found;
        });
  }

  private Optional<RouteEntry> find(RouteKey key) {
    RouteEntry entry = held.get(key);
    return entry == null || entry.expiresAt() <= time.wallMillis()
        ? Optional.empty()
        : Optional.of(entry);
  }

  @Override
  public CompletionStage<Void> put(RouteEntry entry) {
    return change(() -> take(entry));
  }

  private void take(RouteEntry entry) {
    Removed removed = removals.get(entry.key());
    if (entry.expiresAt() <= time.wallMillis()
        || (removed != null
            && entry.version() < removed.belowVersion()
            && entry.loadedAt() <= removed.atMillis())) {
      return;
    }
    held.merge(entry.key(), entry, (before, offered) -> gives(before, offered) ? offered : before);
  }

  /** Whether what is held gives way. */
  private boolean gives(RouteEntry before, RouteEntry offered) {
    return before.expiresAt() <= time.wallMillis()
        || before.version() < offered.version()
        || (before.version() == offered.version() && before.freshUntil() < offered.freshUntil());
  }

  @Override
  public CompletionStage<Void> remove(RouteKey key, long belowVersion) {
    return change(
        () -> {
          held.computeIfPresent(key, (k, entry) -> entry.version() < belowVersion ? null : entry);
          removals.put(key, new Removed(belowVersion, time.wallMillis()));
        });
  }

  private CompletionStage<Void> change(Runnable change) {
    return later(
            () -> {
              change.run();
              return change;
            })
        .thenAccept(done -> {});
  }

  private <T> CompletableFuture<T> later(Supplier<T> result) {
    CompletableFuture<T> stage = new CompletableFuture<>();
    Fault fault = ailments.of(Fault.Part.LAYER);
    if (fault != null && fault.kind() == Fault.Kind.LAYER_SILENT) {
      return stage;
    }
    if (fault != null && fault.kind() == Fault.Kind.LAYER_DOWN) {
      RuntimeException refused = new IllegalStateException("refused");
      time.schedule(() -> stage.completeExceptionally(refused), Ailments.REFUSAL);
      return stage;
    }
    Duration mean = fault == null ? latency : Duration.ofMillis(fault.amount());
    time.schedule(() -> stage.complete(result.get()), Ailments.about(mean, random));
    return stage;
  }
}
