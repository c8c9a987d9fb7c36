// SPDX-License-Identifier: Apache-2.0
package io.turnout.benchmarks.soak;

import io.turnout.benchmarks.soak.Kind.Visit;
import io.turnout.cli.measure.Latencies;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/** Clients of all kinds at a bounded rate, each on a thread of its own. Thread-safe. */
final class Traffic implements AutoCloseable {

  private static final int FAILURES_KEPT = 5;
  private static final long JOIN_MILLIS = TimeUnit.SECONDS.toMillis(60);

  private final int port;
  private final int perSecond;
  private final Keys keys;
  private final Map<Kind, Count> counts = new EnumMap<>(Kind.class);
  private final List<String> failures = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();
  private volatile Latencies recent = new Latencies();
  private volatile boolean stopping;

  /** What came of one kind. */
  static final class Count {
    private final LongAdder failed = new LongAdder();
    private final Latencies latencies = new Latencies();

    long done() {
      return latencies.count();
    }

    long failed() {
      return failed.sum();
    }

    Latencies latencies() {
      return latencies;
    }
  }

  private Traffic(int port, int perSecond, Keys keys) {
    this.port = port;
    this.perSecond = perSecond;
    this.keys = keys;
  }

  /**
   * Lets all clients begin.
   *
   * @param perSecond how many small requests and resets they make together in a second
   */
  static Traffic start(int port, int perSecond, Keys keys) {
    Traffic traffic = new Traffic(port, perSecond, keys);
    for (Kind kind : Kind.values()) {
      Count count = new Count();
      traffic.counts.put(kind, count);
      for (int client = 0; client < kind.clients(); client++) {
        Thread thread = new Thread(() -> traffic.run(kind, count), kind + "-" + client);
        thread.setDaemon(true);
        traffic.threads.add(thread);
      }
    }
    traffic.threads.forEach(Thread::start);
    return traffic;
  }

  private void run(Kind kind, Count count) {
    long interval = kind.intervalNanos(perSecond);
    long due = System.nanoTime();
    try (Visit visit = new Visit(port, keys)) {
      while (!stopping) {
        long wait = due - System.nanoTime();
        if (wait > 0) {
          LockSupport.parkNanos(Math.min(wait, TimeUnit.MILLISECONDS.toNanos(100)));
          continue;
        }
        due = Math.max(due, System.nanoTime() - interval) + interval;
        visit.next();
        play(kind, count, visit);
      }
    }
  }

  private void play(Kind kind, Count count, Visit visit) {
    long begun = System.nanoTime();
    try {
      kind.play(visit);
      long took = System.nanoTime() - begun;
      count.latencies.add(took);
      if (kind.isSmall()) {
        recent.add(took);
      }
    } catch (IOException e) {
      count.failed.increment();
      keep(kind.text() + ": " + e);
      visit.close();
    }
  }

  private synchronized void keep(String failure) {
    if (failures.size() < FAILURES_KEPT) {
      failures.add(failure);
    }
  }

  /** The first failures, word for word. */
  synchronized List<String> failures() {
    return List.copyOf(failures);
  }

  Map<Kind, Count> counts() {
    return counts;
  }

  /** How many are over. */
  long done() {
    return counts.values().stream().mapToLong(Count::done).sum();
  }

  /** How many went another way than they should. */
  long failed() {
    return counts.values().stream().mapToLong(Count::failed).sum();
  }

  /** What small requests took since this was asked last. */
  Latencies takeRecent() {
    Latencies taken = recent;
    recent = new Latencies();
    return taken;
  }

  /** Lets each client end after what it is at. */
  @Override
  public void close() {
    stopping = true;
    for (Thread thread : threads) {
      try {
        thread.join(JOIN_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
