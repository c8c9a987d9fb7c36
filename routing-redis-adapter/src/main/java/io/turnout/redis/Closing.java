// SPDX-License-Identifier: Apache-2.0
package io.turnout.redis;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for a connection to be closed, but not for long. */
final class Closing {

  private Closing() {}

  static void await(CompletableFuture<?> closing) {
    try {
      closing.get(1, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      return; // it never came about, or it ends with its client
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
