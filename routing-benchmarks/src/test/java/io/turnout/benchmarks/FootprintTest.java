// SPDX-License-Identifier: Apache-2.0
package io.turnout.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FootprintTest {

  @Test
  void entries_takeHardlyMoreThanInCaffeine() {
    Table table = Footprint.table(65_000);
    assertThat(table.text()).contains("an entry of 65,000", "Caffeine: ");
    assertThat(table.failures()).isEmpty();
    assertThat(table.text().lines().filter(line -> line.contains(" B | "))).hasSize(4);
  }
}
