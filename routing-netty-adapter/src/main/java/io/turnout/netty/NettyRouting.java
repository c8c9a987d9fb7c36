// SPDX-License-Identifier: Apache-2.0
package io.turnout.netty;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.util.AttributeKey;
import io.turnout.CellRouter;
import io.turnout.decision.RouteDecision;
import io.turnout.protocol.TurnoutHeaders;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * A router for Netty's pipelines: its handler decides each request before the handlers behind it
 * see any of it. Thread-safe; make one for a router and keep it.
 *
 * <p>A request that goes on is announced: {@link #DECISION} holds its decision, a user event is
 * fired that is the {@link RouteDecision} itself, then come its head and what was held of its body.
 */
public final class NettyRouting {

  /**
   * The decision about the request under way on a channel or stream; null until it is made. It
   * stays until the next request begins, which is not before this one is answered.
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
   * TurnoutHeaders#isWrongCell}). To be called on the channel's event loop, once for a request that
   * can be sent again whole, before anything of an answer is written.
   *
   * @param again the head to be sent again, an {@code HttpRequest} or {@code Http2HeadersFrame};
   *     its fields between routers are replaced
   * @return the decision to send it by, which {@link #DECISION} holds from then on; empty if the
   *     421 is to be passed on. Completes on the event loop; fails with {@link
   *     IllegalStateException} if no request is under way that went on and is not answered
   */
  public static CompletionStage<Optional<RouteDecision>> correct(Channel channel, Object again) {
    return RoutingHandler.of(channel).correct(again);
  }
}
