// SPDX-License-Identifier: Apache-2.0
package io.turnout.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;

/** What became of herds, beside what arithmetic allows. */
final class HerdTable implements Table {

  private static final String HEAD =
      """
      | what | look-ups together | allowed | holds | one by one | allowed | holds |
      | --- | --: | --: | --- | --: | --: | --- |
      """;

  /** How far chance may carry a figure beyond its bound. */
  private static final double CHANCE = 1.1;

  private static final double CHANCE_OF_ANSWERS = 0.02;

  /** A figure, how it is written, and whether it may not be lower rather than higher. */
  private record Line(
      String what,
      ToDoubleFunction<HerdFigures> figure,
      DoubleFunction<String> written,
      boolean least) {

    boolean holds(HerdFigures measured, HerdFigures allowed) {
      double is = figure.applyAsDouble(measured);
      double may = figure.applyAsDouble(allowed);
      return least ? is >= may - CHANCE_OF_ANSWERS : is <= may * CHANCE;
    }

    String cells(Herded herded) {
      return " %s | %s%s | %s |"
          .formatted(
              written.apply(figure.applyAsDouble(herded.measured())),
              least ? "≥ " : "≤ ",
              written.apply(figure.applyAsDouble(herded.allowed())),
              holds(herded.measured(), herded.allowed()) ? "yes" : "no");
    }
  }

  private static final List<Line> LINES =
      List.of(
          new Line(
              "calls of the authority in a second, at most", HerdFigures::calls, whole(), false),
          new Line("keys looked up in a second, at most", HerdFigures::keys, whole(), false),
          new Line("look-ups that wait, at most", HerdFigures::queue, whole(), false),
          new Line("requests answered", HerdFigures::answered, percent(), true),
          new Line("a miss that is answered takes, half", HerdFigures::median, millis(), false),
          new Line("99 %", HerdFigures::hundredth, millis(), false),
          new Line("all", HerdFigures::longest, millis(), false),
          new Line("95 % are hits again after", HerdFigures::back, seconds(), false));

  /** A herd, and what it is held against. */
  private record Herded(HerdFigures measured, HerdFigures allowed) {}

  /** Herds of one load, looked up together and one by one. */
  private record Pair(String what, Herded together, Herded oneByOne) {}

  private final List<Pair> pairs;

  private HerdTable(List<Pair> pairs) {
    this.pairs = pairs;
  }

  /** The herds that are published. */
  static HerdTable published() {
    return new HerdTable(
        List.of(
            pair("evenly", HerdLoad.of(0, 1)), pair("Zipf", HerdLoad.of(NearKeys.EXPONENT, 1))));
  }

  /** The herds of one load. */
  static HerdTable of(HerdLoad load) {
    return new HerdTable(List.of(pair("evenly", load)));
  }

  private static Pair pair(String what, HerdLoad load) {
    return new Pair(what, herded(load.together()), herded(load.oneByOne()));
  }

  private static Herded herded(HerdLoad load) {
    return new Herded(Herd.of(load), HerdArithmetic.of(load));
  }

  @Override
  public String name() {
    return "herd";
  }

  @Override
  public String text() {
    StringBuilder text = new StringBuilder(HEAD);
    for (Pair pair : pairs) {
      for (Line line : LINES) {
        text.append(row(pair, line)).append('\n');
      }
    }
    return text.append("\nOn virtual time: the same on every machine.\n").toString();
  }

  @Override
  public List<String> failures() {
    List<String> failures = new ArrayList<>();
    for (Pair pair : pairs) {
      for (Line line : LINES) {
        if (!line.holds(pair.together().measured(), pair.together().allowed())
            || !line.holds(pair.oneByOne().measured(), pair.oneByOne().allowed())) {
          failures.add("herd " + row(pair, line));
        }
      }
    }
    return failures;
  }

  private static String row(Pair pair, Line line) {
    return "| %s: %s |%s%s"
        .formatted(
            pair.what(), line.what(), line.cells(pair.together()), line.cells(pair.oneByOne()));
  }

  private static DoubleFunction<String> whole() {
    return number -> "%.0f".formatted(number);
  }

  private static DoubleFunction<String> percent() {
    return number -> "%.1f %%".formatted(100 * number);
  }

  private static DoubleFunction<String> millis() {
    return number -> "%.0f ms".formatted(number);
  }

  private static DoubleFunction<String> seconds() {
    return number -> "%.0f s".formatted(number);
  }
}
