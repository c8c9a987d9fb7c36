// SPDX-License-Identifier: Apache-2.0
package io.turnout.netty;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A server of HTTP/1.1 with the handler in its connections. */
final class Connections implements AutoCloseable {

  static final int PATIENCE_MILLIS = 20_000;

  /** What reached the handler behind. */
  final BlockingQueue<Arrived> arrivals = new LinkedBlockingQueue<>();

  private final Buffers buffers;
  private final EventLoopGroup loops =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final Channel server;

  Connections(NettyRouting routing, Buffers buffers, @Nullable SslContext tls) {
    this.buffers = buffers;
    server =
        new ServerBootstrap()
            .group(loops)
            .channel(NioServerSocketChannel.class)
            .childOption(ChannelOption.ALLOCATOR, buffers.allocator())
            .childHandler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    if (tls != null) {
                      channel.pipeline().addLast(tls.newHandler(channel.alloc()));
                    }
                    channel
                        .pipeline()
                        .addLast(new HttpServerCodec(), routing.handler(), new Behind(arrivals));
                  }
                })
            .bind(InetAddress.getLoopbackAddress(), 0)
            .syncUninterruptibly()
            .channel();
  }

  InetSocketAddress address() {
    return (InetSocketAddress) server.localAddress();
  }

  Socket open() throws IOException {
    Socket socket = new Socket(address().getAddress(), address().getPort());
    socket.setSoTimeout(PATIENCE_MILLIS);
    return socket;
  }

  static void send(Socket socket, String latin) throws IOException {
    socket.getOutputStream().write(latin.getBytes(StandardCharsets.ISO_8859_1));
  }

  /** Reads up to the end of an answer's head. */
  static String answer(Socket socket) throws IOException {
    StringBuilder text = new StringBuilder();
    while (text.indexOf("\r\n\r\n") < 0) {
      int next = socket.getInputStream().read();
      if (next < 0) {
        return text + "(end)";
      }
      text.append((char) next);
    }
    return text.toString();
  }

  /** The next request that reached the handler behind. */
  Arrived arrival() throws InterruptedException {
    Arrived next = arrivals.poll(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
    if (next == null) {
      throw new AssertionError("nothing reached the handler behind");
    }
    return next;
  }

  @Override
  public void close() {
    server.close().syncUninterruptibly();
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    buffers.assertAllReleased();
  }
}
