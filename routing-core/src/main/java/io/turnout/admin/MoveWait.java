// SPDX-License-Identifier: Apache-2.0
package io.turnout.admin;

import io.turnout.spi.RouteKey;
import io.turnout.store.StoredRoute;
import java.time.Duration;

/** How long a move has to wait before its flip, in milliseconds of the wall clock. */
record MoveWait(RouteWriter writer, FleetTimes fleet) {

  /**
   * Where a mark may have been written just now: copies from the moment before it count.
   *
   * @param view read when the mark was there, so that nothing it does not show can be given out
   */
  long untilAfterMark(RouteView view) {
    StoredRoute route = view.route().orElseThrow();
    Duration life = route.life().or(view.defaults().known()).expireAfter();
    return Math.max(until(view), plus(Copies.plus(now(), life)));
  }

  /** Where the key could not be cached before either. */
  long untilAfterFlip(RouteView view) {
    return Math.max(until(view), plus(now()));
  }

  /**
   * What is known of copies from before the mark, and of those of its aliases from before they were
   * aliases.
   */
  long until(RouteView view) {
    StoredRoute route = view.route().orElseThrow();
    long until = Copies.longest(route, view.defaults());
    for (RouteKey alias : Aliases.of(writer.store(), route.key())) {
      long known = writer.store().read(alias).map(StoredRoute::longestLifeUntil).orElse(0L);
      until = Math.max(until, known);
    }
    return plus(until);
  }

  private long plus(long until) {
    return Copies.plus(until, fleet.copiesLongerBy());
  }

  private long now() {
    return writer.clock().wallMillis();
  }
}
