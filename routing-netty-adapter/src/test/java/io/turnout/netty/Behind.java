// SPDX-License-Identifier: Apache-2.0
package io.turnout.netty;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.util.ReferenceCountUtil;
import io.turnout.decision.RouteDecision;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/** Takes each request in, tells of it, and answers it with fields that no client may see. */
@SuppressWarnings("FutureReturnValueIgnored") // a client that is gone gets no answer
final class Behind extends ChannelInboundHandlerAdapter {

  private final BlockingQueue<Arrived> arrivals;
  private @Nullable Arrived now;

  Behind(BlockingQueue<Arrived> arrivals) {
    this.arrivals = arrivals;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    try {
      if (message instanceof HttpRequest request) {
        now = arrived(ctx, request.method().name(), request.uri());
        request.headers().forEach(field -> fields(field.getKey(), field.getValue()));
      }
      if (message instanceof HttpContent piece) {
        piece(piece.content().toString(StandardCharsets.ISO_8859_1));
      }
      if (message instanceof LastHttpContent last) {
        last.trailingHeaders().forEach(field -> known().trailers.add(field.getKey()));
        done();
        answer(ctx);
      }
      if (message instanceof Http2HeadersFrame frame) {
        headers(ctx, frame);
      }
      if (message instanceof Http2DataFrame data) {
        piece(data.content().toString(StandardCharsets.ISO_8859_1));
        if (data.isEndStream()) {
          done();
          answerInFrames(ctx);
        }
      }
    } finally {
      ReferenceCountUtil.release(message);
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    ctx.close();
  }

  private void headers(ChannelHandlerContext ctx, Http2HeadersFrame frame) {
    Http2Headers headers = frame.headers();
    if (headers.method() != null) {
      now = arrived(ctx, headers.method(), headers.path());
      headers.forEach(field -> fields(field.getKey(), field.getValue()));
    } else {
      headers.forEach(field -> known().trailers.add(field.getKey().toString()));
    }
    if (frame.isEndStream()) {
      done();
      answerInFrames(ctx);
    }
  }

  private static Arrived arrived(
      ChannelHandlerContext ctx, CharSequence method, CharSequence target) {
    RouteDecision decision = ctx.channel().attr(NettyRouting.DECISION).get();
    return new Arrived(method, target, decision);
  }

  private void fields(CharSequence name, CharSequence value) {
    known().fields.add(name + ": " + value);
  }

  private void piece(String text) {
    known().add(text);
  }

  private Arrived known() {
    return Objects.requireNonNull(now);
  }

  private void done() {
    arrivals.add(known());
  }

  private static void answer(ChannelHandlerContext ctx) {
    FullHttpResponse answer =
        new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
    answer.headers().set("turnout_cell", "x").set("kept", "y");
    answer.headers().setInt(HttpHeaderNames.CONTENT_LENGTH, 0);
    ctx.writeAndFlush(answer);
  }

  private static void answerInFrames(ChannelHandlerContext ctx) {
    Http2Headers answer = new DefaultHttp2Headers().status("200").set("kept", "y");
    ctx.write(new DefaultHttp2HeadersFrame(answer.set("turnout-route", "x")));
    Http2Headers trailers = new DefaultHttp2Headers().set("turnout-cell", "x").set("also-kept", "");
    ctx.writeAndFlush(new DefaultHttp2HeadersFrame(trailers, true));
  }
}
