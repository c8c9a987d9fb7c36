// SPDX-License-Identifier: Apache-2.0
package io.turnout.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class RoutingNameTest {

  @Test
  void names_areLowerCaseLettersDigitsAndHyphens() {
    for (String name : new String[] {"a", "0", "us-1", "a-", "a".repeat(63)}) {
      assertThat(RoutingName.isValid(name)).as(name).isTrue();
      assertThat(RoutingName.require(name, "cell")).isSameAs(name);
    }
    for (String none : new String[] {"", "-a", "A", "a_b", "a.b", "\u00e9", "a".repeat(64)}) {
      assertThat(RoutingName.isValid(none)).as(none).isFalse();
    }
  }

  @Test
  void require_namesThingValueAndExpectation() {
    assertThatThrownBy(() -> RoutingName.require("US 1", "cell"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("cell \"US 1\" must match [a-z0-9][a-z0-9-]{0,62}");
    assertThatThrownBy(() -> RoutingName.require("x".repeat(1_000), "cell"))
        .hasMessageContaining("(1000 characters)")
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(150));
  }
}
