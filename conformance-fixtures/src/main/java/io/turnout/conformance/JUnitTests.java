// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;

/** Cases as tests of JUnit: the only class that needs JUnit to be there. */
final class JUnitTests {

  private JUnitTests() {}

  /** A container for each file, with a test for each case. */
  static Stream<DynamicNode> of(Conformance.Plan plan) {
    return plan.fixtures().all().stream()
        .map(
            fixture ->
                DynamicContainer.dynamicContainer(
                    fixture.path(),
                    fixture.cases().stream()
                        .filter(one -> plan.isAsked(one.id()))
                        .map(one -> test(plan, one))));
  }

  private static DynamicTest test(Conformance.Plan plan, Case one) {
    return DynamicTest.dynamicTest(
        one.id(),
        () -> {
          try (Implementation implementation = plan.implementations().get()) {
            List<Failure> failures = new CaseRunner(implementation, plan.randomCuts()).run(one);
            if (!failures.isEmpty()) {
              throw new AssertionError(
                  one.id()
                      + failures.stream()
                          .map(TextReport::failure)
                          .collect(Collectors.joining("\n", "\n", "")));
            }
          } catch (SkippedException e) {
            Assumptions.abort(String.valueOf(e.getMessage()));
          }
        });
  }
}
