// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.routes;

import io.turnout.spi.RouteKey;
import io.turnout.store.AuditEntry;
import io.turnout.store.Page;
import io.turnout.store.RouteDefaults;
import io.turnout.store.RouteListing;
import io.turnout.store.RouteStore;
import io.turnout.store.StoredRoute;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A store that keeps what is written to itself, so that a change can be tried. For one thread. */
final class DryRunStore implements RouteStore {

  private final RouteStore store;
  private final Map<RouteKey, StoredRoute> written = new HashMap<>();
  private Optional<RouteDefaults> writtenDefaults = Optional.empty();

  DryRunStore(RouteStore store) {
    this.store = store;
  }

  @Override
  public Optional<StoredRoute> read(RouteKey key) {
    return written.containsKey(key) ? Optional.of(written.get(key)) : store.read(key);
  }

  @Override
  public boolean write(StoredRoute route, long expectedVersion) {
    boolean expected = read(route.key()).map(StoredRoute::version).orElse(0L) == expectedVersion;
    if (expected) {
      written.put(route.key(), route);
    }
    return expected;
  }

  @Override
  public RouteDefaults defaults() {
    return writtenDefaults.orElseGet(store::defaults);
  }

  @Override
  public boolean writeDefaults(RouteDefaults defaults, long expectedVersion) {
    boolean expected = defaults().version() == expectedVersion;
    if (expected) {
      writtenDefaults = Optional.of(defaults);
    }
    return expected;
  }

  @Override
  public Page<StoredRoute> list(RouteListing listing) {
    return store.list(listing);
  }

  @Override
  public List<RouteKey> aliasesOf(RouteKey key) {
    return store.aliasesOf(key);
  }

  @Override
  public void audit(AuditEntry entry) {}

  @Override
  public Page<AuditEntry> auditOf(Optional<RouteKey> key, int limit, Optional<String> after) {
    return store.auditOf(key, limit, after);
  }
}
