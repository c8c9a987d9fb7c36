// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What was opened, to be closed in the opposite order. For one thread at a time. */
final class Closers implements AutoCloseable {

  private static final Logger logger = LoggerFactory.getLogger(Closers.class);

  private final List<Runnable> ends = new ArrayList<>();

  void add(Runnable end) {
    ends.add(0, end);
  }

  /** Closes everything, also after one that fails. */
  @Override
  public void close() {
    for (Runnable end : ends) {
      try {
        end.run();
      } catch (RuntimeException e) {
        logger.warn("something could not be closed", e);
      }
    }
    ends.clear();
  }
}
