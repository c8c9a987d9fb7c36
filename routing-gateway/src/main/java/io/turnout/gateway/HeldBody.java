// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.turnout.RoutingAttempt;
import io.vertx.core.buffer.Buffer;
import java.nio.ByteBuffer;

/** The start of a body, held back and shown to an attempt for as long as it needs more of it. */
final class HeldBody implements RequestBody.Taker {

  private final RequestBody body;
  private final KeptBody kept;
  private final RoutingAttempt attempt;
  private final Runnable moved;
  private final Runnable sated;

  /**
   * Holds a body.
   *
   * @param kept where it is held
   * @param moved called for each piece
   * @param sated called once, when the attempt needs no more and the body stands still
   */
  HeldBody(
      RequestBody body, KeptBody kept, RoutingAttempt attempt, Runnable moved, Runnable sated) {
    this.moved = moved;
    this.body = body;
    this.kept = kept;
    this.attempt = attempt;
    this.sated = sated;
  }

  @Override
  public void piece(Buffer piece) {
    moved.run();
    kept.hold(piece);
    if (!attempt.needsBody()) {
      return;
    }
    attempt.offer(ByteBuffer.wrap(piece.getBytes()));
    if (!attempt.needsBody()) {
      body.pause();
      sated.run();
    }
  }

  @Override
  public void end() {
    if (attempt.needsBody()) {
      attempt.end();
      sated.run();
    }
  }
}
