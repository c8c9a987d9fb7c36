// SPDX-License-Identifier: Apache-2.0
package io.turnout.redis;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Redis's clock as this host knows it from answers: late by the way of an answer, never early.
 * Thread-safe.
 *
 * <p>A write says by it when it was sent, so that what is long on its way does not begin to live
 * when it arrives.
 */
final class ServerTime {

  /** How long an answer may have taken to be believed; the script allows for as much again. */
  static final Duration MAX_ROUND_TRIP = Duration.ofMillis(500);

  /** How long an answer counts; clocks run apart, and Redis's may be set. */
  static final Duration MAX_AGE = Duration.ofMinutes(1);

  private final AtomicReference<@Nullable Reading> last = new AtomicReference<>();

  private record Reading(long millis, long receivedNanos) {}

  /**
   * Takes what an answer says.
   *
   * @param millis Redis's clock when it answered
   * @param sentNanos when it was asked, on the host's monotonic clock
   * @param receivedNanos when the answer was there, on the same clock
   */
  void learn(long millis, long sentNanos, long receivedNanos) {
    if (receivedNanos - sentNanos <= MAX_ROUND_TRIP.toNanos()) {
      last.set(new Reading(millis, receivedNanos));
    }
  }

  /** Redis's clock at an instant of the host's monotonic clock; nothing where it is not known. */
  OptionalLong at(long nanos) {
    Reading reading = last.get();
    if (reading == null || nanos - reading.receivedNanos() > MAX_AGE.toNanos()) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(
        reading.millis() + Math.floorDiv(nanos - reading.receivedNanos(), 1_000_000L));
  }
}
