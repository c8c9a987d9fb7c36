// SPDX-License-Identifier: Apache-2.0
package io.turnout.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.turnout.admin.RouteAdministration.OverLive;
import io.turnout.admin.RouteMove.Stage;
import io.turnout.admin.RouteRefusedException.Reason;
import io.turnout.authority.MemoryRoutes;
import io.turnout.spi.AuthorityAnswer;
import io.turnout.spi.AuthorityAnswer.Known;
import io.turnout.spi.RouteKey;
import io.turnout.spi.RouteLife;
import io.turnout.spi.VirtualTime;
import io.turnout.store.AuditEntry;
import io.turnout.store.AuditEntry.Author;
import io.turnout.store.AuditEntry.State;
import io.turnout.store.LifeSetting;
import io.turnout.store.MoveMark;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RouteMoveTest {

  private static final RouteKey KEY = RouteKey.parse("business:1");
  private static final RouteKey ALIAS = RouteKey.parse("email-domain:acme.com");
  private static final Duration HOUR = Duration.ofHours(1);
  private static final FleetTimes FLEET = FleetTimes.DEFAULT;

  private final VirtualTime time = new VirtualTime(1_700_000_000_000L);
  private final MemoryRoutes routes = new MemoryRoutes();
  private final RouteAdministration admin =
      RouteAdministration.builder(routes, new Author("ann", "they pay us")).clock(time).build();

  @Test
  void move_goesThroughItsStages() {
    put(KEY, "us-1", HOUR);
    RouteMove move = RouteMove.begin(admin, KEY, "eu-1", FLEET);

    assertThat(move.stage()).isEqualTo(Stage.MARKED);
    assertThat(move.remaining()).isEqualTo(HOUR.plusSeconds(2));
    assertThat(answer(KEY)).isEqualTo(uncacheable("us-1"));
    time.advance(move.remaining().minusNanos(1));
    assertThat(move.next()).isEmpty();

    time.advance(Duration.ofNanos(1));
    assertThat(move.next()).isPresent();
    assertThat(move.stage()).isEqualTo(Stage.FLIPPED);
    assertThat(answer(KEY)).isEqualTo(uncacheable("eu-1"));
    assertThat(move.next()).isEmpty();

    time.advance(move.remaining());
    assertThat(move.next()).isPresent();
    assertThat(move.stage()).isEqualTo(Stage.SETTLED);
    assertThat(answer(KEY).expireAfter()).isEqualTo(HOUR);
    assertThat(trail()).containsExactly("put", "mark", "wait", "flip", "settle");
  }

  @Test
  void move_waitsForLivesThatWereLowered() {
    put(KEY, "us-1", Duration.ofHours(24));
    time.advance(HOUR);
    put(KEY, "us-1", Duration.ofMinutes(1));
    time.advance(HOUR);
    RouteMove move = RouteMove.begin(admin, KEY, "eu-1", FLEET);
    assertThat(move.remaining()).isEqualTo(Duration.ofHours(23).plusSeconds(32));
  }

  @Test
  void move_waitsForDefaultsThatWereLowered() {
    admin.put(KEY, "us-1", LifeSetting.DEFAULT, OverLive.REFUSE);
    admin.defaults(life(HOUR), RouteLife.UNKNOWN);
    assertThat(RouteMove.begin(admin, KEY, "eu-1", FLEET).remaining())
        .isEqualTo(Duration.ofHours(24).plusSeconds(32));
  }

  @Test
  void move_waitsForWhatAnAliasWasBefore() {
    put(KEY, "us-1", Duration.ofMinutes(1));
    put(ALIAS, "us-1", Duration.ofHours(24));
    admin.alias(ALIAS, KEY, LifeSetting.DEFAULT, OverLive.REFUSE);
    assertThat(RouteMove.begin(admin, KEY, "eu-1", FLEET).remaining())
        .isEqualTo(Duration.ofHours(24).plusSeconds(32));
  }

  @ParameterizedTest
  @ValueSource(strings = {"write", "writeDefaults"})
  void move_waitsForWhatWasGivenOutWhileAShorterLifeWasUnderWay(String slow) {
    AtomicReference<Long> givenOutUntil = new AtomicReference<>();
    StoreWrapper store =
        new StoreWrapper(routes) {
          @Override
          <T> T call(String what, Supplier<T> call) {
            if (what.equals(slow)) {
              time.advance(Duration.ofSeconds(29));
              Duration life = answer(KEY).expireAfter();
              givenOutUntil.set(time.wallMillis() + life.toMillis());
            }
            return call.get();
          }
        };
    RouteAdministration slowly =
        RouteAdministration.builder(store, new Author("ann", "")).clock(time).build();
    if (slow.equals("write")) {
      put(KEY, "us-1", HOUR);
      LifeSetting none = LifeSetting.of(new RouteLife(Duration.ZERO, Duration.ZERO));
      slowly.put(KEY, "us-1", none, OverLive.REFUSE);
    } else {
      admin.put(KEY, "us-1", LifeSetting.DEFAULT, OverLive.REFUSE);
      slowly.defaults(life(Duration.ofSeconds(1)), RouteLife.UNKNOWN);
    }
    RouteMove move = RouteMove.begin(admin, KEY, "eu-1", FLEET);
    assertThat(move.due()).isGreaterThanOrEqualTo(givenOutUntil.get());
  }

  @Test
  void lifeWithoutEnd_isWaitedForWithoutWritingOnAndOn() {
    put(KEY, "us-1", Duration.ofMillis(Long.MAX_VALUE));
    RouteMove move = RouteMove.begin(admin, KEY, "eu-1", FLEET);
    assertThat(move.due()).isLessThan(MoveMark.NOT_KNOWN_YET);
    assertThat(move.remaining()).isGreaterThan(Duration.ofDays(36_500).dividedBy(2));
    assertThat(move.next()).isEmpty();
    assertThat(trail()).containsExactly("put", "mark", "wait");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aliasThatIsMadeWhileAMoveBegins_isTakenBack(boolean wasAnAlias) {
    put(KEY, "us-1", Duration.ofMinutes(1));
    RouteKey other = RouteKey.parse("business:2");
    put(other, "us-1", Duration.ofHours(24));
    if (wasAnAlias) {
      admin.alias(ALIAS, other, LifeSetting.DEFAULT, OverLive.REFUSE);
    } else {
      put(ALIAS, "us-1", Duration.ofHours(24));
    }
    long version = admin.get(ALIAS).chain().version();
    List<RouteMove> moves = new ArrayList<>();
    StoreWrapper store =
        new StoreWrapper(routes) {
          @Override
          <T> T call(String what, Supplier<T> call) {
            if (what.equals("write") && moves.isEmpty()) {
              moves.add(RouteMove.begin(admin, KEY, "eu-1", FLEET));
              time.advance(moves.get(0).remaining());
              moves.get(0).next();
            }
            return call.get();
          }
        };
    RouteAdministration racing =
        RouteAdministration.builder(store, new Author("ben", "")).clock(time).build();
    assertThatThrownBy(() -> racing.alias(ALIAS, KEY, LifeSetting.DEFAULT, OverLive.REFUSE))
        .isInstanceOfSatisfying(
            RouteRefusedException.class, e -> assertThat(e.reason()).isEqualTo(Reason.IN_A_MOVE));
    assertThat(moves.get(0).stage()).isEqualTo(Stage.FLIPPED);
    assertThat(((Known) answer(ALIAS)).cell()).isEqualTo("us-1");
    assertThat(answer(ALIAS).version()).isGreaterThan(version);
    assertThat(answer(ALIAS).expireAfter()).isEqualTo(Duration.ofHours(24));
  }

  @Test
  void abort_leavesTheOldCell() {
    put(KEY, "us-1", HOUR);
    RouteMove move = RouteMove.begin(admin, KEY, "eu-1", FLEET);
    move.abort();
    assertThat(move.stage()).isEqualTo(Stage.ABORTED);
    assertThat(((Known) answer(KEY)).cell()).isEqualTo("us-1");
    assertThat(answer(KEY).expireAfter()).isEqualTo(HOUR);
    assertThat(trail()).containsExactly("put", "mark", "wait", "abort");
  }

  @Test
  void abort_afterTheFlip_isRefused() {
    RouteMove move = flipped();
    assertThatThrownBy(move::abort)
        .isInstanceOfSatisfying(
            RouteRefusedException.class, e -> assertThat(e.reason()).isEqualTo(Reason.HAS_FLIPPED));
  }

  @Test
  void movingBack_duringTheGrace_waitsForTheAllowancesOnly() {
    flipped();
    RouteMove back = RouteMove.begin(admin, KEY, "us-1", FLEET);
    assertThat(back.remaining()).isEqualTo(Duration.ofSeconds(2));
    time.advance(back.remaining());
    back.next();
    assertThat(answer(KEY)).isEqualTo(uncacheable("us-1"));
  }

  @Test
  void wallClockThatJumps_shortensNoWait() {
    put(KEY, "us-1", HOUR);
    RouteMove move = RouteMove.begin(admin, KEY, "eu-1", FLEET);
    time.jumpWall(Duration.ofDays(2));
    assertThat(move.next()).isEmpty();
    assertThat(move.remaining()).isEqualTo(HOUR.plusSeconds(2));
  }

  private RouteMove flipped() {
    put(KEY, "us-1", HOUR);
    RouteMove move = RouteMove.begin(admin, KEY, "eu-1", FLEET);
    time.advance(move.remaining());
    move.next();
    assertThat(move.stage()).isEqualTo(Stage.FLIPPED);
    return move;
  }

  private void put(RouteKey key, String cell, Duration expireAfter) {
    admin.put(key, cell, LifeSetting.of(life(expireAfter)), OverLive.REFUSE);
  }

  private static RouteLife life(Duration expireAfter) {
    return new RouteLife(Duration.ofMinutes(1), expireAfter);
  }

  private AuthorityAnswer answer(RouteKey key) {
    return routes.lookup(key, 0).toCompletableFuture().join();
  }

  private AuthorityAnswer uncacheable(String cell) {
    long version = admin.get(KEY).chain().version();
    return new Known(KEY, cell, version, Duration.ZERO, Duration.ZERO);
  }

  /** The steps in the audit trail, oldest first, all of which were done. */
  private List<String> trail() {
    List<AuditEntry> entries =
        new ArrayList<>(admin.auditOf(Optional.of(KEY), 100, Optional.empty()).items());
    assertThat(entries).allMatch(entry -> entry.state() == State.DONE);
    Collections.reverse(entries);
    return entries.stream().map(entry -> entry.change().step()).toList();
  }
}
