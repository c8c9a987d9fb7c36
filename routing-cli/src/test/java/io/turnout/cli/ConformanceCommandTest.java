// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ConformanceCommandTest {

  private static final String HELLO = "{\"op\":\"hello\",\"protocol\":1}\n";

  @Test
  void hello_isAnsweredInALine() {
    Ran ran = Ran.withInput(HELLO, "conformance", "answer");
    assertThat(ran.exitCode()).isZero();
    assertThat(ran.err()).isEmpty();
    assertThat(ran.out().lines())
        .hasSize(1)
        .first()
        .asString()
        .contains("\"name\":\"turnout-java\"")
        .contains("\"protocol\":1");
  }

  @Test
  void bye_endsItBeforeTheInputEnds() {
    Ran ran = Ran.withInput(HELLO + "\n{\"op\":\"bye\"}\n" + HELLO, "conformance", "answer");
    assertThat(ran.exitCode()).isZero();
    assertThat(ran.out().lines()).hasSize(1);
  }

  @Test
  void whatIsNotUnderstood_isAnsweredAndTheConversationGoesOn() {
    Ran ran = Ran.withInput("{\"op\":\"sing\"}\nno json\n" + HELLO, "conformance", "answer");
    assertThat(ran.out().lines().toList())
        .hasSize(3)
        .satisfies(lines -> assertThat(lines.get(0)).contains("\"skip\":").contains("sing"))
        .satisfies(lines -> assertThat(lines.get(1)).contains("\"error\":"))
        .satisfies(lines -> assertThat(lines.get(2)).contains("turnout-java"));
  }
}
