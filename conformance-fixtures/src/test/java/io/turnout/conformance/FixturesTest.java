// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

class FixturesTest {

  @TestFactory
  Stream<DynamicNode> library_passesEveryFixture() {
    return Conformance.of(Implementation::ofLibrary).tests();
  }
}
