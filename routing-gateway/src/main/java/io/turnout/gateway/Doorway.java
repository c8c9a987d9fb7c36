// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.InternetProtocolFamily;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.spi.transport.Transport;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Puts a {@link Door} before each connection that is taken in, when nothing was read from it yet:
 * the engine itself tells of a connection only once TLS and the version of HTTP are settled.
 *
 * <p>Servers whose connections the engine closes when they are idle have no doors. Thread-safe.
 */
final class Doorway implements io.vertx.core.transport.Transport {

  private final io.vertx.core.transport.Transport plain = io.vertx.core.transport.Transport.NIO;
  private final Rules rules;

  /**
   * What holds at every door.
   *
   * @param open the number of connections that are open
   * @param most how many may be; more are closed at once
   * @param patience how long a connection may take to become one of HTTP
   * @param bothVersions whether the first bytes say which version of HTTP is spoken
   */
  record Rules(AtomicInteger open, int most, Duration patience, boolean bothVersions) {}

  Doorway(Rules rules) {
    this.rules = rules;
  }

  @Override
  public String name() {
    return plain.name();
  }

  @Override
  public boolean available() {
    return true;
  }

  @Override
  public @Nullable Throwable unavailabilityCause() {
    return null;
  }

  @Override
  public Transport implementation() {
    return new WithDoors(plain.implementation());
  }

  private final class WithDoors implements Transport {

    private final Transport transport;

    WithDoors(Transport transport) {
      this.transport = transport;
    }

    @Override
    public IoHandlerFactory ioHandlerFactory() {
      return transport.ioHandlerFactory();
    }

    @Override
    public DatagramChannel datagramChannel() {
      return transport.datagramChannel();
    }

    @Override
    @SuppressWarnings("deprecation")
    public DatagramChannel datagramChannel(InternetProtocolFamily family) {
      return transport.datagramChannel(family);
    }

    @Override
    public ChannelFactory<? extends Channel> channelFactory(boolean domainSocket) {
      return transport.channelFactory(domainSocket);
    }

    @Override
    public ChannelFactory<? extends ServerChannel> serverChannelFactory(boolean domainSocket) {
      return transport.serverChannelFactory(domainSocket);
    }

    @Override
    public void configure(NetServerOptions options, boolean domainSocket, ServerBootstrap start) {
      transport.configure(options, domainSocket, start);
      if (options.getIdleTimeout() == 0) {
        start.handler(new Entrance());
      }
    }
  }

  /** Sees each connection of a listening socket before anybody else. */
  @Sharable
  private final class Entrance extends ChannelInboundHandlerAdapter {

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
      if (!(message instanceof Channel connection)) {
        ctx.fireChannelRead(message);
      } else if (rules.open().incrementAndGet() > rules.most()) {
        rules.open().decrementAndGet();
        connection.unsafe().closeForcibly();
      } else {
        connection.closeFuture().addListener(closed -> rules.open().decrementAndGet());
        connection.pipeline().addFirst(Door.NAME, new Door(rules));
        ctx.fireChannelRead(message);
      }
    }
  }
}
