// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance.contract;

import static java.util.Objects.requireNonNull;

import io.turnout.admin.RouteAdministration;
import io.turnout.admin.RouteAdministration.OverLive;
import io.turnout.authority.FileAuthority;
import io.turnout.authority.FileRoutes;
import io.turnout.spi.RouteAuthority;
import io.turnout.spi.RouteClock;
import io.turnout.spi.RouteKey;
import io.turnout.spi.RouteScheduler;
import io.turnout.store.AuditEntry.Author;
import io.turnout.store.LifeSetting;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;

class AdministeredFileKeepsTheContractTest extends RouteAuthorityContract {

  @TempDir Path folder;
  private @Nullable RouteAdministration administration;

  @Override
  protected RouteAuthority create(RouteClock clock) {
    Path file = folder.resolve("routes.yaml");
    FileRoutes.create(file);
    administration =
        RouteAdministration.builder(FileRoutes.of(file), new Author("ann", ""))
            .clock(clock)
            .build();
    return FileAuthority.builder(file, (RouteScheduler) clock).clock(clock).open();
  }

  @Override
  protected void put(RouteKey key, String cell) {
    requireNonNull(administration).put(key, cell, LifeSetting.DEFAULT, OverLive.FORCE);
    advance(Duration.ofSeconds(2));
  }

  @Override
  protected void remove(RouteKey key) {
    requireNonNull(administration).delete(key);
    advance(Duration.ofSeconds(2));
  }
}
