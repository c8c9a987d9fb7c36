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
        "[]",
        "{\"op\":\"decide\",\"request\":{}}",
        "{\"op\":\"load\",\"routes\":{\"business:1\":{}}}",
        "{\"op\":\"load\",\"rules\":\"turnout: 1\\nrules: []\",\"tier\":\"roof\"}",
        "{\"op\":\"load\",\"start\":\"soon\",\"rules\":\"turnout: 1\\nrules: []\"}",
        "{\"op\":\"load\",\"routes\":{\"no-colon\":\"us-1\"}}",
        "{\"op\":\"load\",\"routes\":{\"business:1\":\"NOT A CELL\"}}"
      })
  void lineThatCannotBeUnderstood_isAnErrorAndNotTheEnd(String line) {
    assertThat(library.answer(line)).startsWith("{\"error\":");
    assertThat(library.answer("{\"op\":\"hello\",\"protocol\":1}")).contains("turnout-java");
  }

  @Test
  void requestOrChangeThatIsWrong_isAnErrorAndNotTheEnd() {
    assertThat(library.answer("{\"op\":\"load\",\"rules\":\"turnout: 1\\nrules: []\"}"))
        .contains("\"ok\":true");
    assertThat(library.answer("{\"op\":\"decide\",\"request\":{\"headers\":[[\"A\"]]}}"))
        .startsWith("{\"error\":");
    assertThat(library.answer("{\"op\":\"decide\",\"request\":{\"body\":\"abc\"},\"chunks\":[2]}"))
        .startsWith("{\"error\":")
        .contains("the chunks have 2 bytes, and the body has 3");
    assertThat(library.answer("{\"op\":\"authority\",\"state\":\"dwon\"}"))
        .startsWith("{\"error\":")
        .contains("dwon");
  }

  @Test
  void unknownOp_isSkipped() {
    assertThat(library.answer("{\"op\":\"dance\"}")).startsWith("{\"skip\":");
  }
}
