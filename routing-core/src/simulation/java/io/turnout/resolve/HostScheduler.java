// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import io.turnout.spi.RouteScheduler;
import io.turnout.spi.VirtualTime;
import java.time.Duration;

/** The scheduler of one process: what waits when the process is killed never runs. */
final class HostScheduler implements RouteScheduler {

  private final VirtualTime time;
  private boolean dead;

  HostScheduler(VirtualTime time) {
    this.time = time;
  }

  @Override
  public void execute(Runnable task) {
    time.execute(() -> run(task));
  }

  @Override
  public Scheduled schedule(Runnable task, Duration delay) {
    return time.schedule(() -> run(task), delay);
  }

  @Override
  public void close() {
    dead = true;
  }

  boolean isDead() {
    return dead;
  }

  private void run(Runnable task) {
    if (!dead) {
      task.run();
    }
  }
}
