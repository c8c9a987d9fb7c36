// SPDX-License-Identifier: Apache-2.0
package io.turnout.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.turnout.redis.RedisRouteCache;
import io.turnout.spi.RouteClock;
import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteKey;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import redis.embedded.RedisServer;

/**
 * A hit of the Redis layer, on loopback; beside it the client's bare GET of the same value. Reads
 * go out one after the other, or many at once.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@SuppressWarnings("NullAway.Init") // filled in before anything is measured
public class RedisBenchmark {

  private static final int HELD = 64;

  /** How many reads are under way at once. */
  @Param({"1", "64"})
  public int atOnce;

  private RedisServer server;
  private RedisRouteCache layer;
  private RedisClient client;
  private StatefulRedisConnection<byte[], byte[]> connection;
  private RouteKey[] keys;
  private byte[][] places;
  private CompletableFuture<?>[] reads;

  /** Starts a server, fills it, and asserts that both find what is held. */
  @Setup
  public void setUp() throws IOException {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    server =
        RedisServer.newRedisServer()
            .port(port)
            .bind("127.0.0.1")
            .setting("save \"\"")
            .setting("appendonly no")
            .build();
    server.start();
    String uri = "redis://127.0.0.1:" + port;
    layer = RedisRouteCache.builder(uri).build();
    client = RedisClient.create(uri);
    connection = client.connect(ByteArrayCodec.INSTANCE);
    keys = new RouteKey[HELD];
    places = new byte[HELD][];
    reads = new CompletableFuture<?>[atOnce];
    long now = RouteClock.system().wallMillis();
    long end = now + Resolvers.FRESH_FOR.toMillis();
    for (int i = 0; i < HELD; i++) {
      keys[i] = Resolvers.key(i);
      places[i] = (RedisRouteCache.DEFAULT_PREFIX + keys[i].text()).getBytes(UTF_8);
      Optional<String> cell = Optional.of(Resolvers.cell(i));
      layer.put(new RouteEntry(keys[i], cell, 7, now, end, end)).toCompletableFuture().join();
      Optional<RouteEntry> found = layer.get(keys[i]).toCompletableFuture().join();
      Agreement.require("the layer", keys[i].text(), cell, found.flatMap(RouteEntry::cell));
      Agreement.require(
          "GET",
          keys[i].text(),
          true,
          connection.sync().get(places[i]).length > cell.get().length());
    }
  }

  /** Ends clients and server. */
  @TearDown
  public void tearDown() throws IOException {
    layer.close();
    connection.close();
    client.shutdown(0, 1, TimeUnit.SECONDS);
    server.stop();
  }

  /** Reads of the layer. */
  @Benchmark
  public Object turnout() {
    for (int i = 0; i < atOnce; i++) {
      reads[i] = layer.get(keys[i]).toCompletableFuture();
    }
    return CompletableFuture.allOf(reads).join();
  }

  /** The client's reads of the same values. */
  @Benchmark
  public Object lettuceGet() {
    for (int i = 0; i < atOnce; i++) {
      reads[i] = connection.async().get(places[i]).toCompletableFuture();
    }
    return CompletableFuture.allOf(reads).join();
  }
}
