// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import io.turnout.spi.RouteCache;
import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A layer that holds what it is told, answers at once unless it hangs, and writes down calls. */
final class ScriptedLayer implements RouteCache {

  final Map<RouteKey, RouteEntry> held = new HashMap<>();
  final List<String> calls = new ArrayList<>();
  final List<Runnable> hanging = new ArrayList<>();
  boolean hangs;
  boolean fails;
  boolean throwsUp;
  private final String name;

  ScriptedLayer(String name) {
    this.name = name;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public CompletionStage<Optional<RouteEntry>> get(RouteKey key) {
    calls.add("get " + key.text());
    return stage(Optional.ofNullable(held.get(key)));
  }

  @Override
  public CompletionStage<Map<RouteKey, RouteEntry>> getAll(Collection<RouteKey> keys) {
    calls.add("getAll " + keys.size());
    Map<RouteKey, RouteEntry> found = new HashMap<>(held);
    found.keySet().retainAll(keys);
    return stage(found);
  }

  @Override
  public CompletionStage<Void> put(RouteEntry entry) {
    calls.add("put " + entry.key().text() + " " + entry.version());
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public CompletionStage<Void> remove(RouteKey key, long belowVersion) {
    calls.add("remove " + key.text() + " " + belowVersion);
    return CompletableFuture.completedFuture(null);
  }

  long count(String call) {
    return calls.stream().filter(call::equals).count();
  }

  private <T> CompletionStage<T> stage(T value) {
    if (throwsUp) {
      throw new IllegalStateException("broken");
    }
    CompletableFuture<T> stage = new CompletableFuture<>();
    if (fails) {
      stage.completeExceptionally(new IllegalStateException("broken"));
    } else if (hangs) {
      hanging.add(() -> stage.complete(value));
    } else {
      stage.complete(value);
    }
    return stage;
  }
}
