// SPDX-License-Identifier: Apache-2.0
package io.turnout.spi;

import java.time.Duration;
import java.util.Comparator;
import java.util.Objects;
import java.util.PriorityQueue;

/**
 * A clock and a scheduler in one that move only when they are told to: for tests and simulations.
 *
 * <p>Tasks run on the thread that moves the time, in the order of their instants, tasks of one
 * instant in the order in which they were given. What a task throws ends the move and is thrown by
 * it, so that no failure in a test goes unseen. Safe to give tasks to from any thread; time is
 * moved by one thread at a time.
 */
public final class VirtualTime implements RouteClock, RouteScheduler {

  private final PriorityQueue<Task> tasks =
      new PriorityQueue<>(Comparator.comparingLong(Task::atNanos).thenComparingLong(Task::order));
  private final Object lock = new Object();
  private long given;
  private volatile long nanos;
  private volatile long wallOffsetMillis;
  private boolean closed;

  private record Task(Runnable action, long atNanos, long order) {}

  /** Starts at {@code startMillis} of the wall clock; the monotonic clock starts at 0. */
  public VirtualTime(long startMillis) {
    wallOffsetMillis = startMillis;
  }

  @Override
  public long wallMillis() {
    return wallOffsetMillis + nanos / 1_000_000;
  }

  @Override
  public long nanos() {
    return nanos;
  }

  /** Moves the wall clock alone, forward or back, as a correction of the system's time would. */
  public void jumpWall(Duration by) {
    long before = wallOffsetMillis;
    wallOffsetMillis = before + by.toMillis();
  }

  /** Moves both clocks forward, and runs what becomes due on the way, each task at its instant. */
  public void advance(Duration by) {
    if (by.isNegative()) {
      throw new IllegalArgumentException("time moves forward only, not by " + by);
    }
    long end = nanos + by.toNanos();
    runUntil(end);
    nanos = end;
  }

  /** Runs what is due now, and what that makes due now. */
  public void settle() {
    runUntil(nanos);
  }

  /** How many tasks wait, due or not. */
  public int waiting() {
    synchronized (lock) {
      return tasks.size();
    }
  }

  @Override
  public void execute(Runnable task) {
    schedule(task, Duration.ZERO);
  }

  @Override
  public Scheduled schedule(Runnable action, Duration delay) {
    Objects.requireNonNull(action, "action");
    synchronized (lock) {
      Task task = new Task(action, nanos + delay.toNanos(), given++);
      if (!closed) {
        tasks.add(task);
      }
      return () -> {
        synchronized (lock) {
          tasks.remove(task);
        }
      };
    }
  }

  @Override
  public void close() {
    synchronized (lock) {
      closed = true;
      tasks.clear();
    }
  }

  private void runUntil(long endNanos) {
    while (true) {
      Task next;
      synchronized (lock) {
        next = tasks.peek();
        if (next == null || next.atNanos() > endNanos) {
          return;
        }
        tasks.remove();
        nanos = Math.max(nanos, next.atNanos());
      }
      next.action().run();
    }
  }
}
