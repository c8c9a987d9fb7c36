// SPDX-License-Identifier: Apache-2.0
package io.turnout.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ServerTimeTest {

  private static final long SENT = -5_000_000; // monotonic clocks can be negative

  private final ServerTime time = new ServerTime();

  private static long after(long nanos, Duration by) {
    return nanos + by.toNanos();
  }

  @Test
  void time_isUnknownBeforeTheFirstAnswer() {
    assertThat(time.at(SENT)).isEmpty();
  }

  @Test
  void time_goesOnFromWhenTheAnswerWasThere() {
    long received = after(SENT, Duration.ofMillis(100));
    time.learn(70_000, SENT, received);
    assertThat(time.at(received)).hasValue(70_000);
    assertThat(time.at(after(received, Duration.ofMillis(30)))).hasValue(70_030);
    assertThat(time.at(received - 1)).hasValue(69_999); // never ahead, whatever the rounding
  }

  @Test
  void slowAnswer_isNotBelieved() {
    time.learn(70_000, SENT, after(SENT, ServerTime.MAX_ROUND_TRIP));
    long slower = after(SENT, ServerTime.MAX_ROUND_TRIP) + 1;
    time.learn(90_000, SENT, slower);
    assertThat(time.at(slower)).hasValue(70_000);
  }

  @Test
  void answer_countsForAMinute() {
    time.learn(70_000, SENT, SENT);
    assertThat(time.at(after(SENT, ServerTime.MAX_AGE))).hasValue(130_000);
    assertThat(time.at(after(SENT, ServerTime.MAX_AGE) + 1)).isEmpty();
  }

  @Test
  void laterAnswer_replacesTheOneBefore() {
    time.learn(70_000, SENT, SENT);
    time.learn(20_000, SENT, SENT); // Redis's clock was set back
    assertThat(time.at(SENT)).hasValue(20_000);
  }
}
