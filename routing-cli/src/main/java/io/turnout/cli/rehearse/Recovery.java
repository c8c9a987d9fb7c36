// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.rehearse;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a fault did to the hit rate. Seconds count from the end of the warm-up.
 *
 * @param before the hit rate in the minute before the first fault
 * @param lowest the lowest hit rate from the fault to the next one, or to the end
 * @param backAt the second from which on the hit rate is at {@value #ENOUGH} of what it was before,
 *     for a minute at least; empty if it did not come back
 * @param fell whether it was below that, no later than a minute after the fault
 * @param arithmetic what should have been expected; empty where nothing that routers hold was lost
 */
record Recovery(
    Fault fault,
    double before,
    double lowest,
    OptionalInt backAt,
    boolean fell,
    Optional<Arithmetic> arithmetic) {

  /** What share of the hit rate before counts as back. */
  static final double ENOUGH = 0.99;

  /** So many requests at least make the lowest hit rate. */
  private static final double FEW = 2_000;

  /** So many tell a hit rate from one that is a little below, and not by chance. */
  private static final double MANY = 50_000;

  private static final int LONGEST_WINDOW = 60;
  private static final int MINUTE = 60;

  /** One for each fault, in order. */
  static List<Recovery> all(Measures measures, Scenario scenario, Trace trace) {
    List<Recovery> all = new ArrayList<>();
    List<Fault> faults =
        scenario.faults().stream()
            .filter(fault -> fault.fromSecond() + measures.warmUpSeconds() < measures.seconds())
            .toList();
    if (faults.isEmpty()) {
      return all;
    }
    Rates rates = new Rates(measures);
    int first = measures.warmUpSeconds() + faults.get(0).fromSecond();
    double before = rates.between(Math.max(0, first - MINUTE), first);
    for (int i = 0; i < faults.size(); i++) {
      int until = measures.seconds();
      for (int next = i + 1; next < faults.size(); next++) {
        if (faults.get(next).fromSecond() > faults.get(i).fromSecond()) {
          until = measures.warmUpSeconds() + faults.get(next).fromSecond();
          break;
        }
      }
      all.add(rates.recovery(faults.get(i), until, before, scenario, trace));
    }
    return all;
  }

  /** Hit rates over windows that have enough requests. */
  private static final class Rates {
    private final Measures measures;
    private final int shortWindow;
    private final int longWindow;

    Rates(Measures measures) {
      this.measures = measures;
      double perSecond =
          (double) measures.requests().sum(0, measures.seconds()) / measures.seconds();
      shortWindow = window(FEW / perSecond);
      longWindow = window(MANY / perSecond);
    }

    private static int window(double seconds) {
      return (int) Math.max(1, Math.min(LONGEST_WINDOW, Math.ceil(seconds)));
    }

    double between(int from, int to) {
      long requests = measures.requests().sum(from, to);
      return requests == 0 ? 1 : (double) measures.hits().sum(from, to) / requests;
    }

    Recovery recovery(Fault fault, int until, double before, Scenario scenario, Trace trace) {
      int start = measures.warmUpSeconds() + fault.fromSecond();
      double lowest = 1;
      int firstBad = -1;
      int back = -1;
      for (int second = start; second < until; second++) {
        lowest = Math.min(lowest, between(second, Math.min(until, second + shortWindow)));
        int from = Math.max(start, second - longWindow / 2);
        boolean good = between(from, Math.min(until, from + longWindow)) >= before * ENOUGH;
        boolean byFault = second <= start + fault.length().toSeconds() + MINUTE;
        if (!good && firstBad < 0 && byFault) {
          firstBad = second;
        }
        if (firstBad >= 0 && !good && (back < 0 || second - back < MINUTE)) {
          back = second + 1;
        }
      }
      boolean fell = firstBad >= 0;
      double perSecond =
          (double) measures.requests().sum(0, measures.seconds()) / measures.seconds();
      Optional<Arithmetic> arithmetic =
          fault.emptiesRouters()
              ? Optional.of(
                  Arithmetic.of(
                      scenario,
                      trace.shares(),
                      new Arithmetic.Goal(perSecond, before * ENOUGH),
                      fault))
              : Optional.empty();
      OptionalInt backAt =
          fell && back < until
              ? OptionalInt.of(back - measures.warmUpSeconds())
              : OptionalInt.empty();
      return new Recovery(fault, before, lowest, backAt, fell, arithmetic);
    }
  }
}
