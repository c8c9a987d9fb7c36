// SPDX-License-Identifier: Apache-2.0
package io.turnout.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class RouteKeyTest {

  private static void isNoValue(String text) {
    assertThat(RouteKey.isValue(text)).as("a text of %d characters", text.length()).isFalse();
    assertThatThrownBy(() -> new RouteKey("business", text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("\"business\" must be 1 to 256 bytes of UTF-8");
  }

  private static void isValue(String text) {
    assertThat(RouteKey.isValue(text)).as("a text of %d characters", text.length()).isTrue();
    assertThat(new RouteKey("business", text).value()).isEqualTo(text);
  }

  @Test
  void value_isBoundedInBytesOfUtf8() {
    isNoValue("");
    isValue("a".repeat(256));
    isNoValue("a".repeat(257));
    isValue("\u00e9".repeat(128));
    isNoValue("\u00e9".repeat(128) + "a");
    isValue("\u20ac".repeat(85) + "a");
    isNoValue("\u20ac".repeat(85) + "ab");
    isValue("\ud83d\ude00".repeat(64));
    isNoValue("\ud83d\ude00".repeat(64) + "a");
  }

  @Test
  void value_hasNoControlCharactersAndNoHalvesOfPairs() {
    for (String bad :
        new String[] {
          "a\u0000", "\n", "\u001f", "\u007f", "\u0080", "\u009f", "\ud83d", "\ude00a", "\ud83da"
        }) {
      isNoValue(bad);
    }
    isValue(" ");
    isValue("\u00a0");
    isValue("a:b");
  }

  @Test
  void text_isPartedByTheFirstColon() {
    RouteKey key = RouteKey.parse("business:1:2");
    assertThat(key.namespace()).isEqualTo("business");
    assertThat(key.value()).isEqualTo("1:2");
    assertThat(RouteKey.parse(key.text())).isEqualTo(key);
    assertThatThrownBy(() -> RouteKey.parse("business")).hasMessageContaining("namespace:value");
    assertThatThrownBy(() -> RouteKey.parse(":1")).hasMessageContaining("namespace \"\"");
    assertThatThrownBy(() -> RouteKey.parse("business:")).hasMessageContaining("1 to 256 bytes");
  }

  @Test
  void toStringAndMessages_leaveTheValueOut() {
    assertThat(RouteKey.parse("user:jane@example.com")).hasToString("user:\u2026");
    assertThatThrownBy(() -> RouteKey.parse("user:jane\n"))
        .hasMessageNotContaining("jane")
        .hasMessageContaining("\"user\"");
  }
}
