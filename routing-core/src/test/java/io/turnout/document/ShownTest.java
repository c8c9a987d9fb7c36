// SPDX-License-Identifier: Apache-2.0
package io.turnout.document;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShownTest {

  @ParameterizedTest
  @ValueSource(ints = {0x00, 0x1b, 0x7f, 0x9b, 0xad, 0x61c, 0x200b, 0x200f, 0x2028, 0x202e, 0x2066})
  void whatWouldChangeTheLineAround_isShownAsItsNumber(int code) {
    assertThat(Shown.text("a" + (char) code + "b"))
        .isEqualTo("\"a\\u" + String.format("%04x", code) + "b\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a b", "\u00fc", "\u6f22", "\ud83d\ude00"})
  void whatCanBeSeen_isShownAsItIs(String text) {
    assertThat(Shown.text(text)).isEqualTo('"' + text + '"');
  }
}
