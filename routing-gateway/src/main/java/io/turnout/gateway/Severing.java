// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.netty.channel.ChannelHandlerContext;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.impl.ConnectionBase;

/**
 * Closes connections at once. The engine's own closing waits until everything that was written has
 * left, which a peer that reads nothing never lets happen.
 */
final class Severing {

  private Severing() {}

  /** Closes a connection, and drops what is still to be written. */
  @SuppressWarnings("FutureReturnValueIgnored")
  static void sever(HttpConnection connection) {
    if (!(connection instanceof ConnectionBase base)) {
      connection.close();
      return;
    }
    ChannelHandlerContext first = base.channel().pipeline().firstContext();
    if (first != null) {
      first.close();
    }
  }

  /** Whether a connection is open, as far as is known here. */
  static boolean isOpen(HttpConnection connection) {
    return connection instanceof ConnectionBase base && base.channel().isActive();
  }
}
