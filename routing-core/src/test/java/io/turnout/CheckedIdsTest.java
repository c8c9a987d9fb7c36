// SPDX-License-Identifier: Apache-2.0
package io.turnout;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.split.RoutingIds;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CheckedIdsTest {

  private static final String GOOD = "AAAAAAAAAAAAAAAAAAAA-_";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "AAAAAAAAAAAAAAAAAAAAA",
        "AAAAAAAAAAAAAAAAAAAAAAA",
        "AAAAAAAAAAAAAAAAAAAA;a",
        "AAAAAAAAAAAAAAAAAAAAA\n",
        "AAAAAAAAAAAAAAAAAAAAA\u00e9"
      })
  void whatIsNoId_isReplaced_andOthersAreTaken(String given) {
    Iterator<String> ids = List.of(given, GOOD).iterator();
    CheckedIds checked = new CheckedIds(ids::next);
    assertThat(checked.get()).matches(RoutingIds.FORM).isNotEqualTo(given);
    assertThat(checked.get()).isEqualTo(GOOD);
  }

  @Test
  void supplierThatFails_isReplacedEachTime() {
    CheckedIds checked =
        new CheckedIds(
            () -> {
              throw new IllegalStateException("no entropy");
            });
    String first = checked.get();
    assertThat(first).matches(RoutingIds.FORM);
    assertThat(checked.get()).matches(RoutingIds.FORM).isNotEqualTo(first);
  }
}
