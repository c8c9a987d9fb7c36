// SPDX-License-Identifier: Apache-2.0
package io.turnout.admin;

import io.turnout.admin.RouteRefusedException.Reason;
import io.turnout.spi.RouteKey;
import io.turnout.store.RouteChain;
import io.turnout.store.RouteStore;
import io.turnout.store.RouteTarget.AliasOf;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Which keys lead to which by aliases. */
final class Aliases {

  private Aliases() {}

  /** All that leads to a key, nearest first, as far as the store's index knows. */
  static Set<RouteKey> of(RouteStore store, RouteKey key) {
    Set<RouteKey> all = new LinkedHashSet<>();
    levels(store, key).forEach(all::addAll);
    return all;
  }

  /** Refuses an alias that would make a circle or a chain that is too long. */
  static void requireStraight(RouteStore store, RouteKey alias, RouteChain leadsTo) {
    boolean circle =
        leadsTo.key().equals(alias)
            || leadsTo.next().filter(alias::equals).isPresent()
            || leadsTo.links().stream().anyMatch(link -> link.key().equals(alias));
    if (circle) {
      throw new RouteRefusedException(
          Reason.ALIAS_CIRCLE, "the alias would lead to itself, directly or through others");
    }
    long below = leadsTo.links().stream().filter(link -> link.target() instanceof AliasOf).count();
    long above = levels(store, alias).size();
    if (below + 1 + above > RouteChain.MAX_ALIASES) {
      throw new RouteRefusedException(
          Reason.ALIASES_TOO_DEEP,
          (below + 1 + above)
              + " aliases would lead from one to the next; at most "
              + RouteChain.MAX_ALIASES
              + " may");
    }
  }

  private static List<Set<RouteKey>> levels(RouteStore store, RouteKey key) {
    Set<RouteKey> seen = new LinkedHashSet<>(List.of(key));
    List<Set<RouteKey>> levels = new ArrayList<>();
    Set<RouteKey> nearest = Set.of(key);
    while (levels.size() < RouteChain.MAX_ALIASES) {
      Set<RouteKey> next = new LinkedHashSet<>();
      for (RouteKey one : nearest) {
        for (RouteKey alias : store.aliasesOf(one)) {
          if (seen.add(alias)) {
            next.add(alias);
          }
        }
      }
      if (next.isEmpty()) {
        break;
      }
      levels.add(next);
      nearest = next;
    }
    return levels;
  }
}
