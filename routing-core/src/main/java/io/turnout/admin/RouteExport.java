// SPDX-License-Identifier: Apache-2.0
package io.turnout.admin;

import io.turnout.store.Page;
import io.turnout.store.RouteListing;
import io.turnout.store.RouteTarget;
import io.turnout.store.StoredRoute;
import java.io.IOException;
import java.util.Objects;
import java.util.Optional;

/**
 * Writes routes to a file, page by page, in a form that {@link RouteImport} reads. What was deleted
 * is left out, and so are versions and moves: a key in a move is written with the cell it is in.
 */
public final class RouteExport {

  private RouteExport() {}

  /**
   * Writes all that a listing names, beginning at its page.
   *
   * @param out where to; not closed
   * @return how many routes were written
   * @throws IOException if {@code out} throws it
   */
  public static long write(
      RouteAdministration administration, RouteListing listing, RouteFormat format, Appendable out)
      throws IOException {
    LineFormat lines = LineFormat.of(Objects.requireNonNull(format, "format"));
    Optional<String> head = lines.head();
    if (head.isPresent()) {
      out.append(head.get()).append('\n');
    }
    long written = 0;
    Optional<RouteListing> next = Optional.of(listing);
    while (next.isPresent()) {
      Page<StoredRoute> page = administration.list(next.get());
      for (StoredRoute route : page.items()) {
        if (!(route.target() instanceof RouteTarget.Deleted)) {
          out.append(lines.write(RouteLine.columns(route))).append('\n');
          written++;
        }
      }
      next = page.next().map(listing::from);
    }
    return written;
  }
}
