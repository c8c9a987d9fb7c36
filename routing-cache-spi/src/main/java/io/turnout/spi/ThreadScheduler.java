// SPDX-License-Identifier: Apache-2.0
package io.turnout.spi;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A scheduler on one daemon thread. */
final class ThreadScheduler implements RouteScheduler {

  private final Logger logger = System.getLogger(RouteScheduler.class.getName());
  private final ScheduledThreadPoolExecutor executor;

  ThreadScheduler(String threadName) {
    Objects.requireNonNull(threadName, "threadName");
    executor =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread thread = new Thread(task, threadName);
              thread.setDaemon(true);
              return thread;
            },
            new ThreadPoolExecutor.DiscardPolicy());
    executor.setRemoveOnCancelPolicy(true);
  }

  @Override
  public void execute(Runnable task) {
    executor.execute(guarded(task));
  }

  @Override
  public Scheduled schedule(Runnable task, Duration delay) {
    ScheduledFuture<?> future =
        executor.schedule(guarded(task), delay.toNanos(), TimeUnit.NANOSECONDS);
    return () -> future.cancel(false);
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }

  private Runnable guarded(Runnable task) {
    Objects.requireNonNull(task, "task");
    return () -> {
      try {
        task.run();
      } catch (RuntimeException | Error e) {
        logger.log(Level.ERROR, "a scheduled task failed", e);
      }
    };
  }
}
