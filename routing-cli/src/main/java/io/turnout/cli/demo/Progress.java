// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.demo;

import java.time.Duration;
import java.util.Optional;

/**
 * How far a replay has come.
 *
 * @param pass the number of the time through the recording, from 1
 * @param total how many requests one time has
 * @param elapsed the time since the start of the first
 * @param rollout what came of the web site beside it; empty if the example has none
 */
record Progress(
    int pass, int total, Duration elapsed, Tally tally, Optional<RolloutTally> rollout) {

  /** How many requests of this time through are over. */
  long doneOfPass() {
    return Math.max(0, Math.min(total, tally.done() - (pass - 1L) * total));
  }

  /** How many requests a second were answered since the start. */
  long perSecond() {
    return elapsed.isZero() ? 0 : tally.done() * 1_000_000_000L / elapsed.toNanos();
  }
}
