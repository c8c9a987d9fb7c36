// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class SharedCellsTest {

  private final SharedCells cells = new SharedCells();

  private static Optional<String> cell(int number) {
    return Optional.of("cell-" + number);
  }

  @Test
  void equalNames_areOneObject() {
    Optional<String> first = cells.shared(cell(1));
    assertThat(first).contains("cell-1");
    assertThat(cells.shared(cell(1))).isSameAs(first);
    assertThat(cells.shared(cell(2))).contains("cell-2");
    assertThat(cells.shared(Optional.empty())).isEmpty();
  }

  @Test
  void nameBeyondTheLast_isWhatItWas_andIsNotKept() {
    for (int i = 1; i < SharedCells.MOST; i++) {
      cells.shared(cell(i));
    }
    Optional<String> last = cells.shared(cell(SharedCells.MOST));
    assertThat(cells.shared(cell(SharedCells.MOST))).isSameAs(last);
    Optional<String> beyond = cell(SharedCells.MOST + 1);
    assertThat(cells.shared(beyond)).isSameAs(beyond);
    assertThat(cells.shared(cell(SharedCells.MOST + 1))).isEqualTo(beyond).isNotSameAs(beyond);
  }
}
