// SPDX-License-Identifier: Apache-2.0
package io.turnout.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.admin.RouteAdministration.OverLive;
import io.turnout.authority.MemoryRoutes;
import io.turnout.spi.RouteKey;
import io.turnout.spi.VirtualTime;
import io.turnout.store.AuditEntry.Author;
import io.turnout.store.LifeSetting;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What an alias leads to can be written while the alias itself is changed. */
class AliasVersionTest {

  private static final RouteKey ALIAS = RouteKey.parse("business:alias");
  private static final RouteKey TARGET = RouteKey.parse("business:target");
  private static final RouteKey OTHER = RouteKey.parse("business:other");
  private static final LifeSetting SHORT =
      new LifeSetting(Optional.empty(), Optional.of(Duration.ofSeconds(1)));

  private final VirtualTime time = new VirtualTime(1_700_000_000_000L);
  private final MemoryRoutes routes = new MemoryRoutes();
  private final RouteAdministration admin =
      RouteAdministration.builder(routes, new Author("ann", "")).clock(time).build();

  private enum Change {
    PUT,
    ALIAS,
    DELETE
  }

  @ParameterizedTest
  @EnumSource
  void version_risesThoughTheTargetWasWrittenMeanwhile(Change change) {
    admin.put(TARGET, "us-1", LifeSetting.DEFAULT, OverLive.REFUSE);
    admin.put(OTHER, "us-1", LifeSetting.DEFAULT, OverLive.REFUSE);
    admin.put(ALIAS, "us-1", LifeSetting.DEFAULT, OverLive.REFUSE);
    admin.alias(ALIAS, TARGET, LifeSetting.DEFAULT, OverLive.REFUSE);
    time.advance(Duration.ofDays(365));
    AtomicLong givenOut = new AtomicLong();
    StoreWrapper store =
        new StoreWrapper(routes) {
          @Override
          <T> T call(String what, Supplier<T> call) {
            if (what.equals("write") && givenOut.get() == 0) {
              admin.put(TARGET, "us-1", SHORT, OverLive.REFUSE);
              givenOut.set(version());
            }
            return call.get();
          }
        };
    RouteAdministration racing =
        RouteAdministration.builder(store, new Author("ben", "")).clock(time).build();
    RouteWrite written =
        switch (change) {
          case PUT -> racing.put(ALIAS, "us-1", SHORT, OverLive.REFUSE);
          case ALIAS -> racing.alias(ALIAS, OTHER, SHORT, OverLive.REFUSE);
          case DELETE -> racing.delete(ALIAS);
        };
    assertThat(version()).isGreaterThan(givenOut.get()).isEqualTo(written.version());
  }

  private long version() {
    return routes.lookup(ALIAS, 0).toCompletableFuture().join().version();
  }
}
