// SPDX-License-Identifier: Apache-2.0
package io.turnout.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.turnout.store.AuditEntry.Author;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AuditEntryTest {

  @Test
  void author_hasBounds() {
    String who = "w".repeat(Author.MAX_WHO_CHARS);
    String why = "y".repeat(Author.MAX_WHY_CHARS);
    assertThat(new Author(who, why).why()).isEqualTo(why);
    assertThatThrownBy(() -> new Author(who + "w", why)).hasMessageContaining("who must have");
    assertThatThrownBy(() -> new Author(who, why + "y")).hasMessageContaining("why must have");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\ud800", "\udc00x", "\ud83d\ude00\ud83d"})
  void author_isUtf8(String text) {
    assertThatThrownBy(() -> new Author(text, "")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Author("", text)).isInstanceOf(IllegalArgumentException.class);
  }
}
