// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

import io.turnout.conformance.CaseResult.Status;
import java.util.List;

/** What a run of the conformance suite came to. Immutable. */
public final class Report {

  private final Hello implementation;
  private final Fixtures fixtures;
  private final List<CaseResult> results;
  private final List<Glob> unused;

  Report(Hello implementation, Fixtures fixtures, List<CaseResult> results, List<Glob> unused) {
    this.implementation = implementation;
    this.fixtures = fixtures;
    this.results = List.copyOf(results);
    this.unused = List.copyOf(unused);
  }

  /**
   * Whether no case failed that is not expected to, none passed that is expected to fail, and every
   * expected failure names a case. What was skipped does not count.
   */
  public boolean passed() {
    return unused.isEmpty() && results.stream().noneMatch(result -> result.status().isBad());
  }

  /** The report for a terminal: a table, and what failed. It has no control characters but \n. */
  public String text() {
    return TextReport.of(this);
  }

  Hello implementation() {
    return implementation;
  }

  Fixtures fixtures() {
    return fixtures;
  }

  List<CaseResult> results() {
    return results;
  }

  /** The expected failures that fit no case. */
  List<Glob> unused() {
    return unused;
  }

  /** How many cases went so. */
  long count(Status status) {
    return results.stream().filter(result -> result.status() == status).count();
  }

  /** The kinds that were asked, in the order in which they came. */
  List<String> kinds() {
    return results.stream().map(CaseResult::kind).distinct().toList();
  }
}
