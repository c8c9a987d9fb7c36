// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import io.turnout.spi.RouteEntry;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What all answers have in common that rest on an entry. Two are equal if they are of one type and
 * their entries and layers are equal. Immutable.
 */
abstract sealed class EntryAnswer
    permits Resolution.Fresh, Resolution.Stale, Resolution.Expired, Resolution.Unknown {

  private final Known known;

  EntryAnswer(Known known) {
    this.known = known;
  }

  /** What it rests on. */
  final Known known() {
    return known;
  }

  /** What is known of the key. Put together when asked for, so maybe another object each time. */
  public final RouteEntry entry() {
    return known.entry();
  }

  /** The same, for whoever does not know which kind of answer it is. */
  public final Optional<RouteEntry> held() {
    return Optional.of(entry());
  }

  /** The layer that answered. */
  public final String layer() {
    return known.layer();
  }

  /** The entry's cell: there unless the key is unknown. */
  public final Optional<String> cell() {
    return known.cell();
  }

  @Override
  public final boolean equals(@Nullable Object other) {
    return other instanceof EntryAnswer answer
        && answer.getClass() == getClass()
        && answer.layer().equals(layer())
        && answer.entry().equals(entry());
  }

  @Override
  public final int hashCode() {
    return 31 * entry().hashCode() + layer().hashCode();
  }

  @Override
  public final String toString() {
    return getClass().getSimpleName() + "[entry=" + entry() + ", layer=" + layer() + "]";
  }
}
