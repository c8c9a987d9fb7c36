// SPDX-License-Identifier: Apache-2.0
package io.turnout.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.turnout.admin.RouteAdministration.OverLive;
import io.turnout.authority.MemoryRoutes;
import io.turnout.spi.RouteKey;
import io.turnout.spi.VirtualTime;
import io.turnout.store.AuditEntry.Author;
import io.turnout.store.LifeSetting;
import io.turnout.store.RouteStoreException;
import io.turnout.store.RouteTarget.AliasOf;
import io.turnout.store.StoredRoute;
import io.turnout.store.WriteStamp;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Two writers at once can make aliases lead in a circle or too far: each sees half of it. */
class BrokenAliasesTest {

  private static final RouteKey A = RouteKey.parse("business:a");
  private static final RouteKey B = RouteKey.parse("business:b");
  private static final RouteKey GOOD = RouteKey.parse("business:good");

  private final VirtualTime time = new VirtualTime(1_700_000_000_000L);
  private final MemoryRoutes routes = new MemoryRoutes();
  private final RouteAdministration admin =
      RouteAdministration.builder(routes, new Author("ann", "")).clock(time).build();

  private enum Mending {
    PUT {
      @Override
      void mend(RouteAdministration admin) {
        admin.put(A, "us-2", LifeSetting.DEFAULT, OverLive.REFUSE);
      }
    },
    ALIAS {
      @Override
      void mend(RouteAdministration admin) {
        admin.alias(A, GOOD, LifeSetting.DEFAULT, OverLive.REFUSE);
      }
    },
    DELETE {
      @Override
      void mend(RouteAdministration admin) {
        admin.delete(A);
      }
    };

    abstract void mend(RouteAdministration admin);
  }

  @ParameterizedTest
  @EnumSource
  void circle_isMended(Mending mending) {
    put(GOOD);
    put(A);
    put(B);
    long givenOut = admin.alias(A, B, LifeSetting.DEFAULT, OverLive.REFUSE).version();
    long until = routes.read(A).orElseThrow().longestLifeUntil();
    leadAtOnce(B, A);
    requireMended(mending, givenOut, until);
    assertThat(admin.get(B).chain().cell()).isEqualTo(admin.get(A).chain().cell());
  }

  @ParameterizedTest
  @EnumSource
  void wayThatIsTooLong_isMended(Mending mending) {
    put(GOOD);
    put(A);
    put(B);
    long givenOut = admin.alias(A, B, LifeSetting.DEFAULT, OverLive.REFUSE).version();
    long until = routes.read(A).orElseThrow().longestLifeUntil();
    RouteKey last = RouteKey.parse("business:0");
    put(last);
    for (int i = 1; i <= 3; i++) {
      RouteKey next = RouteKey.parse("business:" + i);
      leadAtOnce(next, last);
      last = next;
    }
    leadAtOnce(B, last);
    requireMended(mending, givenOut, until);
  }

  @Test
  void recordThatCannotBeUnderstood_isNotWrittenOver() {
    put(A);
    RouteAdministration blind =
        RouteAdministration.builder(
                new StoreWrapper(routes) {
                  @Override
                  <T> T call(String what, java.util.function.Supplier<T> call) {
                    if (what.equals("read")) {
                      throw new RouteStoreException(RouteStoreException.Kind.DAMAGED, "rubbish");
                    }
                    return call.get();
                  }
                },
                new Author("ann", ""))
            .clock(time)
            .build();
    assertThatThrownBy(() -> blind.put(A, "us-2", LifeSetting.DEFAULT, OverLive.FORCE))
        .isInstanceOf(RouteStoreException.class);
    assertThat(admin.get(A).chain().cell()).contains("us-1");
  }

  private void requireMended(Mending mending, long givenOut, long until) {
    assertThatThrownBy(() -> admin.get(A)).isInstanceOf(RouteStoreException.class);
    time.advance(Duration.ofMillis(1));
    mending.mend(admin);
    assertThat(admin.get(A).chain().version()).isGreaterThan(givenOut);
    assertThat(routes.read(A).orElseThrow().longestLifeUntil()).isGreaterThanOrEqualTo(until);
  }

  private void put(RouteKey key) {
    admin.put(key, "us-1", LifeSetting.DEFAULT, OverLive.REFUSE);
  }

  /** What a writer does that has not seen what another one has written. */
  private void leadAtOnce(RouteKey key, RouteKey target) {
    Optional<StoredRoute> old = routes.read(key);
    long version = old.map(StoredRoute::version).orElse(0L);
    long until = old.map(StoredRoute::longestLifeUntil).orElse(0L);
    AliasOf alias = new AliasOf(target, version + Versions.ALIAS_STEP);
    WriteStamp stamp = new WriteStamp(Math.max(version + 1, time.wallMillis()), "blind");
    StoredRoute blind =
        new StoredRoute(key, alias, LifeSetting.DEFAULT, until, Optional.empty(), stamp);
    assertThat(routes.write(blind, version)).isTrue();
  }
}
