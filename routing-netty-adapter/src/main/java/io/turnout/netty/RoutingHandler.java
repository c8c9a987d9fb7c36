// SPDX-License-Identifier: Apache-2.0
package io.turnout.netty;

import io.netty.channel.Channel;
import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.util.ReferenceCountUtil;
import io.turnout.CellRouter;
import io.turnout.RoutingAttempt;
import io.turnout.decision.Outcome;
import io.turnout.decision.Refusal;
import io.turnout.decision.RouteDecision;
import io.turnout.netty.Exchange.State;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds each request of a channel back until it is known where it belongs, and lets it go on, or
 * answers it. For one channel.
 *
 * <p>One request at a time goes on: the next waits until the answer to the one before is written,
 * so answers keep their order and the channel's decision is that of the one request that is under
 * way. What has come and may not go yet waits in {@code arrived}; {@link #step} moves one message,
 * {@link #settle} says afterwards whether more is read. Everything happens on the handler's
 * executor; only decisions come from elsewhere.
 */
@SuppressWarnings("FutureReturnValueIgnored") // what fails ends the channel, and that is heard of
final class RoutingHandler extends ChannelDuplexHandler {

  private static final Logger logger = LoggerFactory.getLogger(RoutingHandler.class);

  private final CellRouter router;
  private final Heads heads;
  private final Answers answers;
  private @Nullable ChannelHandlerContext context;
  private final ArrayDeque<Object> arrived = new ArrayDeque<>();
  private final ArrayDeque<Object> held = new ArrayDeque<>();
  private @Nullable Exchange exchange;

  /** Whether messages are being moved further down the stack. */
  private boolean moving;

  /** Whether what arrives goes on as it would without this handler, asked for or not. */
  private boolean flowing;

  /** Whether messages of the read that is under way may still come. */
  private boolean reading;

  /** Whether something went on outside of a read. */
  private boolean passed;

  /** Whether reading was automatic, and was switched off here. */
  private boolean paused;

  /** Whether the handler behind asked for one message, and has not got it. */
  private boolean asked;

  /** Whether an automatic read was not passed on. */
  private boolean owed;

  RoutingHandler(CellRouter router) {
    this.router = router;
    heads = new Heads(router);
    answers = new Answers(heads);
  }

  /** The handler of a channel. */
  static RoutingHandler of(Channel channel) {
    RoutingHandler handler = channel.pipeline().get(RoutingHandler.class);
    if (handler == null) {
      throw new IllegalStateException("the pipeline of " + channel + " has no routing handler");
    }
    return handler;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    context = ctx;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    reading = true;
    boolean atOnce = arrived.isEmpty() && held.isEmpty() && !moving;
    arrived.add(message);
    if (!moving) {
      move(ctx, atOnce);
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    reading = false;
    passed = false;
    settle(ctx);
    ctx.fireChannelReadComplete();
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
    moveSoon(ctx);
    ctx.fireChannelWritabilityChanged();
  }

  @Override
  public void read(ChannelHandlerContext ctx) {
    if (wantsMore()) {
      asked = false;
      owed = false;
      ctx.read();
      return;
    }
    owed = ctx.channel().config().isAutoRead();
    asked = !owed;
    if (!moving) {
      move(ctx, false);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    dropAll();
    ctx.fireChannelInactive();
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    while (answers.isTunnel() && !arrived.isEmpty()) {
      ctx.fireChannelRead(arrived.remove());
    }
    boolean lost = !arrived.isEmpty() || !held.isEmpty() || isDeciding();
    dropAll();
    if (lost) {
      ctx.close();
    } else if (paused) {
      resume(ctx);
    }
  }

  private boolean isDeciding() {
    return exchange != null && exchange.state == State.DECIDING;
  }

  private void dropAll() {
    if (exchange != null) {
      exchange.drop();
    }
    while (!arrived.isEmpty()) {
      ReferenceCountUtil.release(arrived.remove());
    }
  }

  /** Moves what may go, but not within the call of somebody who writes an answer. */
  private void moveSoon(ChannelHandlerContext ctx) {
    if (!arrived.isEmpty()) {
      ctx.executor().execute(() -> move(ctx, false));
    }
  }

  /** Moves what may go, in order. */
  private void move(ChannelHandlerContext ctx, boolean atOnce) {
    flowing = atOnce;
    moving = true;
    try {
      while (step(ctx)) {
        // until nothing may go
      }
    } finally {
      moving = false;
    }
    if (passed && !reading) {
      passed = false;
      ctx.fireChannelReadComplete();
    }
    settle(ctx);
  }

  /** Looks at, or moves, one message; false if there is none that may go. */
  private boolean step(ChannelHandlerContext ctx) {
    Exchange now = exchange;
    if (now != null && now.state == State.DECIDING) {
      return decide(ctx, now);
    }
    if (!held.isEmpty()) {
      return mayGo(ctx) && pass(ctx, Wire.of(held.element()), held.remove());
    }
    Object next = arrived.peek();
    if (next == null) {
      return false;
    }
    Wire wire = Wire.of(next);
    if (wire == null || answers.isTunnel()) {
      return mayGo(ctx) && pass(ctx, wire, arrived.remove());
    }
    if (now == null || now.isOver()) {
      if (!ctx.channel().isWritable()) {
        return false; // a client that reads no answers gets to send no requests
      }
      begin(ctx, wire, arrived.remove());
      return true;
    }
    if (now.ended && !now.broken) {
      return false;
    }
    if (now.state == State.REFUSED) {
      now.ended = wire.ends(next);
      ReferenceCountUtil.release(arrived.remove());
      if (now.ended && now.closing && !now.broken) {
        ctx.close();
      }
      return true;
    }
    if (!mayGo(ctx)) {
      return false;
    }
    now.ended = wire.ends(next);
    return pass(ctx, wire, arrived.remove());
  }

  /** Whether something may go on: it was asked for, or nobody asks. */
  private boolean mayGo(ChannelHandlerContext ctx) {
    if (flowing || ctx.channel().config().isAutoRead()) {
      return true;
    }
    boolean one = asked;
    asked = false;
    return one;
  }

  private boolean pass(ChannelHandlerContext ctx, @Nullable Wire wire, Object message) {
    if (wire != null) {
      wire.strip(message);
    }
    passed = true;
    ctx.fireChannelRead(message);
    return true;
  }

  private void begin(ChannelHandlerContext ctx, Wire wire, Object message) {
    NettyHead head = wire.head(message, ctx.channel());
    if (head == null) {
      pass(ctx, wire, message);
      return;
    }
    ctx.channel().attr(NettyRouting.DECISION).set(null);
    Exchange begun = new Exchange(wire, message, head, held);
    exchange = begun;
    Throwable broken = head.failure();
    if (broken != null) {
      begun.broken = true;
      refuse(ctx, begun, Refusals.of(broken));
      return;
    }
    RoutingAttempt attempt;
    try {
      attempt = router.begin(head);
    } catch (RuntimeException e) {
      begun.failure = e;
      begun.ended = wire.ends(message);
      return;
    }
    begun.attempt = attempt;
    if (attempt.needsBody()) {
      begun.show(attempt, message);
    } else {
      begun.ended = wire.ends(message);
    }
    awaitDecision(ctx, begun, attempt);
  }

  /** Takes the request under way a step nearer to its decision, or acts on that. */
  private boolean decide(ChannelHandlerContext ctx, Exchange now) {
    if (now.failure != null) {
      logger.error("a request could not be decided", now.failure);
      refuse(ctx, now, Refusals.INTERNAL);
      return true;
    }
    if (now.made != null) {
      try {
        act(ctx, now, now.made);
      } catch (RuntimeException e) {
        now.failure = e;
      }
      return true;
    }
    Object next = arrived.peek();
    RoutingAttempt attempt = now.attempt;
    if (next == null || attempt == null || !attempt.needsBody()) {
      return false;
    }
    arrived.remove();
    if (now.wire.spells(next)) {
      Throwable broken = now.wire.failure(next);
      if (broken != null) {
        now.broken = true;
        ReferenceCountUtil.release(next);
        refuse(ctx, now, Refusals.of(broken));
        return true;
      }
      now.show(attempt, next);
    }
    now.hold(next);
    awaitDecision(ctx, now, attempt);
    return true;
  }

  private void awaitDecision(ChannelHandlerContext ctx, Exchange now, RoutingAttempt attempt) {
    if (attempt.isDecided()) {
      now.made = attempt.decisionNow();
    } else if (!attempt.needsBody()) {
      attempt
          .decision()
          .whenComplete((made, failure) -> here(ctx, () -> decided(ctx, now, made, failure)));
    }
  }

  private void decided(
      ChannelHandlerContext ctx,
      Exchange now,
      @Nullable RouteDecision made,
      @Nullable Throwable failure) {
    if (now.state == State.DECIDING) {
      now.made = made;
      now.failure = failure;
      if (!moving) {
        move(ctx, false);
      }
    }
  }

  private void act(ChannelHandlerContext ctx, Exchange now, RouteDecision decision) {
    ctx.channel().attr(NettyRouting.DECISION).set(decision);
    if (decision.outcome() == Outcome.REJECT) {
      refuse(ctx, now, Refusal.of(decision));
      return;
    }
    if (paused) {
      resume(ctx);
    }
    flowing = flowing && held.isEmpty();
    heads.goesOn(now, decision, now.message);
    now.state = State.GOING_ON;
    ctx.fireUserEventTriggered(decision);
    passed = true;
    ctx.fireChannelRead(now.message);
  }

  private void refuse(ChannelHandlerContext ctx, Exchange now, Refusal refusal) {
    now.drop();
    if (now.isUnfinished() && !now.awaitsContinue()) {
      ctx.executor().execute(() -> answer(ctx, now, refusal));
    } else {
      answer(ctx, now, refusal);
    }
  }

  /** Answers a refused request, as far as it came. */
  private void answer(ChannelHandlerContext ctx, Exchange now, Refusal refusal) {
    if (now.answered || !ctx.channel().isActive()) {
      return;
    }
    now.answered = true;
    OwnAnswer.write(ctx, now, refusal, heads);
    if (!moving) {
      move(ctx, false);
    }
  }

  /** Whether there is use for more: nothing waits here, or what waits needs it. */
  private boolean wantsMore() {
    Exchange now = exchange;
    if (now == null || now.state == State.GOING_ON) {
      return arrived.isEmpty() && held.isEmpty();
    }
    return arrived.isEmpty() && (now.state == State.REFUSED || now.needsBody());
  }

  /** Has more read, or not, as fits what waits. */
  private void settle(ChannelHandlerContext ctx) {
    ChannelConfig config = ctx.channel().config();
    if (!wantsMore()) {
      if (!arrived.isEmpty() && config.isAutoRead()) {
        paused = true;
        config.setAutoRead(false);
      }
      return;
    }
    Exchange now = exchange;
    boolean alone = now != null && (now.needsBody() || now.state == State.REFUSED && !now.ended);
    if (now != null && !reading && now.needsBody() && now.awaitsContinue()) {
      now.continued = true;
      ctx.writeAndFlush(now.wire.goOn());
    }
    if (paused) {
      resume(ctx);
    } else if (config.isAutoRead() ? owed : asked || alone) {
      asked = false;
      owed = false;
      ctx.read();
    }
  }

  private void resume(ChannelHandlerContext ctx) {
    paused = false;
    ctx.channel().config().setAutoRead(true);
  }

  @Override
  public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
    Wire wire = Wire.of(message);
    if (wire == null) {
      ctx.write(message, promise);
      return;
    }
    Exchange now = exchange == null || exchange.answered ? null : exchange;
    boolean last = wire.ends(message);
    boolean passes;
    try {
      passes = answers.pass(now, wire, message);
    } catch (RuntimeException e) {
      ReferenceCountUtil.release(message);
      throw e;
    }
    if (!passes) {
      ReferenceCountUtil.release(message);
      promise.trySuccess();
      return;
    }
    ctx.write(message, promise);
    if (answers.isOver(last) && now != null) {
      now.answered = true;
      moveSoon(ctx);
    }
  }

  /** Sends a request elsewhere that reached the wrong cell, if there is an elsewhere. */
  CompletionStage<Optional<RouteDecision>> correct(Object again) {
    ChannelHandlerContext ctx = context;
    Exchange now = exchange;
    RouteDecision wrong = now == null ? null : now.made;
    if (ctx == null || now == null || wrong == null || !now.isAwaitingAnswer()) {
      return CompletableFuture.failedFuture(
          new IllegalStateException("no request is under way that went on and is not answered"));
    }
    CompletableFuture<Optional<RouteDecision>> corrected = new CompletableFuture<>();
    router
        .correct(wrong)
        .thenAccept(better -> here(ctx, () -> corrected(ctx, now, better, again, corrected)));
    return corrected;
  }

  private void corrected(
      ChannelHandlerContext ctx,
      Exchange now,
      Optional<RouteDecision> better,
      Object again,
      CompletableFuture<Optional<RouteDecision>> told) {
    if (now != exchange || !now.isAwaitingAnswer()) {
      told.complete(Optional.empty());
      return;
    }
    if (better.isPresent()) {
      now.made = better.get();
      ctx.channel().attr(NettyRouting.DECISION).set(now.made);
      heads.goesOn(now, now.made, again);
    }
    told.complete(better);
  }

  private static void here(ChannelHandlerContext ctx, Runnable task) {
    if (ctx.executor().inEventLoop()) {
      task.run();
    } else {
      ctx.executor().execute(task);
    }
  }
}
