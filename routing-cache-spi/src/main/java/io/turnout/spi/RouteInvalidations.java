// SPDX-License-Identifier: Apache-2.0
package io.turnout.spi;

import java.util.concurrent.CompletionStage;

/**
 * A push channel on which routers hear that a key has changed.
 *
 * <p>It is fast and may lose messages: it shortens the usual time for which a router works with an
 * old copy, never the bound. Implementations are thread-safe and never block the caller.
 */
public interface RouteInvalidations {

  /**
   * Tells every subscriber that copies of a key below a version are out of date.
   *
   * @param belowVersion 0 to {@link RouteEntry#MAX_VERSION} + 1
   * @return a stage that completes when the message is on its way, or fails
   */
  CompletionStage<Void> publish(RouteKey key, long belowVersion);

  /**
   * Lets a listener hear what is published from now on, until the subscription is closed.
   *
   * <p>Where messages may have been lost, for instance because a connection broke, the channel
   * subscribes again by itself and then reports the gap. The first connection counts as one too if
   * it comes about after this method has returned.
   */
  Subscription subscribe(Listener listener);

  /** Hears invalidations. It is called on the channel's threads and must be quick. */
  interface Listener {

    /** Copies of {@code key} below {@code belowVersion} are out of date. */
    void onInvalidated(RouteKey key, long belowVersion);

    /**
     * Messages may have been lost until now: everything loaded before this call may be out of date.
     */
    void onGap();
  }

  /** A listener's place on the channel. */
  @FunctionalInterface
  interface Subscription extends AutoCloseable {

    /** Ends it; nothing is heard any more once it returns. Calling it again does nothing. */
    @Override
    void close();
  }
}
