// SPDX-License-Identifier: Apache-2.0
package io.turnout.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class AuthorityThrottledExceptionTest {

  @Test
  void withoutATime_hasNone() {
    AuthorityThrottledException thrown = new AuthorityThrottledException();
    assertThat(thrown.retryAfter()).isEmpty();
    assertThat(thrown).hasMessage("the store refuses the call because it gets too many");
  }

  @Test
  void time_isKept_andInTheMessage() {
    AuthorityThrottledException thrown = new AuthorityThrottledException(Duration.ofSeconds(2));
    assertThat(thrown.retryAfter()).contains(Duration.ofSeconds(2));
    assertThat(thrown)
        .hasMessage("the store refuses the call because it gets too many, and wants none for PT2S");
  }

  @Test
  void time_mayBeZero_butNotNegative() {
    assertThat(new AuthorityThrottledException(Duration.ZERO).retryAfter()).contains(Duration.ZERO);
    assertThatThrownBy(() -> new AuthorityThrottledException(Duration.ofNanos(-1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("retryAfter must be zero or more, and not PT-0.000000001S");
  }
}
