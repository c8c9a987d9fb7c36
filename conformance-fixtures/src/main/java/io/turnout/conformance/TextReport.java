// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

import io.turnout.conformance.CaseResult.Status;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A report for a terminal. */
final class TextReport {

  /** How many failures are shown with what came and how to replay them. */
  static final int MAX_FAILURES_SHOWN = 20;

  private static final List<Status> COLUMNS = List.of(Status.values());

  private final Report report;
  private final StringBuilder text = new StringBuilder();

  private TextReport(Report report) {
    this.report = report;
  }

  static String of(Report report) {
    TextReport written = new TextReport(report);
    written.failures();
    written.stale();
    written.skipped();
    written.table();
    return written.text.toString();
  }

  /** A failure, with what to type to see it again. */
  static String failure(Failure failure) {
    StringBuilder text = new StringBuilder("  ").append(Printable.lines(failure.what()));
    if (!failure.expected().isMissingNode()) {
      text.append("\n  expected: ").append(Printable.line(failure.expected().toString()));
    }
    if (!failure.came().isMissingNode()) {
      text.append("\n  came:     ").append(Printable.line(failure.came().toString()));
    }
    if (!failure.replay().isEmpty()) {
      text.append("\n  To replay, give these lines to the program's standard input:");
      failure.replay().forEach(line -> text.append('\n').append(Printable.line(line)));
    }
    return text.append('\n').toString();
  }

  private void failures() {
    List<CaseResult> failed = report.with(Status.FAILED);
    for (CaseResult result : failed.subList(0, Math.min(MAX_FAILURES_SHOWN, failed.size()))) {
      text.append("FAILED ").append(Printable.line(result.id())).append('\n');
      result.failures().forEach(failure -> text.append(failure(failure)));
      text.append('\n');
    }
    if (failed.size() > MAX_FAILURES_SHOWN) {
      text.append("Failed, too (--report shows them in full):\n");
      failed.stream()
          .skip(MAX_FAILURES_SHOWN)
          .forEach(result -> text.append("  ").append(Printable.line(result.id())).append('\n'));
      text.append('\n');
    }
  }

  private void stale() {
    for (StaleEntry entry : report.stale()) {
      text.append("DID NOT FAIL AS EXPECTED ").append(Printable.line(entry.id()));
      text.append("\n  take it off the expected failures: ").append(entry.why()).append("\n\n");
    }
  }

  private void skipped() {
    Map<String, Integer> counts = new LinkedHashMap<>();
    report.with(Status.SKIPPED).forEach(result -> counts.merge(result.reason(), 1, Integer::sum));
    counts.forEach(
        (why, count) ->
            text.append("Skipped ")
                .append(count)
                .append(": ")
                .append(Printable.line(why))
                .append('\n'));
    if (!counts.isEmpty()) {
      text.append('\n');
    }
  }

  private void table() {
    Hello asked = report.implementation();
    String version = report.fixtures().version();
    text.append(Printable.line(asked.name() + " " + asked.version()));
    text.append(version.isEmpty() ? "" : ", fixtures " + Printable.line(version)).append("\n\n");
    row("KIND", COLUMNS.stream().map(status -> status.words().toUpperCase(Locale.ROOT)).toList());
    for (String kind : report.kinds()) {
      row(kind, counts(kind));
    }
    if (report.kinds().size() > 1) {
      row("all", counts(""));
    }
    text.append('\n').append(verdict());
  }

  private List<String> counts(String kind) {
    List<String> counts = new ArrayList<>();
    for (Status column : COLUMNS) {
      counts.add(
          String.valueOf(
              report.results().stream()
                  .filter(result -> kind.isEmpty() || result.kind().equals(kind))
                  .filter(result -> result.status() == column)
                  .count()));
    }
    return counts;
  }

  private void row(String name, List<String> cells) {
    StringBuilder row =
        new StringBuilder(String.format(Locale.ROOT, "%-10s", Printable.line(name)));
    for (int i = 0; i < cells.size(); i++) {
      int width = COLUMNS.get(i).words().length() + 3;
      row.append(String.format(Locale.ROOT, "%" + width + "s", cells.get(i)));
    }
    text.append(row).append('\n');
  }

  private String verdict() {
    if (report.passed()) {
      return report.count(Status.SKIPPED) == 0
          ? "Passed.\n"
          : "Passed; what was skipped does not count.\n";
    }
    List<String> why = new ArrayList<>();
    count(why, report.count(Status.FAILED), "failed");
    count(why, report.stale().size(), "expected to fail and did not");
    return "Not passed: " + String.join(", ", why) + ".\n";
  }

  private static void count(List<String> why, long count, String what) {
    if (count > 0) {
      why.add(count + " " + what);
    }
  }
}
