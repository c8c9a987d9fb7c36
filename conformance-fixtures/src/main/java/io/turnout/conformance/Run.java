// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

import io.turnout.conformance.CaseResult.Status;
import io.turnout.conformance.Conformance.Replay;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One run of cases on one implementation. */
final class Run {

  /** After so many starts in a row that failed, the cases that are left are not asked. */
  static final int MAX_FAILED_STARTS = 3;

  private final Conformance.Plan plan;
  private final CaseRunner runner;
  private int failedStarts;

  Run(Conformance.Plan plan, Implementation implementation) {
    this.plan = plan;
    runner = new CaseRunner(implementation, plan.randomCuts());
  }

  /**
   * Asks everything.
   *
   * @throws NotStartedException if the implementation does not start
   * @throws IllegalStateException if it does not say what it is
   */
  Report report() {
    Hello hello = runner.hello();
    List<CaseResult> results = new ArrayList<>();
    for (Case one : plan.cases()) {
      results.add(result(one));
    }
    return new Report(hello, plan.fixtures(), results, stale(results));
  }

  /** The expected failures that fit no case, or none that failed though all were asked. */
  private List<StaleEntry> stale(List<CaseResult> results) {
    List<String> ids = plan.fixtures().cases().stream().map(Case::id).toList();
    List<StaleEntry> stale = new ArrayList<>();
    for (Glob entry : plan.expected().reasons().keySet()) {
      long fitting = ids.stream().filter(entry::fits).count();
      List<Status> asked =
          results.stream()
              .filter(result -> entry.fits(result.id()))
              .map(CaseResult::status)
              .toList();
      if (fitting == 0) {
        stale.add(new StaleEntry(entry.text(), "it fits no case"));
      } else if (asked.size() == fitting && !asked.contains(Status.EXPECTED_FAILURE)) {
        stale.add(
            new StaleEntry(
                entry.text(),
                fitting == 1
                    ? "it " + (asked.contains(Status.SKIPPED) ? "was skipped" : "passed")
                    : "none of the " + fitting + " cases that it fits failed"));
      }
    }
    return stale;
  }

  private CaseResult result(Case one) {
    long start = plan.clock().nanos();
    List<Failure> failures = List.of();
    String skipped = "";
    try {
      failures = failures(one);
    } catch (SkippedException e) {
      skipped = String.valueOf(e.getMessage());
    }
    Optional<String> known = plan.expected().reason(one.id());
    Status status = status(failures, skipped, known.isPresent());
    String reason =
        switch (status) {
          case SKIPPED -> skipped;
          case EXPECTED_FAILURE -> known.orElse("");
          case PASSED, FAILED -> "";
        };
    long millis = (plan.clock().nanos() - start) / 1_000_000;
    return new CaseResult(
        one.id(), one.fixture().kind(), one.fixture().about(), status, failures, reason, millis);
  }

  private List<Failure> failures(Case one) {
    if (failedStarts == MAX_FAILED_STARTS) {
      return List.of(
          Failure.unanswered(
              "not asked: the implementation failed to start "
                  + MAX_FAILED_STARTS
                  + " times in a row",
              List.of()));
    }
    try {
      List<Failure> failures = runner.run(one);
      failedStarts = 0;
      return plan.replay() == Replay.LINES
          ? failures
          : failures.stream().map(Failure::withoutReplay).toList();
    } catch (NotStartedException e) {
      failedStarts++;
      return List.of(Failure.unanswered(String.valueOf(e.getMessage()), List.of(Transcript.HELLO)));
    }
  }

  private static Status status(List<Failure> failures, String skipped, boolean known) {
    if (!skipped.isEmpty()) {
      return Status.SKIPPED;
    }
    if (failures.isEmpty()) {
      return Status.PASSED;
    }
    return known ? Status.EXPECTED_FAILURE : Status.FAILED;
  }
}
