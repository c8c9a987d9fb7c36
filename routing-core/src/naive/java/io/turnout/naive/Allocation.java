// SPDX-License-Identifier: Apache-2.0
package io.turnout.naive;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** Bounds what a thread allocates; unlike time, that is the same on every machine. */
public final class Allocation {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static final int RUNS = 4;

  private Allocation() {}

  /**
   * Runs something, more than once where it is the loading of classes that takes the memory.
   *
   * @throws AssertionError if it allocates more than {@code maxBytes} every time
   */
  public static void within(long maxBytes, Runnable what) {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < RUNS && least > maxBytes; i++) {
      long before = THREADS.getCurrentThreadAllocatedBytes();
      what.run();
      least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
    }
    if (least > maxBytes) {
      throw new AssertionError("allocated " + least + " bytes, more than " + maxBytes);
    }
  }
}
