// SPDX-License-Identifier: Apache-2.0
package io.turnout.redis;

import io.turnout.spi.RouteClock;
import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteKey;
import java.time.Duration;
import java.util.Optional;

/** Entries for tests; the values of their keys must turn up in no message. */
final class Entries {

  static final RouteKey KEY = new RouteKey("business", "secret-1234");

  private Entries() {}

  /** An entry that was loaded now and is fresh and valid for as long. */
  static RouteEntry entry(RouteClock clock, RouteKey key, long version, Duration life) {
    long now = clock.wallMillis();
    long end = now + life.toMillis();
    return new RouteEntry(key, Optional.of("cell-" + version), version, now, end, end);
  }
}
