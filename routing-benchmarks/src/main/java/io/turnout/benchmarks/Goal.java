// SPDX-License-Identifier: Apache-2.0
package io.turnout.benchmarks;

import java.math.BigDecimal;
import java.math.MathContext;

/**
 * One line of a table: what was measured, and what it is held against.
 *
 * <p>A row is known by the name of its benchmark method and, after a slash, its parameter.
 */
sealed interface Goal {

  /** What a goal came to. */
  enum Verdict {
    /** There is no goal, the row is only shown. */
    SHOWN("–"),
    /** It holds. */
    HOLDS("yes"),
    /** It fails by no more than what two runs differ by. */
    WITHIN_NOISE("within 25 %"),
    /** It fails. */
    FAILS("no");

    private final String text;

    Verdict(String text) {
      this.text = text;
    }

    /** How the table says it. */
    String text() {
      return text;
    }
  }

  /** By how much times of one machine differ from run to run. */
  double NOISE = 1.25;

  /** What the row is about. */
  String what();

  /** The verdict over what was measured. */
  Verdict verdict(Measurements measured);

  /** The line of the table. */
  String line(Measurements measured);

  /**
   * The time of one row as a multiple of another's is at most {@code part / whole}.
   *
   * @param part 0 where there is no goal
   */
  record Ratio(String what, String ours, String name, String beside, int part, int whole)
      implements Goal {

    /** A row that is only shown. */
    Ratio(String what, String ours, String name, String beside) {
      this(what, ours, name, beside, 0, 1);
    }

    @Override
    public Verdict verdict(Measurements measured) {
      double most = (double) part / whole;
      double ratio = ratio(measured);
      if (part == 0) {
        return Verdict.SHOWN;
      }
      return ratio <= most
          ? Verdict.HOLDS
          : ratio <= most * NOISE ? Verdict.WITHIN_NOISE : Verdict.FAILS;
    }

    @Override
    public String line(Measurements measured) {
      return "| %s | %s | %s: %s | %s | %s | %s |"
          .formatted(
              what,
              time(measured.nanos(ours)),
              name,
              time(measured.nanos(beside)),
              threeDigits(ratio(measured)),
              bound(part, whole),
              verdict(measured).text());
    }

    private double ratio(Measurements measured) {
      return measured.nanos(ours) / measured.nanos(beside);
    }

    private static String time(double nanos) {
      return nanos < 10_000 ? threeDigits(nanos) + " ns" : threeDigits(nanos / 1_000) + " µs";
    }
  }

  /**
   * What an entry holds is, as a multiple of another's, at most {@code part / whole}.
   *
   * @param part 0 where there is no goal
   */
  record Held(String what, String ours, String name, String beside, int part, int whole)
      implements Goal {

    /** A row that is only shown. */
    Held(String what, String ours, String name, String beside) {
      this(what, ours, name, beside, 0, 1);
    }

    @Override
    public Verdict verdict(Measurements measured) {
      if (part == 0) {
        return Verdict.SHOWN;
      }
      return ratio(measured) <= (double) part / whole ? Verdict.HOLDS : Verdict.FAILS;
    }

    @Override
    public String line(Measurements measured) {
      return "| %s | %.0f B | %s: %.0f B | %s | %s | %s |"
          .formatted(
              what,
              measured.held(ours),
              name,
              measured.held(beside),
              threeDigits(ratio(measured)),
              bound(part, whole),
              verdict(measured).text());
    }

    private double ratio(Measurements measured) {
      return measured.held(ours) / measured.held(beside);
    }
  }

  private static String threeDigits(double number) {
    return new BigDecimal(number).round(new MathContext(3)).toPlainString();
  }

  private static String bound(int part, int whole) {
    return part == 0 ? "–" : whole == 1 ? "≤ " + part : "≤ " + part + "/" + whole;
  }

  /**
   * A row allocates at most {@code most} bytes an operation.
   *
   * @param most -1 where there is no goal
   */
  record Bytes(String what, String ours, long most) implements Goal {

    private static final int NONE = -1;

    /** A row that is only shown. */
    Bytes(String what, String ours) {
      this(what, ours, NONE);
    }

    @Override
    public Verdict verdict(Measurements measured) {
      if (most == NONE) {
        return Verdict.SHOWN;
      }
      return measured.bytes(ours) <= most ? Verdict.HOLDS : Verdict.FAILS;
    }

    @Override
    public String line(Measurements measured) {
      return "| %s | %d B | allocated | | %s | %s |"
          .formatted(
              what,
              measured.bytes(ours),
              most == NONE ? "–" : "≤ " + most + " B",
              verdict(measured).text());
    }
  }
}
