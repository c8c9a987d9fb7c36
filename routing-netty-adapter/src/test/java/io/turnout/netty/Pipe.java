// SPDX-License-Identifier: Apache-2.0
package io.turnout.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.turnout.decision.RouteDecision;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An HTTP/1.1 connection in memory: bytes in front, and what goes on behind the handler. */
final class Pipe {

  final EmbeddedChannel channel;
  final Buffers buffers;

  /** What went on, in order, one word each: {@code decision cell us-1}, {@code GET /a}. */
  final List<String> passed = new ArrayList<>();

  /** The heads that went on. */
  final List<HttpRequest> heads = new ArrayList<>();

  /** How many requests were answered by the handler behind. */
  int answered;

  private int reads;

  /** What the handler behind does right after each message. */
  Runnable onMessage = () -> {};

  Pipe(NettyRouting routing, Buffers buffers) {
    this.buffers = buffers;
    channel = new EmbeddedChannel();
    channel.config().setAllocator(buffers.allocator());
    channel.pipeline().addLast(new Reads(), new HttpServerCodec(), routing.handler());
    channel.pipeline().addLast("behind", new Behind());
  }

  private final class Reads extends ChannelOutboundHandlerAdapter {
    @Override
    public void read(ChannelHandlerContext ctx) {
      reads++;
      ctx.read();
    }
  }

  private final class Behind extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
      if (message instanceof HttpRequest request) {
        heads.add(request);
        RouteDecision decision = ctx.channel().attr(NettyRouting.DECISION).get();
        passed.add(request.method() + " " + request.uri() + " > " + target(decision));
      }
      if (message instanceof HttpContent content) {
        String text = content.content().toString(StandardCharsets.ISO_8859_1);
        if (!text.isEmpty()) {
          passed.add(text);
        }
        if (message instanceof LastHttpContent last) {
          passed.add("end" + last.trailingHeaders().names());
        }
      }
      ReferenceCountUtil.release(message);
      onMessage.run();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
      if (event instanceof RouteDecision decision) {
        passed.add("event " + target(decision));
      }
    }
  }

  private static String target(@Nullable RouteDecision decision) {
    return decision == null
        ? "nothing"
        : decision.cell().orElseGet(() -> decision.outcome().text());
  }

  /** Sends bytes as the client. */
  Pipe send(String latin) {
    channel.writeInbound(buffers.of(latin));
    return this;
  }

  /** Answers as the handler behind. */
  void write(Object message) {
    channel.writeOutbound(message);
  }

  /** An empty answer. */
  static FullHttpResponse answer(int status) {
    FullHttpResponse answer =
        new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(status));
    if (status >= 200 && status != 204) {
      answer.headers().setInt(HttpHeaderNames.CONTENT_LENGTH, 0);
    }
    return answer;
  }

  /** What the client was sent since this was last asked. */
  String received() {
    channel.runPendingTasks();
    StringBuilder text = new StringBuilder();
    for (ByteBuf part = channel.readOutbound(); part != null; part = channel.readOutbound()) {
      text.append(part.toString(StandardCharsets.ISO_8859_1));
      part.release();
    }
    return text.toString();
  }

  /** How often more was read from the connection. */
  int reads() {
    return reads;
  }

  /** What waits to be written to the client. */
  ChannelOutboundBuffer buffer() {
    return Objects.requireNonNull(channel.unsafe().outboundBuffer());
  }

  /** Closes the connection. */
  void leave() {
    channel.close().syncUninterruptibly();
  }

  /** Ends the connection and asserts that nothing is left. */
  void close() {
    channel.finishAndReleaseAll();
    buffers.assertAllReleased();
  }
}
