// SPDX-License-Identifier: Apache-2.0
package io.turnout.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.util.ReferenceCountUtil;
import io.turnout.Handover;
import io.turnout.RoutingAttempt;
import io.turnout.decision.RouteDecision;
import io.turnout.request.BodyPresence;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** One request from its head to the end of its answer. For the event loop of its channel. */
final class Exchange {

  /** Below this, pieces are joined, so that what is held weighs little more than its bytes. */
  static final int SMALL_PIECE_BYTES = 1024;

  /** How far a request has come. */
  enum State {
    /** It is held back, until it is known where it belongs. */
    DECIDING,
    /** It goes on, piece by piece. */
    GOING_ON,
    /** It goes nowhere: what comes of it is dropped. */
    REFUSED
  }

  final Wire wire;
  final Object message;
  final NettyHead head;
  State state = State.DECIDING;

  /** What came after the head and was looked at, and has not gone on yet. */
  final ArrayDeque<Object> held;

  @Nullable RoutingAttempt attempt;

  /** What to do next, once that is known: a decision, or a failure. */
  @Nullable RouteDecision made;

  @Nullable Throwable failure;
  @Nullable Handover handover;

  /** Whether the end of the request was looked at, and the end of its answer was written. */
  boolean ended;

  boolean answered;

  /** Whether the engine could not read it, and so nothing after it either. */
  boolean broken;

  /** Whether the client was given leave to send the body, or has not waited for it. */
  boolean continued;

  /** Whether the connection is to be closed once nothing of the request is to come. */
  boolean closing;

  private @Nullable ByteBuf joined;

  /** A request that begins with a message; what is held of it goes into an empty queue. */
  Exchange(Wire wire, Object message, NettyHead head, ArrayDeque<Object> held) {
    this.held = held;
    this.wire = wire;
    this.message = message;
    this.head = head;
  }

  /** Whether more of the request is needed before anything can be decided. */
  boolean needsBody() {
    return state == State.DECIDING && attempt != null && attempt.needsBody();
  }

  /** Whether it went on, and nothing final was answered yet. */
  boolean isAwaitingAnswer() {
    return state == State.GOING_ON && !answered;
  }

  /** Whether nothing more will come or go. */
  boolean isOver() {
    return ended && answered && !broken;
  }

  /** Whether there may be more of the body to come. */
  boolean isUnfinished() {
    return broken || !ended && head.body() != BodyPresence.NONE;
  }

  /** Whether the client waits for leave to send the body, and has not got it. */
  boolean awaitsContinue() {
    return !continued && !ended && !broken && head.expectsContinue();
  }

  /** Shows a message to the attempt. */
  void show(RoutingAttempt open, Object piece) {
    ByteBuf content = wire.content(piece);
    if (content.isReadable()) {
      continued = true;
      if (content.nioBufferCount() > 0) {
        for (ByteBuffer part : content.nioBuffers()) {
          open.offer(part);
        }
      } else {
        open.offer(ByteBuffer.wrap(ByteBufUtil.getBytes(content)));
      }
    }
    if (wire.ends(piece)) {
      ended = true;
      open.end();
    }
  }

  /** Keeps a message that was looked at. */
  void hold(Object piece) {
    ByteBuf content = wire.spells(piece) ? wire.content(piece) : null;
    if (content == null || wire.ends(piece) || content.readableBytes() >= SMALL_PIECE_BYTES) {
      joined = null;
      held.add(piece);
      return;
    }
    ByteBuf together = joined;
    if (together == null && content.isReadable()) {
      together = content.alloc().buffer(SMALL_PIECE_BYTES);
      joined = together;
      held.add(wire.piece(together, piece));
    }
    if (together != null) {
      together.writeBytes(content, content.readerIndex(), content.readableBytes());
    }
    ReferenceCountUtil.release(piece);
  }

  /** Gives up what is under way and lets go of what is held. */
  void drop() {
    if (state == State.DECIDING) {
      ReferenceCountUtil.release(message);
      if (attempt != null) {
        attempt.cancel();
      }
    }
    state = State.REFUSED;
    joined = null;
    for (Object piece = held.poll(); piece != null; piece = held.poll()) {
      ReferenceCountUtil.release(piece);
    }
  }
}
