// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.gateway.config.AuthorityTierSettings;
import io.turnout.gateway.config.Origin;
import io.turnout.gateway.config.OriginHealth;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OriginStatesTest {

  private static final Origin A = new Origin("a", 1);
  private static final Origin B = new Origin("b", 2);

  private final OriginStates states =
      new OriginStates(
          new AuthorityTierSettings(
              List.of(A, B),
              new OriginHealth(
                  "/", OptionalInt.empty(), Duration.ofSeconds(1), Duration.ofSeconds(1), 2)),
          () -> 0);

  @Test
  void originsTakeTurns_alsoBeforeTheyWereAsked() {
    assertThat(states.words()).containsEntry("http://a:1", "unasked").hasSize(2);
    assertThat(states.wasEverWell()).isFalse();
    assertThat(states.next(Set.of())).hasValue(A);
    assertThat(states.next(Set.of())).hasValue(B);
    assertThat(states.next(Set.of())).hasValue(A);
    assertThat(states.next(Set.of(B))).hasValue(A);
    assertThat(states.next(Set.of(A, B))).isEmpty();
  }

  @Test
  void originThatFailsAsOftenAsIsSaid_isNotUsed_untilItIsWellAgain() {
    states.well(A);
    states.unwell(A, "it answers 503");
    assertThat(states.next(Set.of(B))).hasValue(A);
    states.well(A);
    states.unwell(A, "it answers 503");
    assertThat(states.next(Set.of(B))).hasValue(A);
    states.unwell(A, "it answers 503");
    assertThat(states.next(Set.of(B))).isEmpty();
    assertThat(states.next(Set.of())).hasValue(B);
    assertThat(states.next(Set.of())).hasValue(B);
    assertThat(states.words()).containsEntry("http://a:1", "down");
    states.well(A);
    assertThat(states.next(Set.of(B))).hasValue(A);
    assertThat(states.words()).containsEntry("http://a:1", "up");
    assertThat(states.wasEverWell()).isTrue();
  }

  @Test
  void connectionThatCannotBeMade_isEnough_andIsToldOnce() {
    List<Origin> down = new ArrayList<>();
    states.onDown(down::add);
    states.unreachable(A, new IOException("refused"));
    states.unreachable(A, new IOException("refused"));
    assertThat(states.next(Set.of(B))).isEmpty();
    assertThat(down).containsExactly(A);
  }
}
