// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.demo;

import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Sends recorded requests in their order at a rate.
 *
 * <p>A timer sends what is due; what is due while too many are in flight is sent when an answer
 * comes. All of it happens on one event loop.
 */
final class Replayer {

  /** A rate that is never reached: as fast as it goes. */
  static final int FULL_SPEED = 1_000_000;

  private static final int IN_FLIGHT = 64;
  private static final long TICK_MILLIS = 5;
  private static final long NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

  private final Player player;
  private final int perSecond;
  private volatile boolean stopping;

  /**
   * Makes a replayer.
   *
   * @param perSecond how many requests are sent a second, 1 to {@link #FULL_SPEED}
   */
  Replayer(Player player, int perSecond) {
    this.player = player;
    this.perSecond = perSecond;
  }

  /**
   * Sends all requests once.
   *
   * @param firstNumber the number of the first; it and those after it must be new to the player
   * @return completes when every request is over that was sent
   */
  CompletableFuture<Void> replay(List<Recorded> requests, long firstNumber) {
    Vertx vertx = player.vertx();
    Promise<Void> done = Promise.promise();
    Pass pass = new Pass(requests, firstNumber, done);
    vertx.getOrCreateContext().runOnContext(v -> pass.begin(vertx));
    return done.future().toCompletionStage().toCompletableFuture();
  }

  /** Lets no more requests be sent; those in flight end. */
  void stop() {
    stopping = true;
  }

  /** One time through the requests. */
  private final class Pass {

    private final List<Recorded> requests;
    private final long firstNumber;
    private final Promise<Void> done;
    private final long started = System.nanoTime();
    private int sent;
    private int inFlight;
    private long timer;

    Pass(List<Recorded> requests, long firstNumber, Promise<Void> done) {
      this.requests = requests;
      this.firstNumber = firstNumber;
      this.done = done;
    }

    void begin(Vertx vertx) {
      timer = vertx.setPeriodic(TICK_MILLIS, tick -> sendDue(vertx));
      sendDue(vertx);
    }

    private void sendDue(Vertx vertx) {
      long due = 1 + (System.nanoTime() - started) * perSecond / NANOS_PER_SECOND;
      while (!allSent() && sent < due && inFlight < IN_FLIGHT) {
        Recorded next = requests.get(sent);
        long number = firstNumber + sent;
        sent++;
        inFlight++;
        player.play(number, next).onComplete(over -> vertx.runOnContext(v -> over(vertx)));
      }
      if (allSent() && inFlight == 0 && vertx.cancelTimer(timer)) {
        done.complete();
      }
    }

    private boolean allSent() {
      return stopping || sent == requests.size();
    }

    private void over(Vertx vertx) {
      inFlight--;
      sendDue(vertx);
    }
  }
}
