// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.pkitesting.X509Bundle;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A cell that speaks HTTP/2 and does with each connection what the test says. */
final class Http2Cell implements AutoCloseable {

  private final EventLoopGroup group =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final BlockingQueue<Http2Peer> connections = new LinkedBlockingQueue<>();
  private final Channel server;

  private Http2Cell(Optional<SslContext> tls) throws InterruptedException {
    server =
        new ServerBootstrap()
            .group(group)
            .channel(NioServerSocketChannel.class)
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    tls.ifPresent(
                        context -> channel.pipeline().addLast(context.newHandler(channel.alloc())));
                    connections.add(Http2Peer.ofServer(channel));
                  }
                })
            .bind("127.0.0.1", 0)
            .sync()
            .channel();
  }

  /** One that takes connections in clear text, with prior knowledge. */
  static Http2Cell clear() throws Exception {
    return new Http2Cell(Optional.empty());
  }

  /** One that takes connections over TLS by ALPN, from clients that show a certificate. */
  static Http2Cell secure(X509Bundle own, X509Bundle authority) throws Exception {
    return new Http2Cell(
        Optional.of(
            SslContextBuilder.forServer(own.toKeyManagerFactory())
                .trustManager(authority.toTrustManagerFactory())
                .clientAuth(ClientAuth.REQUIRE)
                .applicationProtocolConfig(
                    new ApplicationProtocolConfig(
                        ApplicationProtocolConfig.Protocol.ALPN,
                        ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
                        ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
                        "h2"))
                .build()));
  }

  int port() {
    return ((InetSocketAddress) server.localAddress()).getPort();
  }

  /** The next connection that the gateway makes. */
  Http2Peer next() throws InterruptedException {
    Http2Peer connection = connections.poll(10, TimeUnit.SECONDS);
    if (connection == null) {
      throw new AssertionError("no connection was made");
    }
    return connection;
  }

  /** How many connections were made and not asked for. */
  int waiting() {
    return connections.size();
  }

  @Override
  public void close() {
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
  }
}
