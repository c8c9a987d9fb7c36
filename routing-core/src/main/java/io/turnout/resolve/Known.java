// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import io.turnout.spi.RouteEntry;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What an answer rests on. Its parts never change. */
sealed interface Known permits Known.Told, NearEntry {

  /** The entry; maybe another object each time. */
  RouteEntry entry();

  /** The entry's cell. */
  Optional<String> cell();

  /** The layer that has it. */
  String layer();

  /** The entry's bounds on the monotonic clock; null if only its wall times are known. */
  @Nullable Life life();

  /** The answer while it is stale, which says that it is fresh no longer than now. */
  default Resolution staleAnswerAt(long wallMillis) {
    RouteEntry known = entry();
    RouteEntry clipped =
        new RouteEntry(
            known.key(),
            known.cell(),
            known.version(),
            known.loadedAt(),
            Math.min(known.freshUntil(), wallMillis),
            known.expiresAt());
    Known told = new Told(clipped, layer(), life());
    return known.cell().isEmpty() ? new Resolution.Unknown(told) : new Resolution.Stale(told);
  }

  /**
   * An entry as somebody told it.
   *
   * @param entry the entry
   * @param layer the layer that has it
   * @param life its bounds on the monotonic clock; null if whoever told it does not know that clock
   */
  record Told(RouteEntry entry, String layer, @Nullable Life life) implements Known {

    /** Checks that the parts are there. */
    public Told {
      Objects.requireNonNull(entry, "entry");
      Objects.requireNonNull(layer, "layer");
    }

    @Override
    public Optional<String> cell() {
      return entry.cell();
    }
  }
}
