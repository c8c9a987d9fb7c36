// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import io.turnout.resolve.ResolverListener.SnapshotResult;
import io.turnout.spi.RouteScheduler;
import io.turnout.spi.RouteScheduler.Scheduled;
import java.io.IOException;
import java.time.Duration;
import java.util.Iterator;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Keeps the near cache over a restart: reads what was written before, and writes at an interval and
 * at the end.
 *
 * <p>What is held is gathered in slices, one task of the scheduler each, into a draft that takes
 * the place of the snapshot when it is whole. Whatever fails is logged and told to the listener,
 * and changes nothing else. Thread-safe.
 */
final class Snapshot {

  /** So many keys are gathered at a time. */
  static final int SLICE_KEYS = 1_000;

  private final SnapshotPlan plan;
  private final ResolverParts parts;
  private final RouteScheduler scheduler;
  private final Logger logger;
  private final FailureLog failures;
  private @Nullable Round round;
  private @Nullable Scheduled next;
  private boolean closed;

  Snapshot(SnapshotPlan plan, ResolverParts parts, RouteScheduler scheduler, Logger logger) {
    this.plan = plan;
    this.parts = parts;
    this.scheduler = scheduler;
    this.logger = logger;
    failures = new FailureLog(parts.clock(), "writing " + plan.store(), logger);
  }

  /** Brings back what was written before, as far as it may still be used. */
  void restore(Duration serveExpiredFor) {
    SnapshotRestore restore = new SnapshotRestore(parts, serveExpiredFor.toNanos());
    try {
      Optional<SnapshotStore.Content> kept = plan.store().content();
      if (kept.isEmpty()) {
        parts.listener().onSnapshot(SnapshotResult.NONE, 0);
        return;
      }
      try (SnapshotStore.Content content = kept.get()) {
        SnapshotReader.read(content, SnapshotFormat.MOST_BYTES, restore);
      }
      parts.listener().onSnapshot(SnapshotResult.READ, restore.keys());
    } catch (IOException | RuntimeException e) {
      logger.warn("{} is not used: {}", plan.store(), reason(e));
      parts.listener().onSnapshot(SnapshotResult.UNUSABLE, 0);
    }
  }

  /** Begins to write at the interval. */
  synchronized void start() {
    next = closed ? null : scheduler.schedule(this::begin, plan.interval());
  }

  /** Gives up what is being written, writes it all once more, and ends. */
  synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    if (next != null) {
      next.cancel();
    }
    boolean interrupted = Thread.interrupted();
    try {
      if (round != null) {
        round.drop();
      }
      round = begun();
      while (round != null) {
        slice();
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private synchronized void begin() {
    if (!closed) {
      round = begun();
      continueLater();
    }
  }

  private synchronized void proceed() {
    if (!closed) {
      slice();
      continueLater();
    }
  }

  private void continueLater() {
    if (round == null) {
      start();
    } else {
      scheduler.execute(this::proceed);
    }
  }

  private @Nullable Round begun() {
    try {
      return new Round();
    } catch (IOException | RuntimeException e) {
      failed(e);
      return null;
    }
  }

  private void slice() {
    Round current = round;
    try {
      if (current != null && current.slice()) {
        round = null;
        told(current);
      }
    } catch (IOException | RuntimeException e) {
      round = null;
      failed(e);
      if (current != null) {
        current.drop();
      }
    }
  }

  private void told(Round whole) {
    SnapshotWriter writer = whole.writer;
    if (writer.leftOut() > 0) {
      failures.failed(
          writer.leftOut() + " keys did not fit into " + SnapshotFormat.MOST_BYTES + " bytes");
    }
    parts.listener().onSnapshot(SnapshotResult.WRITTEN, writer.keys());
  }

  private void failed(Exception e) {
    failures.failed(reason(e));
    parts.listener().onSnapshot(SnapshotResult.NOT_WRITTEN, 0);
  }

  /** The text of an input or output error names files; that of another might hold a key. */
  private static String reason(Exception e) {
    String message = e.getMessage();
    return e.getClass().equals(IOException.class) && message != null
        ? message
        : e.getClass().getName();
  }

  /** One writing. */
  private final class Round {
    private final SnapshotWriter writer;
    private final Iterator<NearEntry> rest = parts.near().all();

    Round() throws IOException {
      writer = new SnapshotWriter(plan.store().draft(), SnapshotFormat.MOST_BYTES);
    }

    /** Writes the next keys; whether that was all. */
    boolean slice() throws IOException {
      Instants now = Instants.now(parts.clock());
      for (int i = 0; i < SLICE_KEYS && rest.hasNext(); i++) {
        NearEntry held = rest.next();
        writer.key(held, !parts.judge().isInvalidated(held), now);
      }
      if (rest.hasNext()) {
        return false;
      }
      writer.invalidations(parts.invalidations(), now);
      writer.publish(now.wallMillis());
      writer.close();
      return true;
    }

    void drop() {
      try {
        writer.close();
      } catch (IOException e) {
        failures.failed(reason(e));
      }
    }
  }
}
