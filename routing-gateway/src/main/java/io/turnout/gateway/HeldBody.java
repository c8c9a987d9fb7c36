// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.turnout.RoutingAttempt;
import io.vertx.core.buffer.Buffer;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** The start of a body, held back and shown to an attempt for as long as it needs more of it. */
final class HeldBody implements RequestBody.Taker {

  private final RequestBody body;
  private final RoutingAttempt attempt;
  private final Runnable moved;
  private final Runnable sated;
  private @Nullable Buffer held;
  private boolean joined;

  /**
   * Holds a body.
   *
   * @param moved called for each piece
   * @param sated called once, when the attempt needs no more and the body stands still
   */
  HeldBody(RequestBody body, RoutingAttempt attempt, Runnable moved, Runnable sated) {
    this.moved = moved;
    this.body = body;
    this.attempt = attempt;
    this.sated = sated;
  }

  @Override
  public void piece(Buffer piece) {
    moved.run();
    hold(piece);
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

  /** Keeps a single piece as it is; several are joined, so that tiny ones cost what they weigh. */
  private void hold(Buffer piece) {
    if (held == null) {
      held = piece;
      return;
    }
    if (!joined) {
      held = Buffer.buffer(held.length() + piece.length()).appendBuffer(held);
      joined = true;
    }
    held.appendBuffer(piece);
  }

  /** What was held, in one piece, and is held no longer; null if nothing was. */
  @Nullable Buffer take() {
    Buffer taken = held;
    held = null;
    return taken;
  }
}
