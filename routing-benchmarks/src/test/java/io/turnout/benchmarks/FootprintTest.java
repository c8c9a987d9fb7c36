// SPDX-License-Identifier: Apache-2.0
package io.turnout.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FootprintTest {

  @Test
  void entries_takeWhatObjectsTake() {
    Table table = Footprint.table(20_000);
    assertThat(table.text()).contains("an entry of 20,000", "Caffeine: ");
    assertThat(table.text().lines().filter(line -> line.contains(" B | "))).hasSize(4);
  }
}
