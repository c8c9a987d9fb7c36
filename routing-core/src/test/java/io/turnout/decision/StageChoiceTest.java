// SPDX-License-Identifier: Apache-2.0
package io.turnout.decision;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.decision.StageChoice.How;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StageChoiceTest {

  @Test
  void text_leavesTheCookieOut() {
    StageChoice choice =
        new StageChoice(
            "web", "canary", Map.of("version", "2"), How.KEPT, Optional.of("rid=v1.secret"));
    assertThat(choice).hasToString("web=canary kept, sets a cookie");
    assertThat(StageChoice.told("web", "canary")).hasToString("web=canary told");
  }
}
