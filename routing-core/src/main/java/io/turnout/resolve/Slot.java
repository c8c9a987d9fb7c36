// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * A place among the calls that may run at once. All questions of one call share it, and the last
 * one to end frees it. Thread-safe.
 */
final class Slot {

  private final AtomicInteger open;

  /** Starts with so many questions. */
  Slot(int questions) {
    open = new AtomicInteger(questions);
  }

  /** One question ended; true for the last one. */
  boolean leave() {
    return open.decrementAndGet() == 0;
  }
}
