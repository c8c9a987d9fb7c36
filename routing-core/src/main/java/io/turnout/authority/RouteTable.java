// SPDX-License-Identifier: Apache-2.0
package io.turnout.authority;

import io.turnout.authority.RouteFile.Route;
import io.turnout.spi.AuthorityAnswer;
import io.turnout.spi.AuthorityAnswer.Known;
import io.turnout.spi.AuthorityAnswer.Unknown;
import io.turnout.spi.RouteKey;
import io.turnout.spi.RouteLife;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The answers of one load of a route file.
 *
 * @param answers the answer for each listed key
 * @param unknown the life of the answer for the others
 * @param generation the version of the answer for the others
 * @param highest the highest version given out so far
 */
record RouteTable(Map<RouteKey, Known> answers, RouteLife unknown, long generation, long highest) {

  /**
   * The table after another load.
   *
   * @param previous the table before; null at the first load
   */
  static RouteTable next(@Nullable RouteTable previous, RouteFile file, long nowMillis) {
    long stamp =
        previous == null ? Math.max(0, nowMillis) : Math.max(previous.highest + 1, nowMillis);
    Map<RouteKey, Known> before = previous == null ? Map.of() : previous.answers;
    Map<RouteKey, Known> answers = new HashMap<>(file.routes().size() * 2);
    int kept = 0;
    boolean unchanged = true;
    for (Map.Entry<RouteKey, Route> entry : file.routes().entrySet()) {
      Known old = before.get(entry.getKey());
      Known answer = answer(entry.getKey(), entry.getValue(), stamp);
      kept += old == null ? 0 : 1;
      if (old != null && isSame(old, answer)) {
        answer = old;
      } else {
        unchanged = false;
      }
      answers.put(entry.getKey(), answer);
    }
    boolean sameUnknown =
        previous != null && kept == before.size() && previous.unknown.equals(file.unknown());
    long generation = previous != null && sameUnknown ? previous.generation : stamp;
    long highest = previous != null && sameUnknown && unchanged ? previous.highest : stamp;
    return new RouteTable(answers, file.unknown(), generation, highest);
  }

  private static Known answer(RouteKey key, Route route, long version) {
    return new Known(
        key, route.cell(), version, route.life().freshFor(), route.life().expireAfter());
  }

  private static boolean isSame(Known old, Known answer) {
    return old.cell().equals(answer.cell())
        && old.freshFor().equals(answer.freshFor())
        && old.expireAfter().equals(answer.expireAfter());
  }

  AuthorityAnswer answer(RouteKey key) {
    Known known = answers.get(key);
    return known != null
        ? known
        : new Unknown(key, generation, unknown.freshFor(), unknown.expireAfter());
  }
}
