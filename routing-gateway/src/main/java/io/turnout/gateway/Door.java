// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.util.concurrent.Future;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.impl.ConnectionBase;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What stands before a connection until it is one of HTTP, and closes it if that takes too long.
 *
 * <p>Where the first bytes say which version of HTTP is spoken, it keeps a connection of HTTP/1
 * from being upgraded to HTTP/2: a hop before this one that takes the upgrade for an ordinary
 * request would no longer see what is asked. One thread.
 */
final class Door extends ChannelInboundHandlerAdapter {

  /** What it is called in a pipeline. */
  static final String NAME = "door";

  private static final byte[] PREFACE =
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  /** What the engine calls its handler that looks for upgrades in HTTP/1. */
  private static final String UPGRADING = "h2c";

  private final Doorway.Rules rules;
  private long since;
  private @Nullable Future<?> timer;
  private boolean settled;
  private int matched;

  Door(Doorway.Rules rules) {
    this.rules = rules;
    settled = !rules.bothVersions();
  }

  /** Opens the door of a connection that has become one of HTTP; how long that has taken. */
  static Duration open(HttpConnection connection) {
    if (connection instanceof ConnectionBase base
        && base.channel().pipeline().get(NAME) instanceof Door door) {
      return door.open(base);
    }
    return Duration.ZERO;
  }

  private Duration open(ConnectionBase connection) {
    stopTimer();
    connection.channel().pipeline().remove(this);
    return Duration.ofNanos(System.nanoTime() - since);
  }

  @Override
  @SuppressWarnings("FutureReturnValueIgnored")
  public void channelActive(ChannelHandlerContext ctx) {
    since = System.nanoTime();
    timer =
        ctx.executor()
            .schedule(() -> ctx.close(), rules.patience().toMillis(), TimeUnit.MILLISECONDS);
    ctx.fireChannelActive();
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    stopTimer();
    ctx.fireChannelInactive();
  }

  private void stopTimer() {
    if (timer != null) {
      timer.cancel(false);
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (settled || !(message instanceof ByteBuf bytes)) {
      ctx.fireChannelRead(message);
      return;
    }
    int other = firstThatDiffers(bytes);
    if (other < 0) {
      settled = matched == PREFACE.length;
      ctx.fireChannelRead(bytes);
      return;
    }
    settled = true;
    ByteBuf rest =
        bytes.retainedSlice(bytes.readerIndex() + other + 1, bytes.readableBytes() - other - 1);
    ctx.fireChannelRead(bytes.slice(bytes.readerIndex(), other + 1));
    if (ctx.pipeline().get(UPGRADING) != null) {
      ctx.pipeline().addBefore(UPGRADING, null, new NoUpgrade());
    }
    ctx.fireChannelRead(rest);
  }

  /** Where HTTP/2's first bytes are left; negative if they are not. */
  private int firstThatDiffers(ByteBuf bytes) {
    for (int i = 0; i < bytes.readableBytes() && matched < PREFACE.length; i++) {
      if (bytes.getByte(bytes.readerIndex() + i) != PREFACE[matched]) {
        return i;
      }
      matched++;
    }
    return -1;
  }

  /** Takes the wish to go on in HTTP/2 off the first request. */
  private static final class NoUpgrade extends ChannelInboundHandlerAdapter {

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
      if (message instanceof HttpRequest request) {
        if (request.headers().contains(HttpHeaderNames.UPGRADE, UPGRADING, true)) {
          request.headers().remove(HttpHeaderNames.UPGRADE);
        }
        ctx.pipeline().remove(this);
      }
      ctx.fireChannelRead(message);
    }
  }
}
