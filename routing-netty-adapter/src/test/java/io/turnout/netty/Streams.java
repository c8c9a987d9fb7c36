// SPDX-License-Identifier: Apache-2.0
package io.turnout.netty;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2ResetFrame;
import io.netty.handler.codec.http2.Http2StreamChannel;
import io.netty.handler.codec.http2.Http2StreamChannelBootstrap;
import io.netty.handler.codec.http2.Http2StreamFrameToHttpObjectCodec;
import io.netty.util.ReferenceCountUtil;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A server of HTTP/2 in the clear with the handler in its streams, and a client of it. */
final class Streams implements AutoCloseable {

  private static final long PATIENCE_SECONDS = 20;

  /** What the handler in the streams sees of requests. */
  enum Form {
    OBJECTS,
    FRAMES
  }

  /** What reached the handler behind. */
  final BlockingQueue<Arrived> arrivals = new LinkedBlockingQueue<>();

  private final Buffers buffers;
  private final EventLoopGroup loops =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final EventLoopGroup clientLoops =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final Channel server;
  private final Channel client;

  Streams(Supplier<ChannelHandler> handler, Form form, Buffers buffers) throws Exception {
    this.buffers = buffers;
    ChannelInitializer<Channel> stream =
        initializer(
            channel -> {
              if (form == Form.OBJECTS) {
                channel.pipeline().addLast(new Http2StreamFrameToHttpObjectCodec(true));
              }
              channel.config().setAllocator(buffers.allocator());
              channel.pipeline().addLast(handler.get(), new Behind(arrivals));
            });
    server =
        new ServerBootstrap()
            .group(loops)
            .channel(NioServerSocketChannel.class)
            .childOption(ChannelOption.ALLOCATOR, buffers.allocator())
            .childHandler(
                initializer(
                    channel ->
                        channel
                            .pipeline()
                            .addLast(
                                Http2FrameCodecBuilder.forServer().build(),
                                new Http2MultiplexHandler(stream))))
            .bind(InetAddress.getLoopbackAddress(), 0)
            .sync()
            .channel();
    client =
        new Bootstrap()
            .group(clientLoops)
            .channel(NioSocketChannel.class)
            .handler(
                initializer(
                    channel ->
                        channel
                            .pipeline()
                            .addLast(
                                Http2FrameCodecBuilder.forClient().build(),
                                new Http2MultiplexHandler(initializer(none -> {})))))
            .connect(server.localAddress())
            .sync()
            .channel();
  }

  private interface Initializing {
    void init(Channel channel);
  }

  private static ChannelInitializer<Channel> initializer(Initializing what) {
    return new ChannelInitializer<>() {
      @Override
      protected void initChannel(Channel channel) {
        what.init(channel);
      }
    };
  }

  /** The next request that reached the handler behind. */
  Arrived arrival() throws InterruptedException {
    Arrived next = arrivals.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    if (next == null) {
      throw new AssertionError("nothing reached the handler behind");
    }
    return next;
  }

  /** Opens a stream and sends a head. */
  Stream open(Http2Headers head, boolean last) throws Exception {
    BlockingQueue<String> received = new LinkedBlockingQueue<>();
    Http2StreamChannel channel =
        new Http2StreamChannelBootstrap(client).handler(new Receiving(received)).open().get();
    Stream stream = new Stream(channel, received);
    stream.write(new DefaultHttp2HeadersFrame(head, last));
    return stream;
  }

  /** One request of the client, and what it received, a word for each frame. */
  record Stream(Http2StreamChannel channel, BlockingQueue<String> received) {

    void write(Object frame) throws InterruptedException {
      channel.writeAndFlush(frame).sync();
    }

    /** Sends without waiting until it is sent. */
    void send(String text, boolean last) {
      var unused =
          channel.writeAndFlush(
              new DefaultHttp2DataFrame(
                  channel.alloc().buffer().writeBytes(text.getBytes(StandardCharsets.ISO_8859_1)),
                  last));
    }

    void reset() throws InterruptedException {
      write(new DefaultHttp2ResetFrame(Http2Error.CANCEL));
    }

    /** The next thing that was received. */
    String next() throws InterruptedException {
      String next = received.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
      return next == null ? "nothing came" : next;
    }
  }

  private static final class Receiving extends ChannelInboundHandlerAdapter {

    private final BlockingQueue<String> received;

    Receiving(BlockingQueue<String> received) {
      this.received = received;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
      String word = word(message);
      if (word != null) {
        received.add(word);
      }
      ReferenceCountUtil.release(message);
    }

    private static @Nullable String word(Object message) {
      if (message instanceof Http2HeadersFrame frame) {
        List<String> names =
            frame.headers().names().stream().map(CharSequence::toString).sorted().toList();
        CharSequence status = frame.headers().status();
        return (status == null ? "trailers" : status) + " " + names + end(frame.isEndStream());
      }
      if (message instanceof Http2DataFrame data) {
        String text = data.content().toString(StandardCharsets.ISO_8859_1);
        return text.isEmpty() && !data.isEndStream() ? null : text + end(data.isEndStream());
      }
      return null;
    }

    private static String end(boolean last) {
      return last ? " end" : "";
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
      if (event instanceof Http2ResetFrame reset) {
        received.add("reset " + reset.errorCode());
      }
    }
  }

  @Override
  public void close() {
    client.close().syncUninterruptibly();
    server.close().syncUninterruptibly();
    clientLoops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    buffers.assertAllReleased();
  }
}
