// SPDX-License-Identifier: Apache-2.0
package io.turnout.netty;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.util.AttributeKey;
import io.turnout.CellRouter;
import io.turnout.decision.RouteDecision;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * A router for Netty's pipelines: its handler decides each request before the handlers behind it
 * see anything of it. Thread-safe; make one for a router and keep it.
 *
 * <p>The handler goes behind {@code HttpServerCodec}, or into each stream of an {@code
 * Http2MultiplexHandler}, there behind {@code Http2StreamFrameToHttpObjectCodec} or alone. A
 * request that goes on is announced: {@link #DECISION} holds its decision, a user event is fired
 * that is the {@link RouteDecision} itself, and then come its head and what was held back of its
 * body. A request that does not go on is answered by the handler.
 */
public final class NettyRouting {

  /**
   * The decision about the request that is under way on a channel, or on a stream of HTTP/2: null
   * until it is made. It stays until the next request begins, which is not before this one is
   * answered.
   */
  public static final AttributeKey<RouteDecision> DECISION =
      AttributeKey.valueOf("io.turnout.decision");

  private final CellRouter router;

  private NettyRouting(CellRouter router) {
    this.router = router;
  }

  /** Requests are decided by {@code router}, which stays its caller's. */
  public static NettyRouting of(CellRouter router) {
    return new NettyRouting(Objects.requireNonNull(router, "router"));
  }

  /** A new handler, for one connection of HTTP/1.1 or one stream of HTTP/2. */
  public ChannelHandler handler() {
    return new RoutingHandler(router);
  }

  /**
   * Finds out where a request belongs whose cell answered that it does not hold the key ({@link
   * io.turnout.protocol.TurnoutHeaders#isWrongCell}). Call it on the channel's event loop, before
   * anything of an answer is written, and only if the request can be sent again whole; once for a
   * request.
   *
   * @param channel the channel of the request
   * @param again the head that would be sent again, an {@code HttpRequest} or {@code
   *     Http2HeadersFrame}; its fields between routers are replaced by what has to be said now
   * @return the decision by which it is to be sent again, which {@link #DECISION} holds from then
   *     on; empty if there is none, and the 421 is to be passed on. Completes on the channel's
   *     event loop, and never if the channel is closed before. Fails with {@link
   *     IllegalStateException} if no request is under way on the channel that went on and is not
   *     answered
   */
  public static CompletionStage<Optional<RouteDecision>> correct(Channel channel, Object again) {
    return RoutingHandler.of(channel).correct(again);
  }
}
