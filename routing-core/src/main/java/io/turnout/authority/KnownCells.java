// SPDX-License-Identifier: Apache-2.0
package io.turnout.authority;

import io.turnout.spi.AuthorityAnswer;
import io.turnout.spi.RouteAuthority;
import io.turnout.spi.RouteKey;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * An authority whose answers count only if they name a cell of a list: any other is a failed
 * look-up, so that what was cached before goes on serving. Thread-safe.
 */
public final class KnownCells implements RouteAuthority {

  private final RouteAuthority authority;
  private final Supplier<Set<String>> cells;

  private KnownCells(RouteAuthority authority, Supplier<Set<String>> cells) {
    this.authority = Objects.requireNonNull(authority, "authority");
    this.cells = Objects.requireNonNull(cells, "cells");
  }

  /**
   * Holds the answers of {@code authority} to a list of cells.
   *
   * @param cells gives the list, such as that of the rule set in use; an empty one lets every cell
   *     count. It is asked for each answer
   */
  public static RouteAuthority of(RouteAuthority authority, Supplier<Set<String>> cells) {
    return new KnownCells(authority, cells);
  }

  @Override
  public CompletionStage<AuthorityAnswer> lookup(RouteKey key, long atLeastVersion) {
    return authority.lookup(key, atLeastVersion).thenApply(this::checked);
  }

  @Override
  public List<CompletionStage<AuthorityAnswer>> lookupAll(List<Lookup> lookups) {
    return authority.lookupAll(lookups).stream()
        .map(stage -> stage.thenApply(this::checked))
        .toList();
  }

  @Override
  public int mostAtOnce() {
    return authority.mostAtOnce();
  }

  private AuthorityAnswer checked(AuthorityAnswer answer) {
    if (answer instanceof AuthorityAnswer.Known known) {
      Set<String> list = cells.get();
      if (!list.isEmpty() && !list.contains(known.cell())) {
        throw new IllegalStateException(
            "the authority names cell \""
                + known.cell()
                + "\" for a key in \""
                + known.key().namespace()
                + "\", which is not among "
                + list);
      }
    }
    return answer;
  }
}
