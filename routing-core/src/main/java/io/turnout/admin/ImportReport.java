// SPDX-License-Identifier: Apache-2.0
package io.turnout.admin;

import java.util.List;
import java.util.Objects;

/**
 * What an import has done, or a dry run would do.
 *
 * @param firstLine the first line that was looked at, counted from 1
 * @param lastLine the last line that was looked at; less than {@code firstLine} if none was
 * @param added keys that had no record before
 * @param changed records that were changed
 * @param same records that were as wanted already
 * @param refused lines that changed nothing because something is wrong with them
 * @param refusals the first of those, at most {@value #MAX_REFUSALS}
 * @param end how it ended
 */
public record ImportReport(
    long firstLine,
    long lastLine,
    long added,
    long changed,
    long same,
    long refused,
    List<Refusal> refusals,
    End end) {

  /** The most refusals that a report keeps. */
  public static final int MAX_REFUSALS = 1_000;

  /** How an import ended. */
  public enum End {
    /** It goes on. */
    UNDER_WAY,
    /** Every line was looked at. */
    WHOLE,
    /** It stopped at a bad line, as it was asked to. */
    AT_A_BAD_LINE,
    /** Its thread was interrupted. */
    INTERRUPTED
  }

  /**
   * Why a line was refused. Its text names no route key.
   *
   * @param line the line, counted from 1
   * @param column the column or member; empty if the whole line is meant
   * @param expected what is wrong, and what was expected
   */
  public record Refusal(long line, String column, String expected) {

    /** Checks for nulls. */
    public Refusal {
      Objects.requireNonNull(column, "column");
      Objects.requireNonNull(expected, "expected");
    }
  }

  /** Copies the refusals. */
  public ImportReport {
    refusals = List.copyOf(refusals);
    Objects.requireNonNull(end, "end");
  }
}
