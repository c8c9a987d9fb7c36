// SPDX-License-Identifier: Apache-2.0
package io.turnout.split;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.turnout.split.Stage.State;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SplitTest {

  private static final Split.Identity BY_HASH =
      new Split.Identity(new IdCookie("rid", Duration.ofMinutes(30), "Lax"), Optional.empty());

  private static Split split(Stage... stages) {
    return new Split("web", List.of(), BY_HASH, Optional.empty(), List.of(stages));
  }

  private static Stage stage(String name, double weight, State state) {
    return new Stage(name, weight, state, Map.of());
  }

  @Test
  void splitInWhichNobodyGetsAStage_isRefused() {
    assertThat(split(stage("a", 0, State.OPEN), stage("b", 1, State.OPEN)).byWeights("id").name())
        .isEqualTo("b");
    assertThatThrownBy(() -> split(stage("a", 0, State.OPEN), stage("b", 1, State.CLOSED)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("split web must have a stage that is open and has a weight above 0");
    assertThatThrownBy(() -> split()).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void stageThatIsThereTwice_isRefused() {
    assertThatThrownBy(() -> split(stage("a", 1, State.OPEN), stage("a", 2, State.CLOSED)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("split web must have a stage once, not a twice");
  }
}
