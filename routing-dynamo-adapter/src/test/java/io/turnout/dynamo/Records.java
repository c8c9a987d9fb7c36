// SPDX-License-Identifier: Apache-2.0
package io.turnout.dynamo;

import io.turnout.spi.RouteKey;
import io.turnout.spi.RouteLife;
import io.turnout.store.LifeSetting;
import io.turnout.store.RouteDefaults;
import io.turnout.store.RouteTarget;
import io.turnout.store.StoredRoute;
import io.turnout.store.WriteStamp;
import java.time.Duration;
import java.util.Optional;

/** Records of tests. */
final class Records {

  static final RouteKey KEY = new RouteKey("business", "very-secret-1234");

  private Records() {}

  static StoredRoute inCell(RouteKey key, String cell, long version) {
    return route(key, new RouteTarget.InCell(cell), version);
  }

  static StoredRoute alias(RouteKey key, RouteKey of, long offset) {
    return route(key, new RouteTarget.AliasOf(of, offset), 1);
  }

  static StoredRoute route(RouteKey key, RouteTarget target, long version) {
    return new StoredRoute(key, target, LifeSetting.DEFAULT, 0, Optional.empty(), stamp(version));
  }

  static WriteStamp stamp(long version) {
    return new WriteStamp(version, "write-" + version);
  }

  static RouteDefaults defaults(Duration known, Duration unknown, long version) {
    return new RouteDefaults(
        new RouteLife(known.dividedBy(2), known),
        new RouteLife(unknown.dividedBy(2), unknown),
        7,
        stamp(version));
  }

  static RouteKey key(String value) {
    return new RouteKey("business", value);
  }
}
