// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

class FixturesTest {

  private final Implementation library = Implementation.ofLibrary();

  @TestFactory
  Stream<DynamicNode> library_passesEveryFixture() {
    return Conformance.of(() -> line -> answered(line)).tests();
  }

  /** The library's answer, which may not be to skip. */
  private String answered(String line) {
    String answer = library.answer(line);
    assertThat(answer).doesNotStartWith("{\"skip\":");
    return answer;
  }
}
