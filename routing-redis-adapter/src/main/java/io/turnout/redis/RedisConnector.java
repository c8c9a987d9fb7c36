// SPDX-License-Identifier: Apache-2.0
package io.turnout.redis;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.RedisClusterURIUtil;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.Delay;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/** Opens connections to one server, to the master that sentinels name, or to a cluster. */
interface RedisConnector extends AutoCloseable {

  /** How long a connection may take to come about, where the client is ours. */
  Duration CONNECT_LIMIT = Duration.ofSeconds(2);

  /** How often a cluster is asked at most who is in charge, when calls fail. */
  Duration REFRESH_AT_MOST_EVERY = Duration.ofSeconds(1);

  /** An open connection and its commands. */
  record Open(
      StatefulConnection<byte[], byte[]> connection,
      RedisClusterAsyncCommands<byte[], byte[]> commands) {}

  /** Opens a connection for commands; never holds the caller. */
  CompletionStage<Open> open();

  /** A server of a connection is lost: asks the others who is in charge instead; may be ignored. */
  default void lost() {}

  /** Opens a connection for subscriptions; never holds the caller. */
  CompletionStage<? extends StatefulRedisPubSubConnection<byte[], byte[]>> openPubSub();

  /** The client's timer and threads. */
  ClientResources resources();

  /** Ends the client if it was made here. */
  @Override
  void close();

  /**
   * A connector with a client of its own.
   *
   * @param uri as {@code redis://host}, with {@code rediss}, {@code redis-sentinel}, {@code
   *     rediss-sentinel}, {@code redis-socket}, {@code redis-cluster} or {@code rediss-cluster}
   * @throws IllegalArgumentException if it is no such URI; the text does not hold it, as it can
   *     hold a password
   */
  static RedisConnector of(String uri) {
    return isCluster(uri) ? cluster(clusterUris(uri)) : single(singleUri(uri));
  }

  /**
   * Checks what {@link #of(String)} is given; makes nothing.
   *
   * @throws IllegalArgumentException as there
   */
  static void requireUri(String uri) {
    if (isCluster(uri)) {
      clusterUris(uri);
    } else {
      singleUri(uri);
    }
  }

  private static boolean isCluster(String uri) {
    String lower = uri.toLowerCase(Locale.ROOT);
    return lower.startsWith("redis-cluster://") || lower.startsWith("rediss-cluster://");
  }

  private static List<RedisURI> clusterUris(String uri) {
    try {
      return RedisClusterURIUtil.toRedisURIs(URI.create(uri.replaceFirst("(?i)-cluster", "")));
    } catch (IllegalArgumentException | NullPointerException e) {
      throw noUri();
    }
  }

  private static RedisURI singleUri(String uri) {
    try {
      return RedisURI.create(uri);
    } catch (IllegalArgumentException | NullPointerException e) {
      throw noUri();
    }
  }

  private static IllegalArgumentException noUri() {
    return new IllegalArgumentException(
        "the URI of Redis must be redis:// or rediss:// and a host, perhaps with -sentinel or"
            + " -cluster in its scheme and more hosts, or redis-socket:// and a path");
  }

  private static RedisConnector single(RedisURI uri) {
    uri.setTimeout(CONNECT_LIMIT);
    uri.getSentinels().forEach(sentinel -> sentinel.setTimeout(CONNECT_LIMIT));
    ClientResources resources = newResources();
    RedisClient client = RedisClient.create(resources);
    client.setOptions(options(ClientOptions.builder()).build());
    return new SingleConnector(client, uri, () -> close(client::shutdown, resources));
  }

  private static RedisConnector cluster(List<RedisURI> uris) {
    uris.forEach(uri -> uri.setTimeout(CONNECT_LIMIT));
    ClientResources resources = newResources();
    RedisClusterClient client = RedisClusterClient.create(resources, uris);
    ClusterTopologyRefreshOptions refresh =
        ClusterTopologyRefreshOptions.builder()
            .enablePeriodicRefresh(Duration.ofSeconds(30))
            .adaptiveRefreshTriggersTimeout(REFRESH_AT_MOST_EVERY)
            .build();
    ClusterClientOptions.Builder builder = ClusterClientOptions.builder();
    options(builder);
    client.setOptions(builder.topologyRefreshOptions(refresh).build());
    return new ClusterConnector(client, () -> close(client::shutdown, resources));
  }

  /** A connector that opens connections with a client that is given, and does not end it. */
  static RedisConnector of(RedisClient client, RedisURI uri) {
    return new SingleConnector(client, uri, () -> {});
  }

  /** A connector that opens connections with a client that is given, and does not end it. */
  static RedisConnector of(RedisClusterClient client) {
    return new ClusterConnector(client, () -> {});
  }

  private static ClientResources newResources() {
    return ClientResources.builder()
        .ioThreadPoolSize(2)
        .computationThreadPoolSize(2)
        .reconnectDelay(
            Delay.equalJitter(
                Duration.ofMillis(10), Duration.ofSeconds(1), 10, TimeUnit.MILLISECONDS))
        .build();
  }

  private static ClientOptions.Builder options(ClientOptions.Builder builder) {
    return builder
        .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
        .socketOptions(
            SocketOptions.builder().connectTimeout(CONNECT_LIMIT).keepAlive(true).build());
  }

  /** Ends a client's threads; waits for at most as long as the limits say. */
  private static void close(ClientEnd client, ClientResources resources) {
    client.shutdown(0, 1, TimeUnit.SECONDS);
    resources.shutdown(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(1, TimeUnit.SECONDS);
  }

  /** The one method that clients share and no type declares apart from the rest. */
  interface ClientEnd {
    void shutdown(long quietPeriod, long timeout, TimeUnit unit);
  }

  /** One server, or the master that sentinels name. */
  record SingleConnector(RedisClient client, RedisURI uri, Runnable end) implements RedisConnector {

    @Override
    public CompletionStage<Open> open() {
      return client
          .connectAsync(ByteArrayCodec.INSTANCE, uri)
          .thenApply(connection -> new Open(connection, connection.async()));
    }

    @Override
    public CompletionStage<StatefulRedisPubSubConnection<byte[], byte[]>> openPubSub() {
      return client.connectPubSubAsync(ByteArrayCodec.INSTANCE, uri);
    }

    @Override
    public ClientResources resources() {
      return client.getResources();
    }

    @Override
    public void close() {
      end.run();
    }
  }

  /** A cluster. */
  @SuppressWarnings("FutureReturnValueIgnored") // of asking who is in charge, which is done again
  record ClusterConnector(RedisClusterClient client, Runnable end) implements RedisConnector {

    @Override
    public void lost() {
      client.refreshPartitionsAsync();
    }

    @Override
    public CompletionStage<Open> open() {
      return client
          .refreshPartitionsAsync()
          .thenCompose(refreshed -> client.connectAsync(ByteArrayCodec.INSTANCE))
          .thenApply(connection -> new Open(connection, connection.async()));
    }

    @Override
    public CompletionStage<? extends StatefulRedisPubSubConnection<byte[], byte[]>> openPubSub() {
      return client
          .refreshPartitionsAsync()
          .thenCompose(refreshed -> client.connectPubSubAsync(ByteArrayCodec.INSTANCE));
    }

    @Override
    public ClientResources resources() {
      return client.getResources();
    }

    @Override
    public void close() {
      end.run();
    }
  }
}
