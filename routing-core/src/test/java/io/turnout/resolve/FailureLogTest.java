// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.spi.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;

class FailureLogTest {

  /** Keeps what is logged. */
  private static final class Lines extends LegacyAbstractLogger {
    private static final long serialVersionUID = 1;
    private final transient List<String> lines = new ArrayList<>();

    @Override
    protected @Nullable String getFullyQualifiedCallerName() {
      return null;
    }

    @Override
    protected void handleNormalizedLoggingCall(
        Level level,
        @Nullable Marker marker,
        String pattern,
        Object @Nullable [] arguments,
        @Nullable Throwable throwable) {
      lines.add(level + " " + MessageFormatter.basicArrayFormat(pattern, arguments));
    }

    @Override
    public boolean isTraceEnabled() {
      return true;
    }

    @Override
    public boolean isDebugEnabled() {
      return true;
    }

    @Override
    public boolean isInfoEnabled() {
      return true;
    }

    @Override
    public boolean isWarnEnabled() {
      return true;
    }

    @Override
    public boolean isErrorEnabled() {
      return true;
    }
  }

  @Test
  void failures_areLoggedOncePerInterval_andCounted() {
    VirtualTime time = new VirtualTime(0);
    Lines logger = new Lines();
    FailureLog log = new FailureLog(time, logger);
    log.failed("first");
    for (int i = 0; i < 500; i++) {
      log.failed("more");
    }
    time.advance(Duration.ofMillis(9_999));
    log.failed("still");
    assertThat(logger.lines).hasSize(1);
    time.advance(Duration.ofMillis(1));
    log.failed("last");
    assertThat(logger.lines)
        .containsExactly(
            "WARN the authority failed 1 look-ups since the last such line; the latest: first",
            "WARN the authority failed 502 look-ups since the last such line; the latest: last");
  }
}
