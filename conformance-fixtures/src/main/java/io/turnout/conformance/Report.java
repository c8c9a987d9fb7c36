// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

import io.turnout.conformance.CaseResult.Status;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** What a run of the conformance suite came to. Immutable. */
public final class Report {

  private final Hello implementation;
  private final Fixtures fixtures;
  private final List<CaseResult> results;
  private final List<StaleEntry> stale;

  Report(
      Hello implementation, Fixtures fixtures, List<CaseResult> results, List<StaleEntry> stale) {
    this.implementation = implementation;
    this.fixtures = fixtures;
    this.results = List.copyOf(results);
    this.stale = List.copyOf(stale);
  }

  /**
   * Whether no case failed that is not expected to, and every expected failure came. What was
   * skipped does not count.
   */
  public boolean passed() {
    return stale.isEmpty() && count(Status.FAILED) == 0;
  }

  /** The form of a report in a file. */
  public enum Format {
    /** For programs: {@code report.schema.json} beside the fixtures says what is in it. */
    JSON,
    /** For CI: the XML of JUnit. */
    XML,
    /** For people: one page that needs nothing else. */
    HTML;

    /**
     * The format that a file's name ends with: {@code .json}, {@code .xml} or {@code .html}.
     *
     * @throws IllegalArgumentException if it ends otherwise
     */
    public static Format of(Path file) {
      for (Format format : values()) {
        if (file.toString().endsWith("." + format.name().toLowerCase(Locale.ROOT))) {
          return format;
        }
      }
      throw new IllegalArgumentException(
          "the report " + file + " must end with .json, .xml or .html, which tells its format");
    }
  }

  /**
   * Writes the report to a file, in the format that its name ends with, and makes its folder.
   *
   * @throws IllegalArgumentException if the name ends otherwise
   * @throws UncheckedIOException if it cannot be written
   */
  public void write(Path file) {
    String content =
        switch (Format.of(file)) {
          case JSON -> JsonReport.of(this);
          case XML -> JUnitReport.of(this);
          case HTML -> HtmlReport.of(this);
        };
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Files.writeString(file, content);
    } catch (IOException e) {
      throw new UncheckedIOException("the report " + file + " cannot be written: " + e, e);
    }
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

  /** The expected failures that did not come. */
  List<StaleEntry> stale() {
    return stale;
  }

  /** How many cases went so. */
  long count(Status status) {
    return with(status).size();
  }

  /** The cases that went so. */
  List<CaseResult> with(Status status) {
    return results.stream().filter(result -> result.status() == status).toList();
  }

  /** The kinds that were asked, in the order in which they came. */
  List<String> kinds() {
    return results.stream().map(CaseResult::kind).distinct().toList();
  }
}
