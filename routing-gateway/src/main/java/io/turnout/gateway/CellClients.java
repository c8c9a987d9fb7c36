// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.turnout.gateway.config.GatewayConfig;
import io.turnout.gateway.config.Limits;
import io.turnout.gateway.config.Origin;
import io.turnout.gateway.config.OriginTls;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.SocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One event loop's clients, one for each way in which origins are spoken to. One thread. */
final class CellClients {

  private static final Logger logger = LoggerFactory.getLogger(CellClients.class);

  private final Vertx vertx;
  private final GatewayConfig config;
  private final Map<OriginTls, OutwardTls> tls;
  private final Map<Way, HttpClientAgent> clients = new HashMap<>();

  /** A way in which origins are spoken to. */
  private record Way(Optional<OriginTls> tls, boolean http2) {}

  CellClients(Vertx vertx, GatewayConfig config, Map<OriginTls, OutwardTls> tls) {
    this.vertx = vertx;
    this.config = config;
    this.tls = tls;
  }

  /** A request, on a connection or a stream of its own. */
  Future<HttpClientRequest> request(Origin origin, HttpMethod method, String target) {
    return open(origin, origin.http2(), method, target);
  }

  /** A request on a connection of its own, which may become one of another protocol. */
  Future<HttpClientRequest> upgrade(Origin origin, HttpMethod method, String target) {
    return open(origin, false, method, target);
  }

  private Future<HttpClientRequest> open(
      Origin origin, boolean http2, HttpMethod method, String target) {
    RequestOptions options =
        new RequestOptions()
            .setServer(SocketAddress.inetSocketAddress(origin.port(), origin.host()))
            .setHost(origin.tls().flatMap(OriginTls::serverName).orElse(origin.host()))
            .setPort(origin.port())
            .setMethod(method)
            .setURI(target);
    return clients.computeIfAbsent(new Way(origin.tls(), http2), this::client).request(options);
  }

  private HttpClientAgent client(Way way) {
    HttpClientAgent client =
        vertx
            .httpClientBuilder()
            .with(options(way))
            .with(pool())
            .withConnectHandler(this::connected)
            .build();
    way.tls().ifPresent(spoken -> Objects.requireNonNull(tls.get(spoken)).speak(client));
    return client;
  }

  private void connected(HttpConnection connection) {
    CellCodec.install(connection, config.limits().headerBytes());
    connection.exceptionHandler(failure -> logger.debug("a connection to a cell failed", failure));
  }

  private HttpClientOptions options(Way way) {
    Limits limits = config.limits();
    int keepAliveSeconds = (int) Math.max(1, config.timeouts().cellKeepAlive().toSeconds());
    int connectMillis = (int) config.timeouts().connect().toMillis();
    HttpClientOptions options =
        new HttpClientOptions()
            .setConnectTimeout(connectMillis)
            .setKeepAliveTimeout(keepAliveSeconds)
            .setMaxHeaderSize(limits.headerBytes())
            .setTcpNoDelay(true);
    if (way.tls().isPresent()) {
      options
          .setSsl(true)
          .setSslHandshakeTimeoutUnit(java.util.concurrent.TimeUnit.MILLISECONDS)
          .setSslHandshakeTimeout(connectMillis);
    }
    if (way.http2()) {
      int streams = limits.streamsPerConnection();
      options
          .setProtocolVersion(HttpVersion.HTTP_2)
          .setUseAlpn(way.tls().isPresent())
          .setHttp2ClearTextUpgrade(false)
          .setHttp2KeepAliveTimeout(keepAliveSeconds)
          .setHttp2MultiplexingLimit(streams)
          .setHttp2ConnectionWindowSize(Http2.connectionWindow(streams))
          .setInitialSettings(
              new Http2Settings().setPushEnabled(false).setMaxHeaderListSize(limits.headerBytes()));
    }
    return options;
  }

  private PoolOptions pool() {
    int connections = share(config.limits().connectionsPerCell());
    return new PoolOptions()
        .setHttp1MaxSize(connections)
        .setHttp2MaxSize(connections)
        .setMaxWaitQueueSize(share(config.limits().waitingPerCell()));
  }

  private int share(int limit) {
    return (limit + config.threads() - 1) / config.threads();
  }

  Future<Void> close() {
    return Future.join(clients.values().stream().map(HttpClientAgent::close).toList()).mapEmpty();
  }
}
