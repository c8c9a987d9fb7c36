// SPDX-License-Identifier: Apache-2.0
package io.turnout.admin;

import io.turnout.spi.RouteKey;
import io.turnout.store.AuditEntry;
import io.turnout.store.Page;
import io.turnout.store.RouteDefaults;
import io.turnout.store.RouteListing;
import io.turnout.store.RouteStore;
import io.turnout.store.StoredRoute;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** A store through which every call goes one way, so that a test can stand in it. */
abstract class StoreWrapper implements RouteStore {

  private final RouteStore store;

  StoreWrapper(RouteStore store) {
    this.store = store;
  }

  /** Makes a call of the store. */
  abstract <T> T call(String what, Supplier<T> call);

  @Override
  public Optional<StoredRoute> read(RouteKey key) {
    return call("read", () -> store.read(key));
  }

  @Override
  public boolean write(StoredRoute route, long expectedVersion) {
    return call("write", () -> store.write(route, expectedVersion));
  }

  @Override
  public RouteDefaults defaults() {
    return call("defaults", store::defaults);
  }

  @Override
  public boolean writeDefaults(RouteDefaults defaults, long expectedVersion) {
    return call("writeDefaults", () -> store.writeDefaults(defaults, expectedVersion));
  }

  @Override
  public Page<StoredRoute> list(RouteListing listing) {
    return call("list", () -> store.list(listing));
  }

  @Override
  public List<RouteKey> aliasesOf(RouteKey key) {
    return call("aliasesOf", () -> store.aliasesOf(key));
  }

  @Override
  public void audit(AuditEntry entry) {
    call(
        "audit",
        () -> {
          store.audit(entry);
          return true;
        });
  }

  @Override
  public Page<AuditEntry> auditOf(Optional<RouteKey> key, int limit, Optional<String> after) {
    return call("auditOf", () -> store.auditOf(key, limit, after));
  }
}
