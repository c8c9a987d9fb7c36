// SPDX-License-Identifier: Apache-2.0
package io.turnout.netty;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpServerKeepAliveHandler;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.turnout.CellRouter;
import io.turnout.conformance.WrittenRequest;
import io.turnout.conformance.WrittenRequest.Field;
import io.turnout.conformance.contract.AdapterContract;
import io.turnout.conformance.contract.AdapterServer;
import io.turnout.conformance.contract.EngineRefusal;
import io.turnout.conformance.contract.Upstream;
import io.turnout.conformance.contract.Upstream.Answered;
import io.turnout.conformance.contract.Upstream.Reached;
import io.turnout.decision.RouteDecision;
import io.turnout.protocol.TurnoutHeaders;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

class NettyKeepsTheAdapterContractTest extends AdapterContract {

  private static final int MAX_LINE = 4_096;
  private static final int MAX_HEAD = 65_536;
  private static final int MAX_PIECE = 8_192;
  private static final Set<Integer> BAD = Set.of(400);
  private static final Set<Integer> NOT_HERE = Set.of(501);

  @Override
  protected AdapterServer start(CellRouter router, Upstream upstream) {
    NettyRouting routing = NettyRouting.of(router);
    EventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    Channel server =
        new ServerBootstrap()
            .group(loops)
            .channel(NioServerSocketChannel.class)
            .childHandler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    channel
                        .pipeline()
                        .addLast(
                            new HttpServerCodec(MAX_LINE, MAX_HEAD, MAX_PIECE),
                            new HttpServerKeepAliveHandler(),
                            new NoConnect(),
                            routing.handler(),
                            new Ending(upstream));
                  }
                })
            .bind(InetAddress.getLoopbackAddress(), 0)
            .syncUninterruptibly()
            .channel();
    return new AdapterServer() {
      @Override
      public int port() {
        return ((InetSocketAddress) server.localAddress()).getPort();
      }

      @Override
      public void stop() {
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
      }
    };
  }

  @Override
  protected List<EngineRefusal> refusals() {
    return List.of(
        new EngineRefusal(
            "a control character in a field", NettyKeepsTheAdapterContractTest::hasControl, BAD),
        new EngineRefusal(
            "CONNECT, of which a 2xx has no body",
            NettyKeepsTheAdapterContractTest::isConnect,
            NOT_HERE));
  }

  private static boolean isConnect(WrittenRequest request) {
    return request.method().equals("CONNECT");
  }

  private static boolean hasControl(WrittenRequest request) {
    return request.fields().stream()
        .flatMapToInt(field -> field.value().chars())
        .anyMatch(c -> c < ' ' && c != '\t' || c == 0x7f);
  }

  /** Refuses what the codec could not answer as the contract wants it answered. */
  @SuppressWarnings("FutureReturnValueIgnored") // a client that is gone gets no answer
  private static final class NoConnect extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
      if (message instanceof HttpRequest request && request.method().equals(HttpMethod.CONNECT)) {
        FullHttpResponse answer = Pipe.answer(501);
        ctx.writeAndFlush(answer).addListener(ChannelFutureListener.CLOSE);
        ReferenceCountUtil.release(message);
      } else {
        ctx.fireChannelRead(message);
      }
    }
  }

  /** Where requests end: it hands each to the upstream, and writes what that answers. */
  @SuppressWarnings("FutureReturnValueIgnored") // a client that is gone gets no answer
  private static final class Ending extends SimpleChannelInboundHandler<HttpObject> {

    private final Upstream upstream;
    private final StringBuilder body = new StringBuilder();
    private @Nullable HttpRequest head;

    Ending(Upstream upstream) {
      this.upstream = upstream;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, HttpObject message) {
      if (message instanceof HttpRequest request) {
        head = request;
        body.setLength(0);
        if (HttpUtil.is100ContinueExpected(request)) {
          ctx.writeAndFlush(
              new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE));
        }
      }
      if (message instanceof HttpContent piece) {
        body.append(piece.content().toString(StandardCharsets.ISO_8859_1));
      }
      if (message instanceof LastHttpContent && message.decoderResult().isSuccess()) {
        answer(ctx, Objects.requireNonNull(head));
      }
    }

    private void answer(ChannelHandlerContext ctx, HttpRequest request) {
      Answered first = ask(ctx, request);
      if (!isWrongCell(first)) {
        write(ctx, first);
        return;
      }
      NettyRouting.correct(ctx.channel(), request)
          .thenAccept(better -> write(ctx, better.isPresent() ? ask(ctx, request) : first));
    }

    private static boolean isWrongCell(Answered answered) {
      HttpHeaders fields = new DefaultHttpHeaders();
      add(answered.fields(), fields);
      return TurnoutHeaders.isWrongCell(answered.status(), fields::getAll);
    }

    private Answered ask(ChannelHandlerContext ctx, HttpRequest request) {
      RouteDecision decision = ctx.channel().attr(NettyRouting.DECISION).get();
      List<Field> fields = new ArrayList<>();
      request.headers().forEach(field -> fields.add(new Field(field.getKey(), field.getValue())));
      return upstream.reached(
          new Reached(
              decision.cell(), request.method().name(), request.uri(), fields, body.toString()));
    }

    private static void write(ChannelHandlerContext ctx, Answered answered) {
      HttpResponse answer =
          new DefaultHttpResponse(
              HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(answered.status()));
      add(answered.fields(), answer.headers());
      if (answered.trailers().isEmpty()) {
        HttpUtil.setContentLength(answer, answered.body().length());
      } else {
        HttpUtil.setTransferEncodingChunked(answer, true);
      }
      ctx.write(answer);
      byte[] bytes = answered.body().getBytes(StandardCharsets.ISO_8859_1);
      ByteBuf content = Unpooled.wrappedBuffer(bytes);
      ctx.write(new DefaultHttpContent(content));
      LastHttpContent last = new DefaultLastHttpContent();
      add(answered.trailers(), last.trailingHeaders());
      ctx.writeAndFlush(last);
    }

    private static void add(List<Field> fields, HttpHeaders to) {
      fields.forEach(field -> to.add(field.name(), field.value()));
    }
  }
}
