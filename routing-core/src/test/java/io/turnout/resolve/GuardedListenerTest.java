// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.turnout.LoggedLines;
import io.turnout.spi.VirtualTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class GuardedListenerTest {

  private final VirtualTime time = new VirtualTime(0);
  private final LoggedLines logged = new LoggedLines();

  private GuardedListener guarding(Throwable thrown) {
    ResolverListener thrower =
        new ResolverListener() {
          @Override
          public void onRefresh() {
            GuardedListenerTest.<RuntimeException>sneak(thrown);
          }
        };
    return new GuardedListener(thrower, new FailureLog(time, "the resolver's listener", logged));
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <T extends Throwable> void sneak(Throwable thrown) throws T {
    throw (T) thrown;
  }

  @Test
  void failures_areCountedInOneLineOfTheLogPerInterval() {
    GuardedListener guarded = guarding(new IllegalStateException("user:42"));
    for (int i = 0; i < 5; i++) {
      guarded.onRefresh();
    }
    time.advance(Duration.ofNanos(FailureLog.INTERVAL_NANOS));
    guarded.onRefresh();
    assertThat(logged.lines())
        .containsExactly(
            "WARN the resolver's listener failed 1 times since the last such line; the latest:"
                + " java.lang.IllegalStateException",
            "WARN the resolver's listener failed 5 times since the last such line; the latest:"
                + " java.lang.IllegalStateException");
  }

  @Test
  void errorOfTheMachine_goesOn() {
    GuardedListener guarded = guarding(new OutOfMemoryError());
    assertThatThrownBy(guarded::onRefresh).isInstanceOf(OutOfMemoryError.class);
    assertThat(logged.lines()).isEmpty();
  }
}
