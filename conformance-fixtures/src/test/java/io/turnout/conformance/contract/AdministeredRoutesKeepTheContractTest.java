// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance.contract;

import static java.util.Objects.requireNonNull;

import io.turnout.admin.RouteAdministration;
import io.turnout.admin.RouteAdministration.OverLive;
import io.turnout.authority.MemoryRoutes;
import io.turnout.spi.RouteAuthority;
import io.turnout.spi.RouteClock;
import io.turnout.spi.RouteKey;
import io.turnout.store.AuditEntry.Author;
import io.turnout.store.LifeSetting;
import org.jspecify.annotations.Nullable;

class AdministeredRoutesKeepTheContractTest extends RouteAuthorityContract {

  private @Nullable RouteAdministration administration;

  @Override
  protected RouteAuthority create(RouteClock clock) {
    MemoryRoutes routes = new MemoryRoutes();
    administration =
        RouteAdministration.builder(routes, new Author("ann", "")).clock(clock).build();
    return routes;
  }

  @Override
  protected void put(RouteKey key, String cell) {
    requireNonNull(administration).put(key, cell, LifeSetting.DEFAULT, OverLive.FORCE);
  }

  @Override
  protected void remove(RouteKey key) {
    requireNonNull(administration).delete(key);
  }
}
