// SPDX-License-Identifier: Apache-2.0
package io.turnout.admin;

import io.turnout.store.MoveMark;
import io.turnout.store.RouteChain;
import io.turnout.store.RouteDefaults;
import io.turnout.store.StoredRoute;
import java.time.Duration;

/** Until when copies of what is true now may be about, in milliseconds of the wall clock. */
final class Copies {

  /** The last instant there is: one that is known, and so no {@link MoveMark#NOT_KNOWN_YET}. */
  static final long LAST = MoveMark.NOT_KNOWN_YET - 1;

  private Copies() {}

  /**
   * How long a write may be under way, with its entries in the audit trail, in milliseconds: three
   * times as long as a store waits for one answer.
   */
  static final long UNDER_WAY_MILLIS = 30_000;

  /**
   * When a write that is planned now will be there at the latest: until then, what it changes is
   * given out.
   */
  static long written(long nowMillis) {
    return nowMillis + UNDER_WAY_MILLIS;
  }

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
      return LAST;
    }
    long sum = millis + lifeMillis;
    return sum < millis ? LAST : Math.min(sum, LAST);
  }
}
