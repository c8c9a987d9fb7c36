// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

import io.turnout.conformance.CaseResult.Status;
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
    return new Report(hello, plan.fixtures(), results, unused());
  }

  /** The expected failures that fit no case, whether it was asked or not. */
  private List<Glob> unused() {
    List<Case> cases = plan.fixtures().cases();
    return plan.expected().reasons().keySet().stream()
        .filter(entry -> cases.stream().noneMatch(one -> entry.fits(one.id())))
        .toList();
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
    Optional<Glob> entry = plan.expected().entry(one.id());
    Status status = status(failures, skipped, entry);
    String reason =
        status == Status.SKIPPED ? skipped : entry.map(plan.expected().reasons()::get).orElse("");
    long millis = (plan.clock().nanos() - start) / 1_000_000;
    return new CaseResult(
        one.id(), one.fixture().kind(), one.fixture().about(), status, failures, reason, millis);
  }

  private List<Failure> failures(Case one) {
    if (failedStarts == MAX_FAILED_STARTS) {
      return List.of(
          new Failure(
              "not asked: the implementation failed to start "
                  + MAX_FAILED_STARTS
                  + " times in a row",
              "",
              "",
              List.of()));
    }
    try {
      List<Failure> failures = runner.run(one);
      failedStarts = 0;
      return failures;
    } catch (NotStartedException e) {
      failedStarts++;
      return List.of(
          new Failure(String.valueOf(e.getMessage()), "", "", List.of(Transcript.HELLO)));
    }
  }

  private static Status status(List<Failure> failures, String skipped, Optional<Glob> entry) {
    if (!skipped.isEmpty()) {
      return Status.SKIPPED;
    }
    if (failures.isEmpty()) {
      return entry.isPresent() ? Status.UNEXPECTED_PASS : Status.PASSED;
    }
    return entry.isPresent() ? Status.EXPECTED_FAILURE : Status.FAILED;
  }
}
