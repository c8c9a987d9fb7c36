// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The names of cells, each once: there are few, and every entry has one. Thread-safe.
 *
 * <p>The first {@link #MOST} names are shared; others stay what they are.
 */
final class SharedCells {

  static final int MOST = 1_024;

  private final ConcurrentMap<String, Optional<String>> cells = new ConcurrentHashMap<>();

  /** The one object of all that are equal to {@code cell}. */
  Optional<String> shared(Optional<String> cell) {
    if (cell.isEmpty()) {
      return cell;
    }
    Optional<String> known = cells.get(cell.get());
    if (known != null) {
      return known;
    }
    if (cells.size() >= MOST) {
      return cell;
    }
    Optional<String> earlier = cells.putIfAbsent(cell.get(), cell);
    return earlier == null ? cell : earlier;
  }
}
