// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import io.turnout.spi.RouteKey;
import io.turnout.spi.RouteScheduler.Scheduled;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** One read of one key in a layer. It ends once, with an answer or without. Thread-safe. */
final class LayerRead {

  /** Who wants to know. */
  interface Reader {

    /** The layer has this, or nothing that may be used; called once. */
    void read(@Nullable Candidate candidate);
  }

  private final RouteKey key;
  private final Reader reader;
  private final AtomicBoolean ended = new AtomicBoolean();
  private final long startNanos;
  private volatile @Nullable Slot slot;
  private @Nullable Scheduled timer;

  LayerRead(RouteKey key, Reader reader, long startNanos) {
    this.key = key;
    this.reader = reader;
    this.startNanos = startNanos;
  }

  RouteKey key() {
    return key;
  }

  long startNanos() {
    return startNanos;
  }

  /** It goes out now, in a call that takes this place; false if it has ended and takes none. */
  synchronized boolean send(Slot place) {
    if (ended.get()) {
      return false;
    }
    slot = place;
    return true;
  }

  /** The place that its call takes; null while it waits. */
  @Nullable Slot slot() {
    return slot;
  }

  boolean hasEnded() {
    return ended.get();
  }

  /** Ends it; false if it had ended. */
  synchronized boolean end() {
    if (!ended.compareAndSet(false, true)) {
      return false;
    }
    cancelTimer();
    return true;
  }

  void answer(@Nullable Candidate candidate) {
    reader.read(candidate);
  }

  synchronized void setTimer(Scheduled next) {
    timer = next;
    if (ended.get()) {
      cancelTimer();
    }
  }

  private synchronized void cancelTimer() {
    if (timer != null) {
      timer.cancel();
      timer = null;
    }
  }
}
