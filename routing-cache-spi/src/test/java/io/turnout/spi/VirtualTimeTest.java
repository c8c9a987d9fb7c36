// SPDX-License-Identifier: Apache-2.0
package io.turnout.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class VirtualTimeTest {

  private final VirtualTime time = new VirtualTime(1_000);
  private final List<String> ran = new ArrayList<>();

  private Runnable task(String name) {
    return () -> ran.add(name + "@" + time.nanos() / 1_000_000);
  }

  @Test
  void tasks_runAtTheirInstantInOrder() {
    time.schedule(task("late"), Duration.ofMillis(20));
    time.schedule(task("first"), Duration.ofMillis(10));
    time.schedule(task("second"), Duration.ofMillis(10));
    time.advance(Duration.ofMillis(10));
    assertThat(ran).containsExactly("first@10", "second@10");
    time.advance(Duration.ofMillis(15));
    assertThat(ran).endsWith("late@20");
    assertThat(time.wallMillis()).isEqualTo(1_025);
    assertThat(time.waiting()).isZero();
  }

  @Test
  void taskGivenByATask_runsInTheSameMoveIfItIsDue() {
    time.execute(() -> time.execute(task("inner")));
    assertThat(ran).isEmpty();
    time.settle();
    assertThat(ran).containsExactly("inner@0");
  }

  @Test
  void cancelledTask_neverRuns() {
    RouteScheduler.Scheduled scheduled = time.schedule(task("never"), Duration.ofMillis(1));
    scheduled.cancel();
    scheduled.cancel();
    time.advance(Duration.ofSeconds(1));
    assertThat(ran).isEmpty();
  }

  @Test
  void closed_dropsWhatWaitsAndIgnoresWhatComes() {
    time.execute(task("before"));
    time.close();
    time.execute(task("after"));
    time.advance(Duration.ofSeconds(1));
    assertThat(ran).isEmpty();
  }

  @Test
  void wallClock_jumpsAlone() {
    time.jumpWall(Duration.ofHours(-1));
    assertThat(time.wallMillis()).isEqualTo(1_000 - 3_600_000);
    assertThat(time.nanos()).isZero();
    assertThatThrownBy(() -> time.advance(Duration.ofNanos(-1)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void failureOfATask_isThrownByTheMove() {
    time.execute(
        () -> {
          throw new IllegalStateException("broken");
        });
    assertThatThrownBy(time::settle).hasMessage("broken");
  }
}
