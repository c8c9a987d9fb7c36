// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.LoggedLines;
import io.turnout.spi.VirtualTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class FailureLogTest {

  @Test
  void failures_areLoggedOncePerInterval_andCounted() {
    VirtualTime time = new VirtualTime(0);
    LoggedLines logger = new LoggedLines();
    FailureLog log = new FailureLog(time, "the authority", logger);
    log.failed("first");
    for (int i = 0; i < 500; i++) {
      log.failed("more");
    }
    time.advance(Duration.ofMillis(9_999));
    log.failed("still");
    assertThat(logger.lines()).hasSize(1);
    time.advance(Duration.ofMillis(1));
    log.failed("last");
    assertThat(logger.lines())
        .containsExactly(
            "WARN the authority failed 1 times since the last such line; the latest: first",
            "WARN the authority failed 502 times since the last such line; the latest: last");
  }
}
