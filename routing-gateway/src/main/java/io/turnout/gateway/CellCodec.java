// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ChannelPromise;
import io.netty.channel.CombinedChannelDuplexHandler;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestEncoder;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.LastHttpContent;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.impl.ConnectionBase;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes requests to a cell and reads its answers, one at a time, on one connection. Bytes that
 * come while no answer is awaited end the connection: taken for the start of the next answer, they
 * would reach another client.
 */
final class CellCodec
    extends CombinedChannelDuplexHandler<HttpResponseDecoder, HttpRequestEncoder> {

  /** What the engine calls the handler that this one stands in for. */
  private static final String NAME = "codec";

  private static final int MAX_STATUS_LINE_BYTES = 4_096;

  private @Nullable HttpMethod awaited;

  private CellCodec(int maxHeaderBytes) {
    init(new Answers(maxHeaderBytes), new HttpRequestEncoder());
  }

  /** Puts one into a new connection, if that is one of HTTP/1. */
  static void install(HttpConnection connection, int maxHeaderBytes) {
    if (connection instanceof ConnectionBase base && base.channel().pipeline().get(NAME) != null) {
      ChannelPipeline pipeline = base.channel().pipeline();
      pipeline.replace(NAME, NAME, new CellCodec(maxHeaderBytes));
    }
  }

  @Override
  public void write(ChannelHandlerContext ctx, Object message, ChannelPromise written)
      throws Exception {
    if (message instanceof HttpRequest request) {
      awaited = request.method();
    }
    super.write(ctx, message, written);
  }

  private final class Answers extends HttpResponseDecoder {

    private boolean interim;
    private boolean switched;

    Answers(int maxHeaderBytes) {
      super(
          new HttpDecoderConfig()
              .setMaxInitialLineLength(MAX_STATUS_LINE_BYTES)
              .setMaxHeaderSize(maxHeaderBytes));
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored")
    protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out)
        throws Exception {
      if (awaited == null && !switched) {
        in.skipBytes(in.readableBytes());
        ctx.close();
        return;
      }
      int before = out.size();
      super.decode(ctx, in, out);
      for (int i = before; i < out.size(); i++) {
        read(out.get(i));
      }
    }

    private void read(Object message) {
      if (message instanceof HttpResponse answer) {
        HttpResponseStatus status = answer.status();
        switched = status.equals(HttpResponseStatus.SWITCHING_PROTOCOLS);
        interim = status.codeClass() == HttpStatusClass.INFORMATIONAL && !switched;
      }
      if (message instanceof LastHttpContent && !interim) {
        awaited = null;
      }
    }

    @Override
    protected boolean isContentAlwaysEmpty(HttpMessage message) {
      return HttpMethod.HEAD.equals(awaited) || super.isContentAlwaysEmpty(message);
    }
  }
}
