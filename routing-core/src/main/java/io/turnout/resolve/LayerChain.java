// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import io.turnout.spi.RouteClock;
import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The layers between the near cache and the authority, nearest first. Thread-safe. */
final class LayerChain {

  /** Who looks for a key in the layers. */
  interface Visitor {

    /** A layer has this; true ends the search. */
    boolean take(Candidate candidate, String layer);

    /** No layer has anything that was taken. */
    void nothing();
  }

  private final List<LayerGuard> layers;
  private final RouteClock clock;

  LayerChain(List<LayerGuard> layers, RouteClock clock) {
    this.layers = List.copyOf(layers);
    this.clock = clock;
  }

  /** Asks one layer after the other; what is taken is copied into the layers above. */
  void look(RouteKey key, Visitor visitor) {
    look(key, visitor, 0);
  }

  private void look(RouteKey key, Visitor visitor, int layer) {
    if (layer == layers.size()) {
      visitor.nothing();
      return;
    }
    LayerGuard guard = layers.get(layer);
    guard.read(key, candidate -> found(key, visitor, layer, candidate));
  }

  private void found(RouteKey key, Visitor visitor, int layer, @Nullable Candidate candidate) {
    if (candidate == null || !visitor.take(candidate, layers.get(layer).name())) {
      look(key, visitor, layer + 1);
      return;
    }
    if (layer > 0) {
      RouteEntry copy = candidate.copy(clock);
      layers.subList(0, layer).forEach(above -> above.put(copy));
    }
  }

  /**
   * Writes what the near cache took from the authority. What must not be kept removes the copies up
   * to its version; the final word of the authority, where it is below what was held, removes all.
   */
  void store(Candidate candidate) {
    if (layers.isEmpty()) {
      return;
    }
    RouteEntry raw = candidate.raw();
    if (candidate.insistedOn() > candidate.version()) {
      remove(raw.key(), RouteEntry.MAX_VERSION + 1);
    } else if (raw.expiresAt() == raw.loadedAt()) {
      remove(raw.key(), raw.version() + 1);
    } else {
      RouteEntry copy = candidate.copy(clock);
      layers.forEach(layer -> layer.put(copy));
    }
  }

  /** Removes the copies of a key below a version. */
  void remove(RouteKey key, long belowVersion) {
    layers.forEach(layer -> layer.remove(key, belowVersion));
  }
}
