// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.nettyproxy;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.turnout.decision.RouteDecision;
import io.turnout.netty.NettyRouting;
import io.turnout.protocol.TurnoutHeaders;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One request on its way to a cell, over a connection of its own, and its answer. */
@SuppressWarnings(
    "FutureReturnValueIgnored") // a connection that fails is closed, and that is heard of
final class Forwarding {

  private static final int CONNECT_MILLIS = 2_000;

  private final Channel client;
  private final Map<String, InetSocketAddress> cells;
  private final HttpRequest head;
  private final boolean bodiless;
  private final boolean chunks;
  private final ArrayDeque<HttpContent> waiting = new ArrayDeque<>();
  private @Nullable Channel cell;
  private boolean sentAgain;
  private boolean answering;
  private boolean over;

  Forwarding(Channel client, Map<String, InetSocketAddress> cells, HttpRequest head) {
    this.client = client;
    this.cells = cells;
    chunks = head.protocolVersion().equals(HttpVersion.HTTP_1_1);
    bodiless =
        head instanceof FullHttpRequest
            || HttpUtil.getContentLength(head, 0L) == 0
                && !HttpUtil.isTransferEncodingChunked(head);
    this.head =
        new DefaultHttpRequest(HttpVersion.HTTP_1_1, head.method(), bytesAsUtf8(head.uri()));
    this.head.headers().add(head.headers());
    EndToEnd.keepOnly(this.head.headers());
    if (!bodiless && !this.head.headers().contains(HttpHeaderNames.CONTENT_LENGTH)) {
      HttpUtil.setTransferEncodingChunked(this.head, true);
    }
    HttpUtil.setKeepAlive(this.head, false);
  }

  // example: target
  /** Netty reads a target with one char for each byte, and writes it as UTF-8. */
  private static String bytesAsUtf8(String target) {
    return new String(target.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
  }

  // end of example

  /** Connects to the cell of a decision, and sends what there is. */
  void to(RouteDecision decision) {
    InetSocketAddress address = cells.get(decision.cell().orElse(""));
    if (address == null) {
      fail(HttpResponseStatus.SERVICE_UNAVAILABLE);
      return;
    }
    client.config().setAutoRead(false);
    ChannelFuture connecting =
        new Bootstrap()
            .group(client.eventLoop())
            .channel(NioSocketChannel.class)
            .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_MILLIS)
            .handler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    channel.pipeline().addLast(new HttpClientCodec(), new Answers());
                  }
                })
            .connect(address);
    connecting.addListener(connected -> connected(connecting));
  }

  private void connected(ChannelFuture connecting) {
    if (over) {
      connecting.channel().close();
    } else if (!connecting.isSuccess()) {
      fail(HttpResponseStatus.BAD_GATEWAY);
    } else {
      Channel opened = connecting.channel();
      cell = opened;
      opened.write(head);
      while (!waiting.isEmpty()) {
        opened.write(waiting.remove());
      }
      opened.flush();
      client.config().setAutoRead(opened.isWritable());
    }
  }

  /** Sends a piece of the body, or keeps it until there is a connection. */
  void send(HttpContent content) {
    HttpContent piece =
        content instanceof FullHttpRequest whole
            ? new DefaultLastHttpContent(whole.content()) // its head is on its way already
            : content;
    if (over) {
      piece.release();
    } else if (cell == null) {
      waiting.add(piece);
    } else {
      cell.writeAndFlush(piece);
    }
  }

  /** Reads from the cell as long as the client takes what is written to it. */
  void clientTakes(boolean more) {
    if (cell != null) {
      cell.config().setAutoRead(more);
    }
  }

  /** Ends it without an answer. */
  void giveUp() {
    over = true;
    while (!waiting.isEmpty()) {
      waiting.remove().release();
    }
    if (cell != null) {
      cell.close();
    }
  }

  private void fail(HttpResponseStatus status) {
    if (over) {
      return;
    }
    giveUp();
    client.config().setAutoRead(true);
    if (answering) {
      client.close();
      return;
    }
    FullHttpResponse answer = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status);
    answer.headers().setInt(HttpHeaderNames.CONTENT_LENGTH, 0);
    ChannelFuture written = client.writeAndFlush(answer);
    if (!bodiless) {
      written.addListener(ChannelFutureListener.CLOSE); // the rest of the body may never come
    }
  }

  // example: wrong-cell
  /** Sends the request to where it belongs; if nobody knows, the client gets the status. */
  private void wrongCell(Channel wrong, HttpResponse answer) {
    sentAgain = true;
    cell = null;
    wrong.close();
    NettyRouting.correct(client, head)
        .thenAccept(
            better -> {
              if (better.isPresent()) {
                waiting.add(LastHttpContent.EMPTY_LAST_CONTENT);
                to(better.get());
              } else {
                fail(answer.status());
              }
            });
  }

  // end of example

  private boolean isWrongCell(HttpResponse answer) {
    return bodiless
        && !sentAgain
        && TurnoutHeaders.isWrongCell(
            answer.status().code(), name -> answer.headers().getAll(name));
  }

  /** The answer of the cell, on its way to the client. */
  private final class Answers extends ChannelInboundHandlerAdapter {

    private boolean interim;

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
      if (over || ctx.channel() != cell) {
        ReferenceCountUtil.release(message);
        return;
      }
      if (((HttpObject) message).decoderResult().isFailure()) {
        ReferenceCountUtil.release(message);
        fail(HttpResponseStatus.BAD_GATEWAY);
      } else if (message instanceof HttpResponse answer) {
        head(ctx, answer);
      } else {
        piece((HttpContent) message);
      }
    }

    private void head(ChannelHandlerContext ctx, HttpResponse answer) {
      EndToEnd.keepOnly(answer.headers());
      interim = answer.status().codeClass() == HttpStatusClass.INFORMATIONAL;
      if (isWrongCell(answer)) {
        wrongCell(ctx.channel(), answer);
      } else if (interim) {
        client.writeAndFlush(
            new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1,
                answer.status(),
                Unpooled.EMPTY_BUFFER,
                answer.headers(),
                EmptyHttpHeaders.INSTANCE));
      } else {
        answering = true;
        if (chunks && !HttpUtil.isContentLengthSet(answer)) {
          HttpUtil.setTransferEncodingChunked(answer, true);
        }
        client.write(answer);
      }
    }

    private void piece(HttpContent piece) {
      boolean last = piece instanceof LastHttpContent;
      if (interim) {
        interim = !last;
        piece.release();
        return;
      }
      over = last;
      client.writeAndFlush(piece);
      if (last && cell != null) {
        cell.close();
        client.config().setAutoRead(true);
      }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
      client.config().setAutoRead(ctx.channel().isWritable());
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
      if (ctx.channel() == cell) {
        fail(HttpResponseStatus.BAD_GATEWAY);
      }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
      ctx.close();
    }
  }
}
