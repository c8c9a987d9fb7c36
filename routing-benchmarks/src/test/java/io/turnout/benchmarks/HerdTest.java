// SPDX-License-Identifier: Apache-2.0
package io.turnout.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class HerdTest {

  private static final HerdLoad LOAD = new HerdLoad(5_000, 0, 5_000, Duration.ofMillis(20), 1);

  @Test
  void herd_staysWithinWhatArithmeticAllows() {
    assertThat(HerdTable.of(LOAD).failures()).isEmpty();
  }

  @Test
  void lookUpsTogether_answerEverybody_andOneByOneDoNot() {
    HerdFigures together = Herd.of(LOAD.together());
    assertThat(together.answered()).isEqualTo(1);
    assertThat(together.longest()).isLessThanOrEqualTo(40);
    HerdFigures oneByOne = Herd.of(LOAD.oneByOne());
    assertThat(oneByOne.answered()).isLessThan(1);
    assertThat(oneByOne.back()).isGreaterThan(together.back());
  }

  @Test
  void herd_isTheSameEachTime() {
    assertThat(Herd.of(LOAD.together())).isEqualTo(Herd.of(LOAD.together()));
  }

  @Test
  void slowerAuthority_isSeen() {
    HerdFigures slow = new Herd(LOAD.oneByOne(), Duration.ofMillis(40)).run();
    HerdFigures allowed = HerdArithmetic.of(LOAD.oneByOne());
    assertThat(slow.answered()).isLessThan(allowed.answered() - 0.02);
    assertThat(slow.back()).isGreaterThan(allowed.back());
  }
}
