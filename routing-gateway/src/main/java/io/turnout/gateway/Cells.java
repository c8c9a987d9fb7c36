// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.turnout.gateway.config.GatewayConfig;
import io.turnout.gateway.config.Origin;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The cells, and one event loop's connections to them. One thread. */
final class Cells {

  private static final Logger logger = LoggerFactory.getLogger(Cells.class);

  private final Map<String, Origin> origins;
  private final HttpClient client;
  private final Map<String, Integer> failures = new HashMap<>();
  private final Set<HttpConnection> used = Collections.newSetFromMap(new WeakHashMap<>());

  Cells(Vertx vertx, GatewayConfig config, Map<String, Origin> origins) {
    this.origins = origins;
    client =
        vertx
            .httpClientBuilder()
            .with(clientOptions(config))
            .with(poolOptions(config))
            .withConnectHandler(
                connection -> {
                  CellCodec.install(connection, config.limits().headerBytes());
                  connection.exceptionHandler(
                      failure -> logger.debug("a connection to a cell failed", failure));
                })
            .build();
  }

  private static HttpClientOptions clientOptions(GatewayConfig config) {
    long keepAliveSeconds = Math.max(1, config.timeouts().cellKeepAlive().toSeconds());
    return new HttpClientOptions()
        .setConnectTimeout((int) config.timeouts().connect().toMillis())
        .setKeepAliveTimeout((int) keepAliveSeconds)
        .setMaxHeaderSize(config.limits().headerBytes())
        .setTcpNoDelay(true);
  }

  private static PoolOptions poolOptions(GatewayConfig config) {
    return new PoolOptions()
        .setHttp1MaxSize(share(config.limits().connectionsPerCell(), config.threads()))
        .setMaxWaitQueueSize(share(config.limits().waitingPerCell(), config.threads()));
  }

  private static int share(int limit, int threads) {
    return (limit + threads - 1) / threads;
  }

  /** Whether a cell has an address here. */
  boolean has(String cell) {
    return origins.containsKey(cell);
  }

  /** A request to a cell that {@linkplain #has is here}, on a connection of its own. */
  Future<HttpClientRequest> request(String cell, HttpMethod method, String target) {
    Origin origin = origins.get(cell);
    if (origin == null) {
      throw new IllegalArgumentException("cell " + cell + " has no origin");
    }
    RequestOptions options =
        new RequestOptions()
            .setHost(origin.host())
            .setPort(origin.port())
            .setMethod(method)
            .setURI(target);
    return client.request(options);
  }

  /** Notes that a connection is used; whether it was before. */
  boolean isKept(HttpConnection connection) {
    return !used.add(connection);
  }

  /**
   * Says in the log that a cell cannot be reached: the first time, the second, the fourth and so
   * on, so that a cell that is down does not fill it.
   */
  void unreachable(String cell, Throwable failure) {
    int count = failures.merge(cell, 1, Integer::sum);
    if (Integer.bitCount(count) == 1) {
      logger.warn(
          "cell {} cannot be reached at {}: {}; failures on this event loop so far: {}",
          cell,
          origins.get(cell),
          failure.getMessage(),
          count);
    }
  }

  Future<Void> close() {
    return client.close();
  }
}
