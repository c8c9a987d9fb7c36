// SPDX-License-Identifier: Apache-2.0
package io.turnout.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.admin.EveryOrder.Pause;
import io.turnout.admin.EveryOrder.Program;
import io.turnout.admin.RouteRefusedException.Reason;
import io.turnout.authority.MemoryRoutes;
import io.turnout.spi.RouteKey;
import io.turnout.spi.RouteLife;
import io.turnout.spi.VirtualTime;
import io.turnout.store.AuditEntry;
import io.turnout.store.AuditEntry.Author;
import io.turnout.store.AuditEntry.State;
import io.turnout.store.LifeSetting;
import io.turnout.store.MoveMark;
import io.turnout.store.MoveMark.Phase;
import io.turnout.store.RouteListing;
import io.turnout.store.RouteStoreException;
import io.turnout.store.RouteTarget;
import io.turnout.store.RouteTarget.InCell;
import io.turnout.store.StoredRoute;
import io.turnout.store.WriteStamp;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Two movers of one key never undo each other, whatever the order of their calls is. */
class RouteMoveInterleavingTest {

  private static final RouteKey KEY = RouteKey.parse("business:1");
  private static final long START = 1_700_000_000_000L;
  private static final Duration LIFE = Duration.ofMinutes(10);
  private static final StoredRoute BEFORE =
      new StoredRoute(
          KEY,
          new InCell("us-1"),
          LifeSetting.of(new RouteLife(LIFE, LIFE)),
          0,
          Optional.empty(),
          new WriteStamp(1_000, "before"));

  private static final Program TO_EU = (admin, pause) -> move(admin, pause, "eu-1");
  private static final Program TO_AP = (admin, pause) -> move(admin, pause, "ap-1");
  private static final Program RESUMES = RouteMoveInterleavingTest::resume;
  private static final Program ABORTS = RouteMoveInterleavingTest::abort;

  @Test
  void twoWhoBegin_inEveryOrderOfAllCalls() {
    Program begins =
        (admin, pause) -> {
          try {
            RouteMove.begin(admin, KEY, "eu-1", FleetTimes.DEFAULT);
          } catch (LostRaceException | RouteRefusedException e) {
            // The other one was faster.
          }
        };
    int states =
        new EveryOrder(
                KEY,
                List.of(begins, begins),
                EveryOrder.Turns.AT_EVERY_CALL,
                RouteMoveInterleavingTest::checkWrite,
                RouteMoveInterleavingTest::checkEnd)
            .run(BEFORE, START, 0);
    assertThat(states).isGreaterThan(200);
  }

  @Test
  void twoMovers_toOneCell() {
    assertThat(every(0, TO_EU, TO_EU)).isGreaterThan(5_000);
  }

  @Test
  void twoMovers_toTwoCells() {
    assertThat(every(0, TO_EU, TO_AP)).isGreaterThan(5_000);
  }

  @Test
  void mover_andOneWhoAborts() {
    assertThat(every(0, TO_EU, ABORTS)).isGreaterThan(2_000);
  }

  @Test
  void mover_whoseCallsFailAndWhoCrashes() {
    assertThat(every(2, TO_EU)).isGreaterThan(1_000);
  }

  @Test
  void moverWhoCrashes_andOneWhoGoesOn() {
    assertThat(every(1, TO_EU, RESUMES)).isGreaterThan(5_000);
  }

  @Test
  void moverWhoCrashes_andOneWhoAborts() {
    assertThat(every(1, TO_EU, ABORTS)).isGreaterThan(5_000);
  }

  /** Plays one of these scenes, from 1 to 6. */
  static void play(long scene) {
    switch ((int) scene) {
      case 1 -> every(2, TO_EU);
      case 2 -> every(0, TO_EU, ABORTS);
      case 3 -> every(0, TO_EU, TO_AP);
      case 4 -> every(0, TO_EU, TO_EU);
      case 5 -> every(1, TO_EU, ABORTS);
      default -> every(1, TO_EU, RESUMES);
    }
  }

  private static int every(int faults, Program... programs) {
    return new EveryOrder(
            KEY,
            List.of(programs),
            EveryOrder.Turns.AT_RECORDS,
            RouteMoveInterleavingTest::checkWrite,
            RouteMoveInterleavingTest::checkEnd)
        .run(BEFORE, START, faults);
  }

  private static void move(RouteAdministration admin, Pause pause, String to) {
    while (true) {
      try {
        drive(RouteMove.begin(admin, KEY, to, FleetTimes.DEFAULT), pause);
        return;
      } catch (LostRaceException e) {
        // Somebody else was faster: look again.
      } catch (RouteStoreException e) {
        resume(admin, pause);
        return;
      } catch (RouteRefusedException e) {
        if (e.reason() == Reason.IN_A_MOVE) {
          resume(admin, pause);
        }
        return;
      }
    }
  }

  private static void resume(RouteAdministration admin, Pause pause) {
    while (true) {
      try {
        drive(RouteMove.resume(admin, KEY, FleetTimes.DEFAULT), pause);
        return;
      } catch (RouteStoreException | LostRaceException e) {
        // Once more.
      } catch (RouteRefusedException e) {
        return;
      }
    }
  }

  private static void drive(RouteMove move, Pause pause) {
    while (!move.isOver()) {
      try {
        if (move.next().isEmpty() && !move.remaining().isZero()) {
          pause.sleep(move.remaining());
        }
      } catch (RouteStoreException e) {
        // Once more.
      }
    }
  }

  private static void abort(RouteAdministration admin, Pause pause) {
    while (true) {
      try {
        RouteMove.resume(admin, KEY, FleetTimes.DEFAULT).abort();
        return;
      } catch (RouteStoreException | LostRaceException e) {
        // Once more.
      } catch (RouteRefusedException e) {
        if (e.reason() != Reason.HAS_FLIPPED) {
          return;
        }
        resume(admin, pause);
      }
    }
  }

  private static void checkWrite(Optional<StoredRoute> before, StoredRoute after, long millis) {
    StoredRoute old = before.orElseThrow();
    assertThat(after.version()).isGreaterThan(old.version());
    Optional<MoveMark> mark = old.move();
    if (!after.target().equals(old.target())) {
      assertThat(mark).isPresent();
      assertThat(mark.get().phase()).isEqualTo(Phase.MARKED);
      assertThat(mark.get().due()).isLessThanOrEqualTo(millis);
      assertThat(millis).isGreaterThanOrEqualTo(START + LIFE.toMillis());
      assertThat(after.target()).isEqualTo(new InCell(mark.get().to()));
      assertThat(after.move().orElseThrow().id()).isEqualTo(mark.get().id());
    }
    if (mark.isPresent() && after.move().isPresent()) {
      assertThat(after.move().get().id()).isEqualTo(mark.get().id());
    }
  }

  private static void checkEnd(MemoryRoutes store, Set<String> written, long millis) {
    for (Program last : List.of(RESUMES, ABORTS)) {
      MemoryRoutes copy = new MemoryRoutes();
      copy.write(store.read(KEY).orElseThrow(), 0);
      trail(store).forEach(copy::audit);
      VirtualTime time = new VirtualTime(millis);
      RouteAdministration admin =
          RouteAdministration.builder(copy, new Author("last", "")).clock(time).build();
      last.run(admin, time::advance);
      checkRest(copy, written);
    }
  }

  private static void checkRest(MemoryRoutes store, Set<String> written) {
    StoredRoute rest = store.read(KEY).orElseThrow();
    assertThat(rest.move()).isEmpty();
    assertThat(List.<RouteTarget>of(new InCell("us-1"), new InCell("eu-1"), new InCell("ap-1")))
        .contains(rest.target());
    boolean flipped = false;
    for (AuditEntry entry : trail(store)) {
      boolean isOfLast = entry.by().who().equals("last");
      boolean done = isOfLast || written.contains(entry.writeId());
      assertThat(entry.state()).as(entry.toString()).isEqualTo(done ? State.DONE : State.NOT_DONE);
      flipped |= entry.state() == State.DONE && entry.change().step().equals("flip");
    }
    assertThat(rest.target().equals(new InCell("us-1"))).isEqualTo(!flipped);
  }

  private static List<AuditEntry> trail(MemoryRoutes store) {
    return store.auditOf(Optional.of(KEY), RouteListing.MAX_LIMIT, Optional.empty()).items();
  }
}
