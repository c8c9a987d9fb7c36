// SPDX-License-Identifier: Apache-2.0
package io.turnout.admin;

import io.turnout.admin.RouteRefusedException.Reason;
import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteKey;
import io.turnout.store.RouteChain;
import io.turnout.store.RouteTarget;
import io.turnout.store.RouteTarget.AliasOf;
import io.turnout.store.StoredRoute;

/** Which version a write gets, so that what is given out for a key never falls. */
final class Versions {

  /**
   * By how much an alias's version rises when it leads elsewhere, at least: more than what it led
   * to can have risen since it was read.
   */
  static final long ALIAS_STEP = 1_000_000;

  private Versions() {}

  /**
   * The version of a record that is written next.
   *
   * @param before the key as it is now
   * @param target where it will lead
   */
  static long next(RouteView before, RouteTarget target, long nowMillis) {
    long next = Math.max(before.recordVersion() + 1, nowMillis);
    if (!(target instanceof AliasOf)) {
      long givenOut = before.chain().version();
      next = Math.max(next, givenOut + (isAlias(before.chain()) ? ALIAS_STEP : 1));
    }
    return require(next);
  }

  /** A record's target as an alias, so that the alias's version lies above what was given out. */
  static AliasOf alias(RouteChain before, RouteKey key, RouteChain target) {
    long floor = before.version() + ALIAS_STEP;
    AliasOf alias = new AliasOf(key, require(Math.max(0, floor - target.version())));
    require(alias.offset() + target.version());
    return alias;
  }

  private static boolean isAlias(RouteChain chain) {
    return chain.links().stream()
        .findFirst()
        .map(StoredRoute::target)
        .filter(AliasOf.class::isInstance)
        .isPresent();
  }

  static long require(long version) {
    if (version > RouteEntry.MAX_VERSION) {
      throw new RouteRefusedException(
          Reason.VERSIONS_USED_UP,
          "the version would be " + version + ", beyond " + RouteEntry.MAX_VERSION);
    }
    return version;
  }
}
