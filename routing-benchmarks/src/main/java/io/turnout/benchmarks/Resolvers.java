// SPDX-License-Identifier: Apache-2.0
package io.turnout.benchmarks;

import io.turnout.resolve.CellResolver;
import io.turnout.spi.RouteClock;
import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteKey;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Resolvers on the system's clock whose near cache holds all that they are asked for. */
final class Resolvers {

  /** The most entries of each cache that is compared, unless more are held. */
  static final int CACHE_ENTRIES = 100_000;

  /** How long entries are fresh: longer than any benchmark runs. */
  static final Duration FRESH_FOR = Duration.ofDays(1);

  /** How long entries may be used. */
  static final Duration EXPIRE_AFTER = Duration.ofDays(2);

  private static final String[] CELLS = {"us-1", "us-2", "eu-1"};

  private Resolvers() {}

  /** A resolver that holds nothing, and whose authority never answers. */
  static CellResolver empty(int mostEntries) {
    return CellResolver.builder((key, atLeastVersion) -> new CompletableFuture<>())
        .nearCache(mostEntries)
        .build();
  }

  /** A resolver that holds the businesses below a number. */
  static CellResolver holding(int businesses) {
    CellResolver resolver = empty(CACHE_ENTRIES);
    for (int i = 0; i < businesses; i++) {
      resolver.learn(entry(i));
      Agreement.require(
          "the resolver", key(i).text(), cell(i), resolver.resolveNow(key(i)).cell().orElse(""));
    }
    return resolver;
  }

  /** The key of a business; equal, but another object each time. */
  static RouteKey key(int business) {
    return new RouteKey("business", RouteTable.business(business));
  }

  /** For what is always held. */
  static RouteEntry notFound(RouteKey key) {
    throw new IllegalStateException(key.text() + " is not held");
  }

  /** The cell of a business. */
  static String cell(int business) {
    return CELLS[business % CELLS.length];
  }

  /** What is known of a business, as of now; another object each time. */
  static RouteEntry entry(int business) {
    long now = RouteClock.system().wallMillis();
    return new RouteEntry(
        key(business),
        Optional.of(cell(business)),
        now,
        now,
        now + FRESH_FOR.toMillis(),
        now + EXPIRE_AFTER.toMillis());
  }
}
