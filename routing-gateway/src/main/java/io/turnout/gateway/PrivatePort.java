// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.turnout.gateway.config.Address;
import io.turnout.gateway.config.SharedToken;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.net.SocketAddress;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A port for programs that are trusted: those that send a token, or else are on this machine. */
final class PrivatePort {

  /** The most open connections; more are closed at once. */
  static final int MAX_CONNECTIONS = 1_024;

  private static final Logger logger = LoggerFactory.getLogger(PrivatePort.class);
  private static final int IDLE_SECONDS = 60;

  private final AtomicInteger open = new AtomicInteger();

  private PrivatePort() {}

  /** Starts to listen. */
  static Future<HttpServer> listen(
      Vertx vertx,
      Address address,
      HttpServerOptions limits,
      Optional<PortTls> tls,
      Handler<HttpServerRequest> onRequest) {
    PrivatePort port = new PrivatePort();
    HttpServerOptions options =
        new HttpServerOptions(limits)
            .setHttp2ClearTextEnabled(false)
            .setHandle100ContinueAutomatically(true)
            .setIdleTimeout(IDLE_SECONDS)
            .setTcpNoDelay(true);
    tls.ifPresent(spoken -> spoken.speak(options));
    return vertx
        .createHttpServer(options)
        .connectionHandler(port::connected)
        .exceptionHandler(failure -> logger.debug("a connection failed", failure))
        .requestHandler(onRequest)
        .listen(address.port(), address.host())
        .onSuccess(listening -> tls.ifPresent(spoken -> spoken.follow(listening, false)))
        .recover(failure -> Future.failedFuture(Front.cannotListen(address, failure)));
  }

  /** Takes no more in, and lets what is in flight end for the time that look-ups take. */
  static Future<Void> stop(HttpServer server) {
    return server.shutdown(2, TimeUnit.SECONDS);
  }

  private void connected(HttpConnection connection) {
    if (open.incrementAndGet() > MAX_CONNECTIONS) {
      open.decrementAndGet();
      connection.close();
    } else {
      connection.closeHandler(closed -> open.decrementAndGet());
    }
  }

  /**
   * Who may ask.
   *
   * @param token what has to be sent; empty: only those on this machine are answered, or those who
   *     have shown a certificate
   * @param certified whether nobody can connect without a certificate that is verified
   */
  record Gate(Optional<SharedToken> token, boolean certified) {}

  /**
   * Why the one who asks is not answered.
   *
   * @param sent the tokens that were sent, each line of them
   */
  static Optional<Refusal> refusal(HttpServerRequest request, Gate gate, List<String> sent) {
    if (gate.token().isEmpty()) {
      return gate.certified() || isOnThisMachine(request.remoteAddress())
          ? Optional.empty()
          : Optional.of(
              new Refusal(403, "forbidden", "Only programs on the same machine may ask here."));
    }
    return sent.size() == 1 && gate.token().get().matches(sent.get(0))
        ? Optional.empty()
        : Optional.of(new Refusal(401, "unauthorized", "The token is missing or wrong."));
  }

  private static boolean isOnThisMachine(@Nullable SocketAddress peer) {
    String address = peer == null ? null : peer.hostAddress();
    try {
      return address != null && InetAddress.getByName(address).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }

  /** Begins an answer that no cache may keep. */
  static HttpServerResponse begun(HttpServerRequest request, int status) {
    HttpServerResponse response = request.response();
    response.setStatusCode(status);
    response.putHeader(HttpHeaders.CACHE_CONTROL, "no-store");
    return response;
  }

  /** Refuses a request; the rest of a body is not waited for. */
  static void refuse(HttpServerRequest request, Refusal refusal) {
    HttpServerResponse response = begun(request, refusal.status());
    response.putHeader(HttpHeaders.CONTENT_TYPE, Refusal.MEDIA_TYPE);
    if (!request.isEnded()) {
      response.putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
    }
    Buffer document = refusal.json();
    response.putHeader(HttpHeaders.CONTENT_LENGTH, Integer.toString(document.length()));
    if (request.method().equals(HttpMethod.HEAD)) {
      response.end();
    } else {
      response.end(document);
    }
  }
}
