// SPDX-License-Identifier: Apache-2.0
package io.turnout.examples.nettyproxy;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpServerKeepAliveHandler;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2StreamFrameToHttpObjectCodec;
import io.turnout.CellRouter;
import io.turnout.authority.FileAuthority;
import io.turnout.netty.NettyRouting;
import io.turnout.resolve.CellResolver;
import io.turnout.rules.RuleSet;
import io.turnout.spi.RouteScheduler;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A proxy on loopback, of HTTP/1.1 and of HTTP/2 in the clear, each on a port of its own. */
public final class NettyProxy implements AutoCloseable {

  private static final int HTTP_1_PORT = 8080;
  private static final int HTTP_2_PORT = 8081;
  private static final int FIRST_CELL_PORT = 9001;
  private static final int SECOND_CELL_PORT = 9002;

  private final EventLoopGroup loops = new MultiThreadIoEventLoopGroup(NioIoHandler.newFactory());
  private final NettyRouting routing;
  private final Map<String, InetSocketAddress> cells;

  /** A proxy that does not listen yet, for cells at these addresses. */
  NettyProxy(CellRouter router, Map<String, InetSocketAddress> cells) {
    routing = NettyRouting.of(router);
    this.cells = Map.copyOf(cells);
  }

  // example: http-1
  /** What a connection of HTTP/1.1 goes through. */
  private void addHttp1(Channel connection) {
    connection
        .pipeline()
        .addLast(
            new HttpServerCodec(),
            new HttpServerKeepAliveHandler(),
            routing.handler(),
            new ForwardingHandler(cells));
  }

  // end of example

  // example: http-2
  /** What a connection of HTTP/2 goes through, and each of its streams. */
  private void addHttp2(Channel connection) {
    connection
        .pipeline()
        .addLast(
            Http2FrameCodecBuilder.forServer().build(),
            new Http2MultiplexHandler(initializer(this::addStream)));
  }

  private void addStream(Channel stream) {
    stream
        .pipeline()
        .addLast(
            new Http2StreamFrameToHttpObjectCodec(true),
            routing.handler(),
            new ForwardingHandler(cells));
  }

  // end of example

  /** Listens for HTTP/1.1; port 0 takes any that is free. */
  InetSocketAddress listenHttp1(int port) {
    return listen(port, this::addHttp1);
  }

  /** Listens for HTTP/2 in the clear; port 0 takes any that is free. */
  InetSocketAddress listenHttp2(int port) {
    return listen(port, this::addHttp2);
  }

  private interface Adding {
    void addTo(Channel channel);
  }

  private InetSocketAddress listen(int port, Adding what) {
    Channel listening =
        new ServerBootstrap()
            .group(loops)
            .channel(NioServerSocketChannel.class)
            .childHandler(initializer(what))
            .bind(InetAddress.getLoopbackAddress(), port)
            .syncUninterruptibly()
            .channel();
    return (InetSocketAddress) listening.localAddress();
  }

  private static ChannelInitializer<Channel> initializer(Adding what) {
    return new ChannelInitializer<>() {
      @Override
      protected void initChannel(Channel channel) {
        what.addTo(channel);
      }
    };
  }

  @Override
  public void close() {
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
  }

  /**
   * Starts a proxy for two cells on ports 9001 and 9002 of loopback, which runs until the process
   * ends.
   *
   * @param args not looked at
   */
  public static void main(String[] args) {
    // The authority, the resolver and the proxy live as long as the process.
    FileAuthority authority =
        FileAuthority.builder(Path.of("routes.yaml"), RouteScheduler.newThread("routes")).open();
    CellResolver resolver = CellResolver.builder(authority).build();
    CellRouter router = CellRouter.of(RuleSet.load(Path.of("rules.yaml")), resolver);
    InetAddress here = InetAddress.getLoopbackAddress();
    NettyProxy proxy =
        new NettyProxy(
            router,
            Map.of(
                "us-1", new InetSocketAddress(here, FIRST_CELL_PORT),
                "eu-1", new InetSocketAddress(here, SECOND_CELL_PORT)));
    System.out.println("HTTP/1.1 on " + proxy.listenHttp1(HTTP_1_PORT));
    System.out.println("HTTP/2 on " + proxy.listenHttp2(HTTP_2_PORT));
  }
}
