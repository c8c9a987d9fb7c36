// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import java.util.concurrent.CompletableFuture;

/** Who waits for the end of a flight. */
sealed interface Waiter {

  void answered(Resolution resolution);

  /** The flight failed; {@code instead} is what may be said nevertheless. */
  void failed(Resolution instead);

  /**
   * A request. Its stage is its own: cancelling it changes nothing for anybody else.
   *
   * @param stage what the request waits for
   */
  record Asker(CompletableFuture<Resolution> stage) implements Waiter {

    @Override
    public void answered(Resolution resolution) {
      stage.complete(resolution);
    }

    @Override
    public void failed(Resolution instead) {
      stage.complete(instead);
    }
  }

  /**
   * The refresh of a stale entry.
   *
   * @param entry the entry
   * @param parts the clock, and how long to wait after a failure
   */
  record Refresh(NearEntry entry, ResolverParts parts) implements Waiter {

    @Override
    public void answered(Resolution resolution) {
      entry.refreshEnded(parts.clock().nanos());
    }

    @Override
    public void failed(Resolution instead) {
      entry.refreshFailed(parts.clock().nanos(), parts.backoff());
    }
  }
}
