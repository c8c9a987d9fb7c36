// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.nettyproxy;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.util.ReferenceCountUtil;
import io.turnout.decision.RouteDecision;
import io.turnout.netty.NettyRouting;
import java.net.InetSocketAddress;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Forwards the requests of one connection, or stream, to the cells that were decided on. */
@SuppressWarnings("FutureReturnValueIgnored") // what fails to close is closed
final class ForwardingHandler extends ChannelInboundHandlerAdapter {

  private final Map<String, InetSocketAddress> cells;
  private @Nullable Forwarding forwarding;

  ForwardingHandler(Map<String, InetSocketAddress> cells) {
    this.cells = cells;
  }

  // example: decided
  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (message instanceof HttpRequest head) {
      RouteDecision decision = ctx.channel().attr(NettyRouting.DECISION).get();
      forwarding = new Forwarding(ctx.channel(), cells, head);
      forwarding.to(decision);
    }
    if (message instanceof HttpContent piece && forwarding != null) {
      forwarding.send(piece);
    } else if (!(message instanceof HttpRequest)) {
      ReferenceCountUtil.release(message);
    }
  }

  // end of example

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
    if (forwarding != null) {
      forwarding.clientTakes(ctx.channel().isWritable());
    }
    ctx.fireChannelWritabilityChanged();
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    if (forwarding != null) {
      forwarding.giveUp();
    }
    ctx.fireChannelInactive();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    ctx.close();
  }
}
