// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import static io.turnout.resolve.ResolverBench.KEY;
import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.resolve.Resolution.Kind;
import io.turnout.spi.RouteClock;
import io.turnout.spi.VirtualTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Lives are exact by a coarse clock that lags, and the exact one is read near boundaries only. */
class JudgeTest {

  private static final long LAG_NANOS = 900_000_000L;

  private final VirtualTime time = new VirtualTime(0);
  private int exactReadings;

  private final RouteClock lagging =
      new RouteClock() {
        @Override
        public long wallMillis() {
          return time.wallMillis();
        }

        @Override
        public long nanos() {
          exactReadings++;
          return time.nanos();
        }

        @Override
        public long coarseNanos() {
          return time.nanos() - LAG_NANOS;
        }
      };

  private final ScriptedAuthority authority = new ScriptedAuthority(1);
  private final CellResolver resolver =
      CellResolver.builder(authority).freshnessSpread(0).clock(lagging).scheduler(time).build();

  private void assertAt(long millis, Kind kind, boolean exact) {
    time.advance(Duration.ofMillis(millis).minusNanos(time.nanos()));
    exactReadings = 0;
    assertThat(resolver.resolveNow(KEY).kind()).as("at %d", millis).isEqualTo(kind);
    assertThat(exactReadings > 0).as("exact clock read at %d", millis).isEqualTo(exact);
  }

  @Test
  void exactClock_isReadWithinASecondBeforeABoundaryOnly() {
    resolver.resolve(KEY);
    authority.last().known("us-1", 1, Duration.ofSeconds(60), Duration.ofSeconds(120));
    assertAt(0, Kind.FRESH, false);
    assertAt(1, Kind.FRESH, false);
    assertAt(59_899, Kind.FRESH, false);
    assertAt(59_900, Kind.FRESH, true);
    assertAt(59_999, Kind.FRESH, true);
    assertAt(60_000, Kind.STALE, true);
    assertAt(60_899, Kind.STALE, true);
    time.settle();
    assertAt(60_900, Kind.STALE, false);
    assertAt(119_899, Kind.STALE, false);
    assertAt(119_999, Kind.STALE, true);
    assertAt(120_000, Kind.MISS, true);
    assertAt(120_900, Kind.MISS, true);
  }
}
