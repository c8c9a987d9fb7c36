// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.spi.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TickingClockTest {

  private final VirtualTime time = new VirtualTime(1_000);
  private final List<Long> pauses = new ArrayList<>();

  @Test
  void coarseReading_lagsByLessThanATick_andNeverLeads() {
    TickingClock clock = TickingClock.start(time, time, pauses::add);
    for (int i = 0; i < 1_000; i++) {
      time.advance(Duration.ofMillis(3));
      long lag = time.nanos() - clock.coarseNanos();
      assertThat(lag).isBetween(0L, TickingClock.TICK.toNanos() - 1);
    }
    assertThat(pauses).isEmpty();
    assertThat(clock.wallMillis()).isEqualTo(4_000);
  }

  @Test
  void exactReading_movesTheCoarseOneOn() {
    VirtualTime stuck = new VirtualTime(0);
    TickingClock clock = TickingClock.start(time, stuck, pauses::add);
    time.advance(Duration.ofSeconds(5));
    assertThat(clock.coarseNanos()).isZero();
    assertThat(clock.nanos()).isEqualTo(time.nanos());
    assertThat(clock.coarseNanos()).isEqualTo(time.nanos());
  }

  @Test
  void pauseBeyondTheMargin_isTold() {
    VirtualTime slow = new VirtualTime(0);
    TickingClock clock = TickingClock.start(time, slow, pauses::add);
    time.advance(Duration.ofSeconds(1));
    slow.advance(TickingClock.TICK);
    assertThat(pauses).isEmpty();
    time.advance(Duration.ofSeconds(1).plusNanos(1));
    slow.advance(TickingClock.TICK);
    assertThat(pauses).containsExactly(1_000_000_001L);
    assertThat(clock.coarseNanos()).isEqualTo(time.nanos());
  }

  @Test
  void closedClock_ticksNoMore() {
    TickingClock clock = TickingClock.start(time, time, pauses::add);
    clock.close();
    time.advance(Duration.ofSeconds(1));
    assertThat(time.waiting()).isZero();
  }
}
