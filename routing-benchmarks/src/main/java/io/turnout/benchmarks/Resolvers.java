// SPDX-License-Identifier: Apache-2.0
package io.turnout.benchmarks;

import io.turnout.authority.MemoryAuthority;
import io.turnout.authority.RouteLife;
import io.turnout.resolve.CellResolver;
import io.turnout.spi.RouteClock;
import io.turnout.spi.RouteKey;
import java.time.Duration;

/** Resolvers on the system's clock whose near cache holds all that they are asked for. */
final class Resolvers {

  /** The most entries of each cache that is compared. */
  static final int CACHE_ENTRIES = 100_000;

  /** How long entries are fresh: longer than any benchmark runs. */
  static final Duration FRESH_FOR = Duration.ofDays(1);

  /** How long entries may be used. */
  static final Duration EXPIRE_AFTER = Duration.ofDays(2);

  private static final String[] CELLS = {"us-1", "us-2", "eu-1"};

  private Resolvers() {}

  /** A resolver that holds the businesses below a number. */
  static CellResolver holding(int businesses) {
    MemoryAuthority authority = new MemoryAuthority(RouteClock.system());
    RouteLife life = new RouteLife(FRESH_FOR, EXPIRE_AFTER);
    CellResolver resolver = CellResolver.builder(authority).nearCache(CACHE_ENTRIES).build();
    for (int i = 0; i < businesses; i++) {
      RouteKey key = key(i);
      authority.put(key, cell(i), life);
      var loaded = resolver.resolve(key).toCompletableFuture().join();
      Agreement.require("the authority", key.text(), cell(i), loaded.cell().orElse(""));
    }
    return resolver;
  }

  /** The key of a business; equal, but another object each time. */
  static RouteKey key(int business) {
    return new RouteKey("business", RouteTable.business(business));
  }

  /** The cell of a business. */
  static String cell(int business) {
    return CELLS[business % CELLS.length];
  }
}
