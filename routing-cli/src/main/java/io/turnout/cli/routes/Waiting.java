// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.routes;

import io.turnout.cli.terminal.Interrupts;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** How a command lets time pass. */
@FunctionalInterface
public interface Waiting {

  /** Waits in real time. */
  Waiting SYSTEM =
      (time, interrupts) -> {
        try {
          interrupts.requested().get(time.toMillis(), TimeUnit.MILLISECONDS);
          return true;
        } catch (TimeoutException e) {
          return false;
        } catch (ExecutionException e) {
          return true;
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return true;
        }
      };

  /**
   * Lets time pass.
   *
   * @param time how much, not negative
   * @return whether the command was asked to end meanwhile
   */
  boolean pass(Duration time, Interrupts interrupts);
}
