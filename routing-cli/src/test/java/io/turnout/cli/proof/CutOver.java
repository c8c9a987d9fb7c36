// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.proof;

import io.turnout.cli.proof.LoggingCells.Arrival;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A move of a business as it is claimed to have been, to be held against the logs of gateway and
 * cells. All times are of one wall clock, in milliseconds.
 *
 * @param from the old cell
 * @param to the new cell
 * @param flipBegun before this the flip was not made
 * @param flipDone by then it was
 * @param lastDecision how long after the flip a decision for the old cell may be made: L
 * @param forwardTimeout how long after its decision a request may reach its cell
 */
record CutOver(
    String from,
    String to,
    long flipBegun,
    long flipDone,
    Duration lastDecision,
    Duration forwardTimeout) {

  /** Sums of whole milliseconds may be off by so many. */
  private static final int RESOLUTION_MILLIS = 2;

  /** The same move, claimed to have flipped later. */
  CutOver claimedLater(Duration by) {
    long millis = by.toMillis();
    return new CutOver(
        from, to, flipBegun + millis, flipDone + millis, lastDecision, forwardTimeout);
  }

  /** The same move with another claim of L. */
  CutOver claiming(Duration lastDecision) {
    return new CutOver(from, to, flipBegun, flipDone, lastDecision, forwardTimeout);
  }

  /** The last instant at which a decision for the old cell may be made. */
  long lastDecisionMillis() {
    return flipDone + lastDecision.toMillis();
  }

  /**
   * What was not as it should be.
   *
   * @param decided the access log's lines about the business
   * @param arrivals all that the cells logged
   */
  List<String> violations(List<LogLine> decided, List<Arrival> arrivals) {
    List<String> wrong = new ArrayList<>();
    Map<String, List<Arrival>> byId = new HashMap<>();
    arrivals.forEach(it -> byId.computeIfAbsent(it.id(), id -> new ArrayList<>()).add(it));
    for (LogLine line : decided) {
      if (line.status() != 200 || !line.ending().equals("answered")) {
        wrong.add("a request failed: " + line);
        continue;
      }
      decision(line, wrong);
      List<Arrival> arrived = byId.getOrDefault(line.id(), List.of());
      if (arrived.size() != 1 || !arrived.get(0).cell().equals(line.cell())) {
        wrong.add("it did not arrive once, where it was decided for: " + line + ' ' + arrived);
      } else {
        arrival(line, arrived.get(0), wrong);
      }
    }
    return wrong;
  }

  private void decision(LogLine line, List<String> wrong) {
    if (line.cell().equals(to)) {
      if (line.decidedMillis() < flipBegun - RESOLUTION_MILLIS) {
        wrong.add("decided for the new cell before the flip: " + line);
      }
    } else if (line.cell().equals(from)) {
      if (line.decidedMillis() > lastDecisionMillis() + RESOLUTION_MILLIS) {
        wrong.add("decided for the old cell later than flip and L: " + line);
      }
    } else {
      wrong.add("decided for neither cell: " + line);
    }
  }

  private void arrival(LogLine line, Arrival arrival, List<String> wrong) {
    if (arrival.cell().equals(to)) {
      if (arrival.atMillis() < flipBegun) {
        wrong.add("at the new cell before the flip: " + arrival);
      }
    } else {
      long latest = Math.round(line.decidedMillis()) + forwardTimeout.toMillis();
      if (arrival.atMillis() > latest + RESOLUTION_MILLIS) {
        wrong.add("at the old cell later than decision and forward time-out: " + arrival);
      }
      if (arrival.atMillis() > lastDecisionMillis() + forwardTimeout.toMillis()) {
        wrong.add("at the old cell later than flip, L and forward time-out: " + arrival);
      }
    }
  }
}
