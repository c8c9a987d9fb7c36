// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.turnout.gateway.config.Timeouts;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import java.time.Duration;
import java.util.List;

/**
 * A client's connection: how long it may be open without a request, and how it ends. One thread.
 */
final class ClientConnection {

  private static final long NO_TIMER = -1;

  private final Vertx vertx;
  private final HttpConnection connection;
  private final Timeouts timeouts;
  private final Runnable onClosed;
  private final List<String> peerNames;
  private long timer = NO_TIMER;
  private int inFlight;
  private boolean spent;
  private boolean closing;
  private boolean closed;

  /**
   * A connection that has become one of HTTP.
   *
   * @param age how long that has taken
   */
  ClientConnection(
      Vertx vertx, HttpConnection connection, Timeouts timeouts, Duration age, Runnable onClosed) {
    this.vertx = vertx;
    this.connection = connection;
    this.timeouts = timeouts;
    this.onClosed = onClosed;
    peerNames = PeerNames.of(connection.sslSession());
    connection.closeHandler(gone -> closed());
    closeAfter(timeouts.requestHead().minus(age));
  }

  /** A request's head has come. */
  void began() {
    inFlight++;
    cancelTimer();
  }

  /** A request is over; the next may have begun already. */
  void ended() {
    inFlight--;
    if (!closing && inFlight == 0) {
      closeAfter(timeouts.keepAlive());
    }
  }

  /**
   * The subject alternative names, of hosts and URIs, of the certificate that the client has proven
   * to hold.
   */
  List<String> peerNames() {
    return peerNames;
  }

  /** From now on nothing that still comes in on it counts. */
  void takeNoMore() {
    spent = true;
  }

  /** Whether nothing that still comes in on it counts. */
  boolean isClosing() {
    return spent || closing;
  }

  /** Closes it; what was written has the time that lingering takes to leave. */
  void close() {
    if (closing) {
      return;
    }
    closing = true;
    cancelTimer();
    timer = vertx.setTimer(timeouts.linger().toMillis(), id -> Severing.sever(connection));
    connection.close().onComplete(ended -> closed());
  }

  private void closed() {
    closing = true;
    cancelTimer();
    if (!closed) {
      closed = true;
      onClosed.run();
    }
  }

  private void closeAfter(Duration limit) {
    cancelTimer();
    timer = vertx.setTimer(Math.max(1, limit.toMillis()), id -> close());
  }

  private void cancelTimer() {
    if (timer != NO_TIMER) {
      vertx.cancelTimer(timer);
      timer = NO_TIMER;
    }
  }
}
