// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LibraryImplementationTest {

  private final Implementation library = Implementation.ofLibrary();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "no JSON",
        "{\"op\":\"load\",\"rules\":\"turnout: 1\\nrules: []\",\"tier\":\"roof\"}",
        "{\"op\":\"load\",\"routes\":{\"no-colon\":\"us-1\"}}",
        "{\"op\":\"load\",\"routes\":{\"business:1\":\"NOT A CELL\"}}"
      })
  void lineThatCannotBeUnderstood_isAnErrorAndNotTheEnd(String line) {
    assertThat(library.answer(line)).startsWith("{\"error\":");
    assertThat(library.answer("{\"op\":\"hello\",\"protocol\":1}")).contains("turnout-java");
  }

  @Test
  void unknownOp_isSkipped() {
    assertThat(library.answer("{\"op\":\"dance\"}")).startsWith("{\"skip\":");
  }
}
