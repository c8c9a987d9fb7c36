// SPDX-License-Identifier: Apache-2.0
package io.turnout.dynamo;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class CursorTest {

  @Test
  void cursor_standsForTheKeyThatItWasMadeOf() {
    for (String value : List.of("1234", "a:b\u20ac", " ")) {
      assertRoundTrip(Cursor.ALL, "business:" + value, "route");
      assertRoundTrip(Cursor.ALL, "business:" + value, "audit#1\n2");
      assertRoundTrip(Cursor.CELL, "business:" + value, "route");
      assertRoundTrip(Cursor.AUDIT, "business:" + value, "audit#1");
    }
    assertRoundTrip(Cursor.AUDIT, "#defaults", "audit#1");
    assertRoundTrip(Cursor.ALL, "#defaults", "defaults");
    assertThat(Cursor.ALL.after(Map.of())).isEmpty();
  }

  private static void assertRoundTrip(Cursor kind, String partition, String sort) {
    Map<String, AttributeValue> key = ItemCodec.key(partition, sort);
    assertThat(kind.place(kind.after(key).orElseThrow())).isEqualTo(key);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "x1234", "a!!", "aAAAA", "7", "a", "business:1234", "a="})
  void cursor_thatNoPageGave_isRefused(String text) {
    assertRefused(Cursor.ALL, text);
  }

  @Test
  void cursor_ofAnotherKindOfList_isRefused() {
    String all = Cursor.ALL.after(ItemCodec.key("business:1", "route")).orElseThrow();
    assertRefused(Cursor.CELL, all);
    assertRefused(Cursor.AUDIT, all);
    assertRefused(Cursor.CELL, "c" + base64("business:1\naudit#1"));
    assertRefused(Cursor.AUDIT, "t" + base64("business:1\nroute"));
    assertRefused(Cursor.ALL, "a" + base64("business:1\n"));
    assertRefused(Cursor.ALL, "a" + base64("no key\nroute"));
  }

  @Test
  void cursor_thatIsTooLong_isRefusedUnread() {
    String longest = "a" + base64("business:1\n" + "x".repeat(3_138));
    assertThat(longest).hasSize(Cursor.MAX_CHARS);
    assertThat(Cursor.ALL.place(longest)).hasSize(2);
    assertRefused(Cursor.ALL, longest + "A");
  }

  private static void assertRefused(Cursor kind, String text) {
    assertThatThrownBy(() -> kind.place(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("begin again with the first page")
        .hasMessageNotContaining("business");
  }

  private static String base64(String text) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(UTF_8));
  }
}
