// SPDX-License-Identifier: Apache-2.0
package io.turnout.authority;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.Seeds;
import io.turnout.authority.RouteFile.Listed;
import io.turnout.spi.AuthorityAnswer;
import io.turnout.spi.AuthorityAnswer.Known;
import io.turnout.spi.RouteKey;
import io.turnout.spi.RouteLife;
import io.turnout.store.LifeSetting;
import io.turnout.store.RouteDefaults;
import io.turnout.store.RouteTarget;
import io.turnout.store.RouteTarget.AliasOf;
import io.turnout.store.RouteTarget.Deleted;
import io.turnout.store.RouteTarget.InCell;
import io.turnout.store.StoredRoute;
import io.turnout.store.WriteStamp;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RouteTableTest {

  private static final int KEYS = 4;

  @Test
  void versions_riseExactlyWithWhatAnAnswerSays() {
    long seed = Seeds.first();
    Random random = new Random(seed);
    RouteTable table = RouteTable.next(null, file(random), 1_000);
    for (int load = 0; load < 5_000; load++) {
      RouteTable next = RouteTable.next(table, file(random), 1_000 + random.nextInt(2_000));
      for (int k = 0; k < KEYS; k++) {
        AuthorityAnswer before = table.answer(key(k));
        AuthorityAnswer after = next.answer(key(k));
        assertThat(after.version())
            .as("seed %d, load %d, key %d", seed, load, k)
            .isGreaterThanOrEqualTo(
                says(before).equals(says(after)) ? before.version() : before.version() + 1);
      }
      table = next;
    }
  }

  private static String says(AuthorityAnswer answer) {
    String cell = answer instanceof Known known ? known.cell() : "none";
    return cell + " " + answer.freshFor() + " " + answer.expireAfter();
  }

  private static RouteFile file(Random random) {
    Map<RouteKey, Listed> routes = new HashMap<>();
    for (int k = 0; k < KEYS; k++) {
      if (random.nextInt(4) > 0) {
        RouteKey key = key(k);
        boolean versioned = random.nextInt(3) == 0;
        LifeSetting life =
            random.nextBoolean() ? LifeSetting.DEFAULT : LifeSetting.of(life(random));
        WriteStamp stamp =
            new WriteStamp(1 + random.nextInt(versioned ? 5_000 : 100), "write-" + k);
        StoredRoute route =
            new StoredRoute(key, target(random, k), life, 0, Optional.empty(), stamp);
        routes.put(key, new Listed(route, versioned));
      }
    }
    return new RouteFile(
        routes, new RouteDefaults(RouteLife.KNOWN, life(random), 0, new WriteStamp(1, "write")));
  }

  /** Aliases lead to keys before them, so that there are no loops and few in a row. */
  private static RouteTarget target(Random random, int number) {
    int kind = random.nextInt(6);
    return kind == 0
        ? new Deleted()
        : kind == 1 && number > 0
            ? new AliasOf(key(random.nextInt(number)), random.nextInt(3_000))
            : new InCell("cell-" + random.nextInt(2));
  }

  private static RouteLife life(Random random) {
    return new RouteLife(Duration.ZERO, Duration.ofSeconds(random.nextInt(10) / 8));
  }

  private static RouteKey key(int number) {
    return new RouteKey("k", String.valueOf(number));
  }
}
