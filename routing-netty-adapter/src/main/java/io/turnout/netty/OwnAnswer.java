// SPDX-License-Identifier: Apache-2.0
package io.turnout.netty;

import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2StreamChannel;
import io.turnout.decision.Refusal;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The answer to a request that goes nowhere, and what becomes of its connection. */
@SuppressWarnings("FutureReturnValueIgnored") // what fails ends the channel, and that is heard of
final class OwnAnswer {

  /** How long what is left of a refused request is dropped before the connection is closed. */
  static final long LINGER_MILLIS = 2_000;

  private OwnAnswer() {}

  /** Answers a refused request, as far as it came. */
  static void write(ChannelHandlerContext ctx, Exchange now, Refusal refusal, Heads heads) {
    boolean stream = ctx.channel() instanceof Http2StreamChannel;
    boolean withheld = now.awaitsContinue();
    boolean unfinished = now.isUnfinished();
    boolean ending = !stream && (unfinished || !now.head.keepsConnection());
    ChannelFuture written = ctx.newSucceededFuture();
    List<Object> parts = now.wire.answer(refusal, now.message, ending);
    heads.decided(now, now.wire, parts.get(0));
    for (Object part : parts) {
      written = ctx.write(part);
    }
    ctx.flush();
    if (stream && unfinished) {
      written.addListener(
          sent -> ctx.writeAndFlush(new DefaultHttp2ResetFrame(Http2Error.NO_ERROR)));
    } else if (ending && (withheld || !unfinished)) {
      written.addListener(ChannelFutureListener.CLOSE);
    } else if (ending) {
      written.addListener(sent -> linger(ctx, now));
    }
  }

  /** Drops what is left of a request for a while, so that its client gets to read the answer. */
  private static void linger(ChannelHandlerContext ctx, Exchange answered) {
    answered.closing = true;
    if (answered.ended && !answered.broken) {
      ctx.close();
    } else {
      ctx.executor().schedule(() -> ctx.close(), LINGER_MILLIS, TimeUnit.MILLISECONDS);
    }
  }
}
