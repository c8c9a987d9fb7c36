// SPDX-License-Identifier: Apache-2.0
package io.turnout.admin;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.Seeds;
import io.turnout.admin.RouteAdministration.OverLive;
import io.turnout.authority.MemoryRoutes;
import io.turnout.spi.RouteInvalidations;
import io.turnout.spi.RouteKey;
import io.turnout.spi.RouteLife;
import io.turnout.spi.VirtualTime;
import io.turnout.store.AuditEntry;
import io.turnout.store.AuditEntry.Author;
import io.turnout.store.AuditEntry.State;
import io.turnout.store.LifeSetting;
import io.turnout.store.RouteChain;
import io.turnout.store.RouteDefaults;
import io.turnout.store.RouteListing;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is given out for a key never falls, and rises with each change of what is answered. */
class VersionsPropertyTest {

  private static final int SCENES = 2_000;
  private static final int STEPS = 40;
  private static final List<RouteKey> KEYS =
      IntStream.range(0, 5).mapToObj(i -> RouteKey.parse("business:" + i)).toList();

  /** What is given out for a key. */
  private record Given(long version, Optional<String> cell, RouteLife life) {}

  @Test
  void versions_neverFallAndRiseWithEachChange() {
    Seeds.each(SCENES, VersionsPropertyTest::play);
  }

  private static void play(Random random) {
    VirtualTime time = new VirtualTime(1_000_000L + random.nextInt(Integer.MAX_VALUE) * 1_000L);
    MemoryRoutes routes = new MemoryRoutes();
    Map<RouteKey, Long> published = new HashMap<>();
    RouteAdministration admin =
        RouteAdministration.builder(routes, new Author("ann", ""))
            .clock(time)
            .invalidations(new Published(published))
            .build();
    Map<RouteKey, RouteMove> moves = new HashMap<>();
    for (int step = 0; step < STEPS; step++) {
      Map<RouteKey, Given> before = given(routes);
      published.clear();
      try {
        change(random, admin, moves);
      } catch (RouteRefusedException e) {
        // Nothing was changed.
      }
      check(before, given(routes), published);
      int kind = random.nextInt(4);
      if (kind == 0) {
        time.jumpWall(Duration.ofMillis(random.nextInt(2_000_000) - 1_000_000));
      } else if (kind == 1) {
        time.advance(Duration.ofMillis(random.nextInt(200_000)));
      }
    }
    for (RouteKey key : KEYS) {
      assertThat(admin.auditOf(Optional.of(key), RouteListing.MAX_LIMIT, Optional.empty()).items())
          .extracting(AuditEntry::state)
          .allMatch(State.DONE::equals);
    }
  }

  private static void change(
      Random random, RouteAdministration admin, Map<RouteKey, RouteMove> moves) {
    RouteKey key = KEYS.get(random.nextInt(KEYS.size()));
    RouteKey other = KEYS.get(random.nextInt(KEYS.size()));
    LifeSetting life =
        random.nextBoolean()
            ? LifeSetting.DEFAULT
            : new LifeSetting(
                Optional.empty(), Optional.of(Duration.ofMillis(random.nextInt(50_000))));
    OverLive overLive = random.nextInt(3) == 0 ? OverLive.REFUSE : OverLive.FORCE;
    String cell = "cell-" + random.nextInt(2);
    switch (random.nextInt(7)) {
      case 0, 1 -> admin.put(key, cell, life, overLive);
      case 2, 3 -> admin.alias(key, other, life, overLive);
      case 4 -> admin.delete(key);
      case 5 -> moves.put(key, RouteMove.begin(admin, key, cell, FleetTimes.DEFAULT));
      default -> {
        RouteMove move = moves.get(key);
        if (move != null && random.nextInt(4) > 0) {
          move.next();
        } else if (move != null) {
          move.abort();
        }
      }
    }
  }

  private static void check(
      Map<RouteKey, Given> before, Map<RouteKey, Given> after, Map<RouteKey, Long> published) {
    for (RouteKey key : KEYS) {
      Given was = requireNonNull(before.get(key));
      Given is = requireNonNull(after.get(key));
      assertThat(is.version()).isGreaterThanOrEqualTo(was.version());
      if (!is.cell().equals(was.cell()) || !is.life().equals(was.life())) {
        assertThat(is.version()).as("%s after %s", is, was).isGreaterThan(was.version());
      }
      if (is.version() > was.version()) {
        assertThat(published).containsEntry(key, is.version());
      }
    }
  }

  private static Map<RouteKey, Given> given(MemoryRoutes routes) {
    Map<RouteKey, Given> given = new HashMap<>();
    for (RouteKey key : KEYS) {
      RouteChain chain = RouteChain.read(key, routes::read);
      given.put(key, new Given(chain.version(), chain.cell(), chain.life(RouteDefaults.INITIAL)));
    }
    return given;
  }

  private record Published(Map<RouteKey, Long> versions) implements RouteInvalidations {
    @Override
    public CompletionStage<Void> publish(RouteKey key, long belowVersion) {
      versions.merge(key, belowVersion, Math::max);
      return CompletableFuture.completedStage(null);
    }

    @Override
    public Subscription subscribe(Listener listener) {
      return () -> {};
    }
  }
}
