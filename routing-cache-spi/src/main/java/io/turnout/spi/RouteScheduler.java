// SPDX-License-Identifier: Apache-2.0
package io.turnout.spi;

import java.time.Duration;

/**
 * Runs whatever is not the caller's: time-outs, refreshes, back-off, watchers. Thread-safe. A task
 * that throws is reported and harms no other.
 */
public interface RouteScheduler extends AutoCloseable {

  /** Runs {@code task} soon, on another thread than the caller's or after the caller is done. */
  void execute(Runnable task);

  /**
   * Runs {@code task} once, {@code delay} from now.
   *
   * @param delay not negative
   * @return the way to call it off
   */
  Scheduled schedule(Runnable task, Duration delay);

  /** Ends it: what waits is dropped, what comes later is ignored. Calling it again does nothing. */
  @Override
  void close();

  /** A task that waits for its time. */
  @FunctionalInterface
  interface Scheduled {

    /** Calls the task off; does nothing if it has run or runs. */
    void cancel();
  }

  /**
   * A scheduler on one daemon thread of its own, which {@link #close} ends.
   *
   * @param threadName the thread's name
   */
  static RouteScheduler newThread(String threadName) {
    return new ThreadScheduler(threadName);
  }
}
