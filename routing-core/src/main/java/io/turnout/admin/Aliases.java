// SPDX-License-Identifier: Apache-2.0
package io.turnout.admin;

import io.turnout.admin.RouteRefusedException.Reason;
import io.turnout.spi.RouteKey;
import io.turnout.store.LifeSetting;
import io.turnout.store.RouteChain;
import io.turnout.store.RouteStore;
import io.turnout.store.RouteTarget;
import io.turnout.store.RouteTarget.AliasOf;
import io.turnout.store.RouteTarget.Deleted;
import io.turnout.store.StoredRoute;
import io.turnout.store.WriteStamp;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Which keys lead to which by aliases. */
final class Aliases {

  /** How far aliases are followed that lead too far. */
  private static final int MOST_FOLLOWED = 3 * RouteChain.MAX_ALIASES;

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

  /**
   * A chain that stands for one that cannot be read since it leads in a circle or too far: it leads
   * nowhere, and nothing above its version was given out for its key.
   */
  static RouteChain cut(RouteStore store, RouteKey key, long nowMillis) {
    Map<RouteKey, StoredRoute> links = new LinkedHashMap<>();
    Optional<RouteKey> next = Optional.of(key);
    while (next.isPresent() && links.size() < MOST_FOLLOWED && !links.containsKey(next.get())) {
      Optional<StoredRoute> link = store.read(next.get());
      link.ifPresent(found -> links.put(found.key(), found));
      next = link.map(StoredRoute::target).flatMap(Aliases::leadsTo);
    }
    StoredRoute own = links.remove(key);
    if (own == null || !(own.target() instanceof AliasOf alias)) {
      return RouteChain.read(key, store::read);
    }
    long offsets = 0;
    long version = Math.max(own.version(), nowMillis);
    long until = 0;
    for (StoredRoute link : links.values()) {
      offsets += link.target() instanceof AliasOf further ? further.offset() : 0;
      version = Math.max(version, link.version());
      until = Math.max(until, link.longestLifeUntil());
    }
    WriteStamp stamp = new WriteStamp(Versions.require(offsets + version), "cut");
    StoredRoute end =
        new StoredRoute(
            alias.key(), new Deleted(), LifeSetting.DEFAULT, until, Optional.empty(), stamp);
    return new RouteChain(key, List.of(own, end));
  }

  private static Optional<RouteKey> leadsTo(RouteTarget target) {
    return target instanceof AliasOf alias ? Optional.of(alias.key()) : Optional.empty();
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
