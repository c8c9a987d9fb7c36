// SPDX-License-Identifier: Apache-2.0
package io.turnout.admin;

import io.turnout.store.RouteChain;
import io.turnout.store.RouteDefaults;
import io.turnout.store.StoredRoute;
import java.time.Duration;

/** Until when copies of what is true now may be about, in milliseconds of the wall clock. */
final class Copies {

  private Copies() {}

  /** Of a cell that was given out for a key until now. */
  static long until(RouteView view, long nowMillis) {
    RouteChain chain = view.chain();
    long until =
        chain.cell().isPresent() ? plus(nowMillis, chain.life(view.defaults()).expireAfter()) : 0;
    for (StoredRoute link : chain.links()) {
      until = Math.max(until, longest(link, view.defaults()));
    }
    return until;
  }

  /** Of what was given out under durations that do not count any more. */
  static long longest(StoredRoute route, RouteDefaults defaults) {
    return route.life().expireAfter().isPresent()
        ? route.longestLifeUntil()
        : Math.max(route.longestLifeUntil(), defaults.longestLifeUntil());
  }

  static long plus(long millis, Duration life) {
    long lifeMillis;
    try {
      lifeMillis = life.plusNanos(999_999).toMillis();
    } catch (ArithmeticException e) {
      return Long.MAX_VALUE;
    }
    long sum = millis + lifeMillis;
    return sum < millis ? Long.MAX_VALUE : sum;
  }
}
