// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;

/**
 * The conformance suite, run on one implementation.
 *
 * <p>In JUnit it is one class: {@code @TestFactory Stream<DynamicNode> fixtures() { return
 * Conformance.of(implementation).tests(); }}.
 */
public final class Conformance {

  private static final int DEFAULT_RANDOM_CUTS = 16;

  private final Supplier<Implementation> implementations;
  private final List<Fixture> fixtures;
  private final int randomCuts;

  private Conformance(
      Supplier<Implementation> implementations, List<Fixture> fixtures, int randomCuts) {
    this.implementations = implementations;
    this.fixtures = fixtures;
    this.randomCuts = randomCuts;
  }

  /**
   * The fixtures that come with this library.
   *
   * @param implementations makes the implementation to ask, once for each fixture file
   */
  public static Conformance of(Supplier<Implementation> implementations) {
    return new Conformance(implementations, new FixtureReader().readOwn(), DEFAULT_RANDOM_CUTS);
  }

  /** The fixtures below {@code folder}: files that begin with accept-, refuse- or either-. */
  public Conformance in(Path folder) {
    return new Conformance(implementations, new FixtureReader().read(folder), randomCuts);
  }

  /**
   * The same with another number of random cuts of each body than 16, 0 or more; three are enough
   * where each answer takes a line to another process and one back.
   */
  public Conformance randomCuts(int count) {
    if (count < 0) {
      throw new IllegalArgumentException("randomCuts " + count + " must be 0 or more");
    }
    return new Conformance(implementations, fixtures, count);
  }

  /**
   * One test for each case, named by its id {@code path#case-name}, in a container for each file. A
   * case that the implementation skips is an aborted test.
   */
  public Stream<DynamicNode> tests() {
    return fixtures.stream()
        .map(
            fixture ->
                DynamicContainer.dynamicContainer(
                    fixture.path(), cases(fixture).stream().map(this::test)));
  }

  private DynamicTest test(Case one) {
    return DynamicTest.dynamicTest(
        one.id(),
        () -> {
          try (Implementation implementation = implementations.get()) {
            List<String> failures = new CaseRunner(implementation, randomCuts).run(one);
            if (!failures.isEmpty()) {
              throw new AssertionError(one.id() + "\n  " + String.join("\n  ", failures));
            }
          } catch (SkippedException e) {
            Assumptions.abort(String.valueOf(e.getMessage()));
          }
        });
  }

  private static List<Case> cases(Fixture fixture) {
    JsonNode listed = fixture.content().path("cases");
    if (listed.isMissingNode()) {
      return List.of(new Case(fixture.path(), fixture, fixture.content()));
    }
    List<Case> cases = new ArrayList<>();
    for (JsonNode one : listed) {
      cases.add(new Case(fixture.path() + "#" + one.path("name").asText(), fixture, one));
    }
    return cases;
  }
}
