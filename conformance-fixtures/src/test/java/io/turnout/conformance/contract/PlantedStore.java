// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance.contract;

import io.turnout.authority.MemoryRoutes;
import io.turnout.spi.RouteKey;
import io.turnout.store.AuditEntry;
import io.turnout.store.LifeSetting;
import io.turnout.store.Page;
import io.turnout.store.RouteDefaults;
import io.turnout.store.RouteListing;
import io.turnout.store.RouteStore;
import io.turnout.store.RouteStoreException;
import io.turnout.store.RouteStoreException.Kind;
import io.turnout.store.RouteTarget.AliasOf;
import io.turnout.store.RouteTarget.InCell;
import io.turnout.store.StoredRoute;
import io.turnout.store.WriteStamp;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** A store in memory that keeps the contract but for one planted bug. */
final class PlantedStore implements RouteStore, Outage {

  /** What is wrong with it. */
  enum Bug {
    NONE,
    LOSES_THE_LIFE,
    LOSES_THE_MOVE,
    KEYS_IGNORE_CASE,
    WRITES_WHATEVER_IS_THERE,
    CREATES_OVER_ANYTHING,
    REPLACES_WHAT_IS_NEWER,
    WRITES_AGAIN_IS_REFUSED,
    LOSER_IS_TOLD_IT_WON,
    CHECKS_BEFORE_IT_WRITES,
    DEFAULTS_ARE_NOT_READ,
    DEFAULTS_ARE_WRITTEN_ANYWAY,
    LIST_ENDS_AFTER_ONE_PAGE,
    LIST_REPEATS_THE_LAST,
    LIST_IGNORES_ITS_LIMIT,
    PREFIX_IGNORES_CASE,
    PREFIX_IS_THE_NAMESPACE,
    CELL_IS_A_PREFIX,
    CELL_WITHOUT_PREFIX,
    DELETED_ARE_LISTED,
    ALIASES_ARE_NOT_LISTED,
    ALIASES_OF_ALIASES,
    ALIASES_ARE_NEVER_FORGOTTEN,
    AUDIT_IS_OLDEST_FIRST,
    AUDIT_KEEPS_THE_FIRST,
    AUDIT_IS_SHARED,
    AUDIT_IS_A_ROUTE,
    OUTAGE_IS_NO_RECORD,
    OUTAGE_IS_A_REFUSAL
  }

  private final Bug bug;
  private final MemoryRoutes routes = new MemoryRoutes();
  private final List<StoredRoute> ever = Collections.synchronizedList(new ArrayList<>());
  private volatile boolean broken;

  PlantedStore(Bug bug) {
    this.bug = bug;
  }

  private boolean has(Bug one) {
    return bug == one;
  }

  @Override
  public void begin() {
    broken = true;
  }

  @Override
  public void end() {
    broken = false;
  }

  private void requireUp() {
    if (broken) {
      throw new RouteStoreException(Kind.UNREACHABLE, "the store is away");
    }
  }

  @Override
  public Optional<StoredRoute> read(RouteKey key) {
    if (broken && has(Bug.OUTAGE_IS_NO_RECORD)) {
      return Optional.empty();
    }
    requireUp();
    return routes.read(stored(key)).map(route -> seen(key, route));
  }

  private RouteKey stored(RouteKey key) {
    return has(Bug.KEYS_IGNORE_CASE)
        ? new RouteKey(key.namespace(), key.value().toLowerCase(Locale.ROOT))
        : key;
  }

  private StoredRoute seen(RouteKey key, StoredRoute route) {
    return new StoredRoute(
        key,
        route.target(),
        has(Bug.LOSES_THE_LIFE) ? LifeSetting.DEFAULT : route.life(),
        route.longestLifeUntil(),
        has(Bug.LOSES_THE_MOVE) ? Optional.empty() : route.move(),
        route.stamp());
  }

  @Override
  public boolean write(StoredRoute route, long expectedVersion) {
    if (broken && has(Bug.OUTAGE_IS_A_REFUSAL)) {
      return false;
    }
    requireUp();
    StoredRoute written =
        new StoredRoute(
            stored(route.key()),
            route.target(),
            route.life(),
            route.longestLifeUntil(),
            route.move(),
            route.stamp());
    Optional<StoredRoute> old = routes.read(written.key());
    long found = old.map(StoredRoute::version).orElse(0L);
    boolean takesAny =
        has(Bug.WRITES_WHATEVER_IS_THERE)
            || (has(Bug.CREATES_OVER_ANYTHING) && expectedVersion == 0)
            || (has(Bug.REPLACES_WHAT_IS_NEWER) && found > expectedVersion);
    if (has(Bug.CHECKS_BEFORE_IT_WRITES) && found == expectedVersion) {
      LockSupport.parkNanos(100_000);
      found = routes.read(written.key()).map(StoredRoute::version).orElse(0L);
      takesAny = true;
    }
    boolean again =
        old.filter(it -> it.stamp().writeId().equals(route.stamp().writeId())).isPresent();
    if (again && has(Bug.WRITES_AGAIN_IS_REFUSED)) {
      return false;
    }
    boolean won = routes.write(written, takesAny && !again ? found : expectedVersion);
    if (won) {
      ever.add(written);
    }
    return won || (has(Bug.LOSER_IS_TOLD_IT_WON) && expectedVersion == 0);
  }

  @Override
  public RouteDefaults defaults() {
    requireUp();
    return has(Bug.DEFAULTS_ARE_NOT_READ) ? RouteDefaults.INITIAL : routes.defaults();
  }

  @Override
  public boolean writeDefaults(RouteDefaults defaults, long expectedVersion) {
    requireUp();
    WriteStamp found = routes.defaults().stamp();
    boolean anyway = has(Bug.DEFAULTS_ARE_WRITTEN_ANYWAY);
    return routes.writeDefaults(defaults, anyway ? found.version() : expectedVersion);
  }

  @Override
  public Page<StoredRoute> list(RouteListing listing) {
    requireUp();
    Page<StoredRoute> page = routes.list(asked(listing));
    List<StoredRoute> items = new ArrayList<>(page.items());
    if (has(Bug.ALIASES_ARE_NOT_LISTED)) {
      items.removeIf(route -> route.target() instanceof AliasOf);
    }
    if (has(Bug.CELL_IS_A_PREFIX) && listing.cell().isPresent()) {
      String cell = listing.cell().get();
      items.removeIf(route -> !(route.target() instanceof InCell in && in.cell().startsWith(cell)));
    }
    if (has(Bug.PREFIX_IGNORES_CASE)) {
      String prefix = listing.prefix().toLowerCase(Locale.ROOT);
      items.removeIf(route -> !route.key().text().toLowerCase(Locale.ROOT).startsWith(prefix));
    }
    if (has(Bug.LIST_REPEATS_THE_LAST) && listing.after().isPresent()) {
      routes.read(RouteKey.parse(listing.after().get())).ifPresent(last -> items.set(0, last));
    }
    boolean ends = has(Bug.LIST_ENDS_AFTER_ONE_PAGE) || has(Bug.LIST_IGNORES_ITS_LIMIT);
    return new Page<>(items, ends ? Optional.empty() : page.next());
  }

  private RouteListing asked(RouteListing listing) {
    String prefix = listing.prefix();
    if (has(Bug.PREFIX_IGNORES_CASE)
        || (has(Bug.CELL_WITHOUT_PREFIX) && listing.cell().isPresent())) {
      prefix = "";
    } else if (has(Bug.PREFIX_IS_THE_NAMESPACE) && prefix.contains(":")) {
      prefix = prefix.substring(0, prefix.indexOf(':') + 1);
    }
    return new RouteListing(
        prefix,
        has(Bug.CELL_IS_A_PREFIX) ? Optional.empty() : listing.cell(),
        listing.deleted() || has(Bug.DELETED_ARE_LISTED),
        has(Bug.LIST_IGNORES_ITS_LIMIT) ? RouteListing.MAX_LIMIT : listing.limit(),
        listing.after());
  }

  @Override
  public List<RouteKey> aliasesOf(RouteKey key) {
    requireUp();
    List<RouteKey> direct = routes.aliasesOf(key);
    if (has(Bug.ALIASES_OF_ALIASES)) {
      return Stream.concat(
              direct.stream(), direct.stream().flatMap(it -> routes.aliasesOf(it).stream()))
          .toList();
    }
    if (has(Bug.ALIASES_ARE_NEVER_FORGOTTEN)) {
      return ever.stream()
          .filter(it -> it.target() instanceof AliasOf alias && alias.key().equals(key))
          .map(StoredRoute::key)
          .distinct()
          .toList();
    }
    return direct;
  }

  @Override
  public void audit(AuditEntry entry) {
    requireUp();
    if (has(Bug.AUDIT_IS_A_ROUTE) && entry.key().isPresent()) {
      RouteKey key = new RouteKey("audit", entry.writeId());
      WriteStamp stamp = new WriteStamp(1, entry.writeId());
      routes.write(
          new StoredRoute(key, new InCell("us-1"), LifeSetting.DEFAULT, 0, Optional.empty(), stamp),
          0);
    }
    boolean isThere =
        routes.auditOf(entry.key(), RouteListing.MAX_LIMIT, Optional.empty()).items().stream()
            .anyMatch(it -> it.id().equals(entry.id()));
    if (!isThere || !has(Bug.AUDIT_KEEPS_THE_FIRST)) {
      routes.audit(entry);
    }
  }

  @Override
  public Page<AuditEntry> auditOf(Optional<RouteKey> key, int limit, Optional<String> after) {
    requireUp();
    Page<AuditEntry> page = routes.auditOf(key, limit, after);
    if (has(Bug.AUDIT_IS_SHARED) && key.isPresent()) {
      List<AuditEntry> more = new ArrayList<>(page.items());
      more.addAll(routes.auditOf(Optional.empty(), limit, after).items());
      return new Page<>(more, page.next());
    }
    if (has(Bug.AUDIT_IS_OLDEST_FIRST)) {
      List<AuditEntry> turned = new ArrayList<>(page.items());
      Collections.reverse(turned);
      return new Page<>(turned, page.next());
    }
    return page;
  }
}
