// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import io.turnout.authority.MemoryRoutes;
import io.turnout.spi.RouteKey;
import io.turnout.spi.VirtualTime;
import io.turnout.store.AuditEntry;
import io.turnout.store.Page;
import io.turnout.store.RouteChain;
import io.turnout.store.RouteDefaults;
import io.turnout.store.RouteListing;
import io.turnout.store.RouteStore;
import io.turnout.store.StoredRoute;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Routes in memory that remember what they were at each instant, for reads that lag. */
final class LaggingRoutes implements RouteStore {

  /** What was true from an instant on. */
  private record Past(long nanos, Map<RouteKey, StoredRoute> routes, RouteDefaults defaults) {}

  private final VirtualTime time;
  private final MemoryRoutes routes = new MemoryRoutes();
  private final List<Past> history = new ArrayList<>();
  private Runnable beforeNextWrite = () -> {};

  LaggingRoutes(VirtualTime time) {
    this.time = time;
    history.add(new Past(time.nanos(), Map.of(), RouteDefaults.INITIAL));
  }

  /** The key and the defaults as they were at an instant. */
  Seen seen(RouteKey key, long nanos) {
    Past past = history.get(0);
    for (Past one : history) {
      if (one.nanos() <= nanos) {
        past = one;
      }
    }
    Map<RouteKey, StoredRoute> then = past.routes();
    return new Seen(RouteChain.read(key, it -> Optional.ofNullable(then.get(it))), past.defaults());
  }

  /** What happens while the next write of a record is on its way. */
  void beforeNextWrite(Runnable event) {
    beforeNextWrite = event;
  }

  /** What a read has seen. */
  record Seen(RouteChain chain, RouteDefaults defaults) {}

  private void remember(Optional<StoredRoute> written) {
    Past last = history.get(history.size() - 1);
    Map<RouteKey, StoredRoute> now = new HashMap<>(last.routes());
    written.ifPresent(route -> now.put(route.key(), route));
    history.add(new Past(time.nanos(), now, routes.defaults()));
  }

  @Override
  public Optional<StoredRoute> read(RouteKey key) {
    return routes.read(key);
  }

  @Override
  public boolean write(StoredRoute route, long expectedVersion) {
    Runnable event = beforeNextWrite;
    beforeNextWrite = () -> {};
    event.run();
    boolean written = routes.write(route, expectedVersion);
    if (written) {
      remember(Optional.of(route));
    }
    return written;
  }

  @Override
  public RouteDefaults defaults() {
    return routes.defaults();
  }

  @Override
  public boolean writeDefaults(RouteDefaults defaults, long expectedVersion) {
    boolean written = routes.writeDefaults(defaults, expectedVersion);
    if (written) {
      remember(Optional.empty());
    }
    return written;
  }

  @Override
  public Page<StoredRoute> list(RouteListing listing) {
    return routes.list(listing);
  }

  @Override
  public List<RouteKey> aliasesOf(RouteKey key) {
    return routes.aliasesOf(key);
  }

  @Override
  public void audit(AuditEntry entry) {
    routes.audit(entry);
  }

  @Override
  public Page<AuditEntry> auditOf(Optional<RouteKey> key, int limit, Optional<String> after) {
    return routes.auditOf(key, limit, after);
  }
}
