// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import io.turnout.conformance.Conformance;
import io.turnout.conformance.Implementation;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/** Every fixture, by the line protocol, on the command as a process of its own. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LineProtocolTest {

  private static final int RANDOM_CUTS = 3;

  private final Implementation command =
      Implementation.ofCommand(TurnoutProcess.command("conformance", "answer"));

  @AfterAll
  void end() {
    command.close();
  }

  @SuppressWarnings("UnnecessaryMethodReference") // the end of a case must not end the process
  @TestFactory
  Stream<DynamicNode> command_passesEveryFixture() {
    return Conformance.of(() -> command::answer).randomCuts(RANDOM_CUTS).tests();
  }
}
