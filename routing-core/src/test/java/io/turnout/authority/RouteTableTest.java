// SPDX-License-Identifier: Apache-2.0
package io.turnout.authority;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.Seeds;
import io.turnout.authority.RouteFile.Route;
import io.turnout.spi.AuthorityAnswer;
import io.turnout.spi.AuthorityAnswer.Known;
import io.turnout.spi.RouteKey;
import io.turnout.spi.RouteLife;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
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
        if (before instanceof Known && says(before).equals(says(after))) {
          assertThat(after).as("seed %d, load %d, key %d", seed, load, k).isEqualTo(before);
        }
      }
      table = next;
    }
  }

  private static String says(AuthorityAnswer answer) {
    String cell = answer instanceof Known known ? known.cell() : "none";
    return cell + " " + answer.freshFor() + " " + answer.expireAfter();
  }

  private static RouteFile file(Random random) {
    Map<RouteKey, Route> routes = new HashMap<>();
    for (int k = 0; k < KEYS; k++) {
      if (random.nextInt(4) > 0) {
        routes.put(key(k), new Route("cell-" + random.nextInt(2), life(random)));
      }
    }
    return new RouteFile(routes, life(random));
  }

  private static RouteLife life(Random random) {
    return new RouteLife(Duration.ZERO, Duration.ofSeconds(random.nextInt(10) / 8));
  }

  private static RouteKey key(int number) {
    return new RouteKey("k", String.valueOf(number));
  }
}
