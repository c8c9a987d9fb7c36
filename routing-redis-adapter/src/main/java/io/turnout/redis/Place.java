// SPDX-License-Identifier: Apache-2.0
package io.turnout.redis;

import io.turnout.spi.RouteInvalidations.Listener;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/** A listener that hears nothing any more once its place is closed. */
final class Place {

  /** How long a close waits for a listener that is being called; it may wait for the closer. */
  private static final long CLOSE_SECONDS = 1;

  private final Listener listener;
  private final ReentrantLock calling = new ReentrantLock();
  private volatile boolean closed;

  Place(Listener listener) {
    this.listener = listener;
  }

  /** Calls the listener, unless the place is closed. */
  void call(Consumer<Listener> call) {
    calling.lock();
    try {
      if (!closed) {
        call.accept(listener);
      }
    } finally {
      calling.unlock();
    }
  }

  /** Closes the place; the listener may do so itself. */
  void close() {
    closed = true;
    try {
      if (calling.tryLock(CLOSE_SECONDS, TimeUnit.SECONDS)) {
        calling.unlock();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
