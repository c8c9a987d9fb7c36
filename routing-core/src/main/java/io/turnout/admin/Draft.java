// SPDX-License-Identifier: Apache-2.0
package io.turnout.admin;

import io.turnout.store.LifeSetting;
import io.turnout.store.MoveMark;
import io.turnout.store.RouteTarget;
import io.turnout.store.StoredRoute;
import java.util.Optional;

/** What a record will say, but for its key and version. */
record Draft(RouteTarget target, LifeSetting life, long longestLifeUntil, Optional<MoveMark> move) {

  /** The same record in another state of a move. */
  static Draft of(StoredRoute route, RouteTarget target, Optional<MoveMark> move) {
    return new Draft(target, route.life(), route.longestLifeUntil(), move);
  }

  /** For people. */
  static String told(StoredRoute route) {
    return new Draft(route.target(), route.life(), route.longestLifeUntil(), route.move()).told();
  }

  /** For people. */
  String told() {
    StringBuilder text = new StringBuilder();
    if (target instanceof RouteTarget.InCell in) {
      text.append(in.cell());
    } else if (target instanceof RouteTarget.AliasOf alias) {
      text.append("alias of ").append(alias.key().text());
    } else {
      text.append("deleted");
    }
    life.freshFor().ifPresent(it -> text.append(", fresh-for ").append(it));
    life.expireAfter().ifPresent(it -> text.append(", expire-after ").append(it));
    move.ifPresent(
        mark -> text.append(", moving from ").append(mark.from()).append(" to ").append(mark.to()));
    return text.toString();
  }
}
