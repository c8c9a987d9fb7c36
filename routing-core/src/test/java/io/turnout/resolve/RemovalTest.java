// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RemovalTest {

  @Test
  void removalsThatRace_leaveTheSameInBothOrders() {
    Removal first = new Removal(4, 1, 10);
    Removal second = new Removal(5, 2, 20);
    assertThat(second.after(first)).isEqualTo(second);
    assertThat(first.after(second)).isEqualTo(second);
    assertThat(first.after(null)).isEqualTo(first);
  }

  @Test
  void laterRemovalOfLess_keepsTheHigherVersion() {
    assertThat(new Removal(4, 2, 20).after(new Removal(5, 1, 10))).isEqualTo(new Removal(5, 2, 20));
  }
}
