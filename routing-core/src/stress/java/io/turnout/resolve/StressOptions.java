// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import io.turnout.spi.RouteAuthority;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The options of parts that are tried on their own. */
final class StressOptions {

  private StressOptions() {}

  /** An authority and its bounds, and no layer. */
  static ResolverOptions of(
      RouteAuthority authority, Duration timeout, int mostRunning, int mostWaiting) {
    return new ResolverOptions(
        authority,
        List.of(),
        Duration.ofMillis(20),
        Optional.of(1_000L),
        Optional.empty(),
        Optional.empty(),
        timeout,
        mostRunning,
        mostWaiting,
        ResolverOptions.LONGEST_LIFE,
        ResolverOptions.LONGEST_LIFE,
        ResolverOptions.LONGEST_LIFE,
        Duration.ZERO,
        0,
        () -> 0);
  }
}
