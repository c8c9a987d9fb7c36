// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

import io.turnout.rules.RuleSet;
import io.turnout.spi.RouteClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;

/**
 * The conformance suite, run on one implementation. Immutable: each method that changes something
 * gives another suite.
 *
 * <p>In JUnit it is one class: {@code @TestFactory Stream<DynamicNode> fixtures() { return
 * Conformance.of(implementation).tests(); }}. Without JUnit, {@link #run} gives a report.
 */
public final class Conformance {

  private static final int DEFAULT_RANDOM_CUTS = 16;
  private static final Glob EVERYTHING = new Glob("*");

  /** Whether failures come with the lines that replay them. */
  enum Replay {
    /** They do: whoever implements the rules asks a program. */
    LINES,
    /** They do not: whoever writes rules has the command to ask. */
    NONE
  }

  /**
   * What is run, and how.
   *
   * @param implementations makes the implementation to ask
   * @param filter the ids that are asked
   * @param expected the failures that are known
   * @param randomCuts how many random cuts of each body there are
   * @param replay whether failures say how to see them again
   * @param clock measures how long a case takes
   */
  record Plan(
      Supplier<Implementation> implementations,
      Fixtures fixtures,
      Glob filter,
      ExpectedFailures expected,
      int randomCuts,
      Replay replay,
      RouteClock clock) {

    Plan with(Fixtures others, Replay otherwise) {
      return new Plan(implementations, others, filter, expected, randomCuts, otherwise, clock);
    }

    Plan with(Glob other) {
      return new Plan(implementations, fixtures, other, expected, randomCuts, replay, clock);
    }

    Plan with(ExpectedFailures others) {
      return new Plan(implementations, fixtures, filter, others, randomCuts, replay, clock);
    }

    Plan with(int cuts) {
      return new Plan(implementations, fixtures, filter, expected, cuts, replay, clock);
    }

    boolean isAsked(String id) {
      return filter.fits(id);
    }

    List<Case> cases() {
      return fixtures.cases().stream().filter(one -> isAsked(one.id())).toList();
    }
  }

  private final Plan plan;

  private Conformance(Plan plan) {
    this.plan = plan;
  }

  /**
   * The fixtures that come with this library.
   *
   * @param implementations makes the implementation to ask: for {@link #tests} one for each case,
   *     for {@link #run} one for all
   */
  public static Conformance of(Supplier<Implementation> implementations) {
    return new Conformance(
        new Plan(
            implementations,
            new FixtureReader().readOwn(),
            EVERYTHING,
            ExpectedFailures.NONE,
            DEFAULT_RANDOM_CUTS,
            Replay.LINES,
            RouteClock.system()));
  }

  /**
   * A user's own cases: every YAML file below {@code folder}, a {@code decide} fixture without
   * rules, asked of this library with the rules of {@code rules}.
   *
   * @throws io.turnout.rules.InvalidRulesException if the rule file has mistakes
   * @throws IllegalArgumentException if a file is no such fixture; the message says what is wrong
   * @throws UncheckedIOException if a file cannot be read
   */
  public static Conformance ofCases(Path rules, Path folder) {
    RuleSet.load(rules);
    String text;
    try {
      text = Files.readString(rules);
    } catch (IOException e) {
      throw new UncheckedIOException("the rule file cannot be read: " + e, e);
    }
    Path beside = Objects.requireNonNullElse(rules.toAbsolutePath().getParent(), rules);
    Conformance library = of(() -> new LibraryImplementation(beside));
    Fixtures cases = new FixtureReader().readCases(folder, text);
    return new Conformance(library.plan.with(cases, Replay.NONE));
  }

  /** The fixtures below {@code folder}: files that begin with accept-, refuse- or either-. */
  public Conformance in(Path folder) {
    return new Conformance(plan.with(new FixtureReader().read(folder), plan.replay()));
  }

  /**
   * Only the cases whose id, or whose file's path, fits a pattern as a whole: {@code *} stands for
   * any characters, {@code ?} for one.
   */
  public Conformance only(String pattern) {
    return new Conformance(plan.with(new Glob(pattern)));
  }

  /**
   * With the failures that are known: a YAML file that maps ids, or patterns of ids as in {@link
   * #only}, to reasons. {@link #tests} does not look at it.
   *
   * @throws IllegalArgumentException if the file is not that
   * @throws UncheckedIOException if it cannot be read
   */
  public Conformance expectingFailures(Path file) {
    return new Conformance(plan.with(ExpectedFailures.read(file)));
  }

  /**
   * The same with another number of random cuts of each body than 16, 0 or more; three are enough
   * where each answer takes a line to another process and one back.
   */
  public Conformance randomCuts(int count) {
    if (count < 0) {
      throw new IllegalArgumentException("randomCuts " + count + " must be 0 or more");
    }
    return new Conformance(plan.with(count));
  }

  /**
   * One test for each case, named by its id {@code path#case-name}, in a container for each file. A
   * case that the implementation skips is an aborted test.
   */
  public Stream<DynamicNode> tests() {
    return JUnitTests.of(plan);
  }

  /**
   * Asks an implementation every case, and closes it. What it answers never ends the run.
   *
   * @throws IllegalArgumentException if there is no case to ask
   * @throws IllegalStateException if the implementation cannot be started, or does not say what it
   *     is
   */
  public Report run() {
    if (plan.cases().isEmpty()) {
      throw new IllegalArgumentException(
          "no case to ask: of "
              + plan.fixtures().cases().size()
              + " cases none fits \""
              + plan.filter().text()
              + "\"");
    }
    try (Implementation implementation = plan.implementations().get()) {
      return new Run(plan, implementation).report();
    }
  }
}
