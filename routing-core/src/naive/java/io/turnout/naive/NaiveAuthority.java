// SPDX-License-Identifier: Apache-2.0
package io.turnout.naive;

import io.turnout.authority.KnownCells;
import io.turnout.resolve.CellResolver;
import io.turnout.spi.AuthorityAnswer;
import io.turnout.spi.RouteAuthority;
import io.turnout.spi.VirtualTime;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** Knows the cell of most keys by their text alone; some are unknown, and for some it is down. */
public final class NaiveAuthority {

  private NaiveAuthority() {}

  /** The cell of a key, {@code NAMESPACE:VALUE}; empty if it is unknown. */
  public static Optional<String> cellOf(String key) {
    int number = Math.floorMod(key.hashCode(), 7);
    if (number == 6) {
      throw new IllegalStateException("down");
    }
    return number == 5 ? Optional.empty() : Optional.of(NaiveScenes.CELLS.get(number % 4));
  }

  /** A resolver that asks it. */
  public static CellResolver resolver(Set<String> cells) {
    VirtualTime time = new VirtualTime(0);
    RouteAuthority authority =
        (key, atLeast) -> {
          try {
            Optional<String> cell = cellOf(key.namespace() + ":" + key.value());
            Duration fresh = Duration.ofMinutes(5);
            Duration expiry = Duration.ofHours(1);
            return CompletableFuture.completedFuture(
                cell.isPresent()
                    ? new AuthorityAnswer.Known(key, cell.get(), 1, fresh, expiry)
                    : new AuthorityAnswer.Unknown(key, 1, fresh, expiry));
          } catch (IllegalStateException e) {
            return CompletableFuture.failedFuture(e);
          }
        };
    return CellResolver.builder(KnownCells.of(authority, () -> cells))
        .nearCache(1000)
        .clock(time)
        .scheduler(time)
        .build();
  }
}
