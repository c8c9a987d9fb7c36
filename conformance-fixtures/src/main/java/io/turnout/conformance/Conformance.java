// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

import io.turnout.spi.RouteClock;
import java.nio.file.Path;
import java.util.List;
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

  /**
   * What is run, and how.
   *
   * @param implementations makes the implementation to ask
   * @param filter the ids that are asked
   * @param expected the failures that are known
   * @param randomCuts how many random cuts of each body there are
   * @param clock measures how long a case takes
   */
  record Plan(
      Supplier<Implementation> implementations,
      Fixtures fixtures,
      Glob filter,
      ExpectedFailures expected,
      int randomCuts,
      RouteClock clock) {

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
            RouteClock.system()));
  }

  /** The fixtures below {@code folder}: files that begin with accept-, refuse- or either-. */
  public Conformance in(Path folder) {
    return with(new FixtureReader().read(folder));
  }

  private Conformance with(Fixtures fixtures) {
    return new Conformance(
        new Plan(
            plan.implementations(),
            fixtures,
            plan.filter(),
            plan.expected(),
            plan.randomCuts(),
            plan.clock()));
  }

  /**
   * Only the cases whose id, or whose file's path, fits a pattern as a whole: {@code *} stands for
   * any characters, {@code ?} for one.
   */
  public Conformance only(String pattern) {
    return new Conformance(
        new Plan(
            plan.implementations(),
            plan.fixtures(),
            new Glob(pattern),
            plan.expected(),
            plan.randomCuts(),
            plan.clock()));
  }

  /**
   * With the failures that are known: a YAML file that maps ids, or patterns of ids as in {@link
   * #only}, to reasons. {@link #tests} does not look at it.
   *
   * @throws IllegalArgumentException if the file is not that
   * @throws java.io.UncheckedIOException if it cannot be read
   */
  public Conformance expectingFailures(Path file) {
    return new Conformance(
        new Plan(
            plan.implementations(),
            plan.fixtures(),
            plan.filter(),
            ExpectedFailures.read(file),
            plan.randomCuts(),
            plan.clock()));
  }

  /**
   * The same with another number of random cuts of each body than 16, 0 or more; three are enough
   * where each answer takes a line to another process and one back.
   */
  public Conformance randomCuts(int count) {
    if (count < 0) {
      throw new IllegalArgumentException("randomCuts " + count + " must be 0 or more");
    }
    return new Conformance(
        new Plan(
            plan.implementations(),
            plan.fixtures(),
            plan.filter(),
            plan.expected(),
            count,
            plan.clock()));
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
