// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.js;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.conformance.Conformance;
import io.turnout.conformance.Implementation;
import io.turnout.conformance.Report;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class JavaScriptConformanceTest {

  private static final List<String> COMMAND = List.of("node", "src/main/js/protocol.js");

  @Test
  void javaScript_answersAsEveryFixtureAsks() {
    Report report =
        Conformance.of(() -> Implementation.ofCommand(COMMAND))
            .randomCuts(3)
            .expectingFailures(Path.of("expected-failures.yaml"))
            .run();

    assertThat(report.passed()).as(report.text()).isTrue();
  }
}
