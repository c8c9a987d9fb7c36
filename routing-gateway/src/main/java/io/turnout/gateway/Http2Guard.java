// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameListener;
import io.netty.handler.codec.http2.Http2FrameListenerDecorator;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Settings;
import io.turnout.request.HttpToken;
import io.vertx.core.http.HttpConnection;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Sees the frames of a client's HTTP/2 connection before the engine: ends it where there are too
 * many that cost work and carry nothing, and resets a stream whose head the engine could not read.
 * One thread.
 */
final class Http2Guard extends Http2FrameListenerDecorator {

  /**
   * How many SETTINGS, PING and PRIORITY frames a client may send on one connection in {@link
   * #WINDOW_SECONDS}.
   */
  static final int MAX_IDLE_FRAMES = 1_000;

  /** The time for which frames are counted, in seconds. */
  static final int WINDOW_SECONDS = 30;

  private final Http2ConnectionHandler handler;
  private long windowStart = System.nanoTime();
  private int count;

  private Http2Guard(Http2FrameListener engine, Http2ConnectionHandler handler) {
    super(engine);
    this.handler = handler;
  }

  /** Lets one see the frames of a connection, if that is one of HTTP/2. */
  static void install(HttpConnection connection) {
    Http2ConnectionHandler handler = Http2.handler(connection);
    if (handler != null) {
      handler.decoder().frameListener(new Http2Guard(handler.decoder().frameListener(), handler));
    }
  }

  @Override
  public void onHeadersRead(
      ChannelHandlerContext ctx,
      int streamId,
      Http2Headers headers,
      int padding,
      boolean endOfStream)
      throws Http2Exception {
    if (isReadable(headers)) {
      super.onHeadersRead(ctx, streamId, headers, padding, endOfStream);
    } else {
      reset(ctx, streamId);
    }
  }

  @Override
  public void onHeadersRead(
      ChannelHandlerContext ctx,
      int streamId,
      Http2Headers headers,
      int streamDependency,
      short weight,
      boolean exclusive,
      int padding,
      boolean endOfStream)
      throws Http2Exception {
    if (isReadable(headers)) {
      super.onHeadersRead(
          ctx, streamId, headers, streamDependency, weight, exclusive, padding, endOfStream);
    } else {
      reset(ctx, streamId);
    }
  }

  /**
   * Whether the method is one, and there is one authority at most, and none in the encoding that
   * the engine misreads.
   */
  private static boolean isReadable(Http2Headers headers) {
    CharSequence method = headers.method();
    return (method == null || HttpToken.isToken(method.toString()))
        && headers.getAll(HttpHeaderNames.HOST).size() <= 1
        && isPlain(headers.authority())
        && isPlain(headers.get(HttpHeaderNames.HOST));
  }

  private static boolean isPlain(@Nullable CharSequence authority) {
    return authority == null || authority.chars().noneMatch(c -> c == '%');
  }

  @SuppressWarnings("FutureReturnValueIgnored")
  private void reset(ChannelHandlerContext ctx, int streamId) {
    handler
        .encoder()
        .writeRstStream(ctx, streamId, Http2Error.PROTOCOL_ERROR.code(), ctx.newPromise());
    ctx.flush();
  }

  @Override
  public void onSettingsRead(ChannelHandlerContext ctx, Http2Settings settings)
      throws Http2Exception {
    count();
    super.onSettingsRead(ctx, settings);
  }

  @Override
  public void onPingRead(ChannelHandlerContext ctx, long data) throws Http2Exception {
    count();
    super.onPingRead(ctx, data);
  }

  @Override
  public void onPriorityRead(
      ChannelHandlerContext ctx,
      int streamId,
      int streamDependency,
      short weight,
      boolean exclusive)
      throws Http2Exception {
    count();
    super.onPriorityRead(ctx, streamId, streamDependency, weight, exclusive);
  }

  private void count() throws Http2Exception {
    long now = System.nanoTime();
    if (now - windowStart > TimeUnit.SECONDS.toNanos(WINDOW_SECONDS)) {
      windowStart = now;
      count = 0;
    }
    if (++count > MAX_IDLE_FRAMES) {
      throw Http2Exception.connectionError(
          Http2Error.ENHANCE_YOUR_CALM,
          "more than %d frames without a request in %d s",
          MAX_IDLE_FRAMES,
          WINDOW_SECONDS);
    }
  }
}
