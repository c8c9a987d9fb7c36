// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import io.turnout.spi.RouteInvalidations;
import io.turnout.spi.RouteKey;
import io.turnout.spi.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A push channel that is late, and that may lose messages and then reports a gap. */
final class SimulatedChannel implements RouteInvalidations {

  private final SplittableRandom random;
  private final VirtualTime time;
  private final List<Listener> listeners = new ArrayList<>();

  SimulatedChannel(SplittableRandom random, VirtualTime time) {
    this.random = random;
    this.time = time;
  }

  @Override
  public CompletionStage<Void> publish(RouteKey key, long belowVersion) {
    for (Listener listener : List.copyOf(listeners)) {
      boolean lost = random.nextInt(5) == 0;
      Runnable tell = lost ? listener::onGap : () -> listener.onInvalidated(key, belowVersion);
      time.schedule(
          () -> {
            if (listeners.contains(listener)) {
              tell.run();
            }
          },
          Duration.ofMillis(random.nextInt(100)));
    }
    return CompletableFuture.completedStage(null);
  }

  @Override
  public Subscription subscribe(Listener listener) {
    listeners.add(listener);
    return () -> listeners.remove(listener);
  }
}
