// SPDX-License-Identifier: Apache-2.0
package io.turnout.redis;

import static io.turnout.redis.VersionScript.argument;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.cluster.RedisClusterClient;
import io.turnout.spi.Freshness;
import io.turnout.spi.RouteCache;
import io.turnout.spi.RouteClock;
import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteKey;
import io.turnout.spi.RoutingName;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A layer of copies in Redis or Valkey that many routers share.
 *
 * <p>It connects in the background, and again by itself: it can be made while Redis is away. Every
 * call is one script on one key, pipelined on one connection; it fails after the time-out, and at
 * once where there is no connection or too many calls are under way. Redis's own clock counts
 * lives, from when a copy was sent, so that neither hosts whose clocks differ nor a copy that is
 * long on its way can lengthen them.
 *
 * <p>Thread-safe. Answers come on the client's threads, which must not be held.
 */
public final class RedisRouteCache implements RouteCache, AutoCloseable {

  /** How long a call may take unless the builder says otherwise. */
  public static final Duration DEFAULT_TIMEOUT = Duration.ofMillis(500);

  /** How many calls may be under way unless the builder says otherwise. */
  public static final int DEFAULT_MAX_IN_FLIGHT = 10_000;

  /** What keys in Redis begin with unless the builder says otherwise. */
  public static final String DEFAULT_PREFIX = "turnout:";

  private final String name;
  private final String prefix;
  private final RouteClock clock;
  private final RedisConnector connector;
  private final CommandLink link;
  private final VersionScript script = new VersionScript();
  private final ServerTime serverTime = new ServerTime();

  private RedisRouteCache(Builder builder) {
    this.name = builder.name;
    this.prefix = builder.prefix;
    this.clock = builder.clock;
    this.connector = builder.connector;
    this.link = new CommandLink(connector, builder.timeout, builder.maxInFlight);
  }

  /**
   * Begins a layer with a client of its own, which {@link #close} ends.
   *
   * @param uri {@code redis://host:6379}, {@code rediss://} for TLS, {@code
   *     redis-sentinel://host1,host2#master}, {@code redis-cluster://host1,host2}, {@code
   *     redis-socket:///path}; user and password before the host
   * @throws IllegalArgumentException if it is no such URI; the text does not hold it
   */
  public static Builder builder(String uri) {
    return new Builder(RedisConnector.of(Objects.requireNonNull(uri, "uri")));
  }

  /**
   * Checks a URI before it is used; connects to nothing.
   *
   * @param uri as for {@link #builder(String)}
   * @throws IllegalArgumentException if it is no such URI; the text does not hold it
   */
  public static void requireUri(String uri) {
    RedisConnector.requireUri(Objects.requireNonNull(uri, "uri"));
  }

  /** Begins a layer on a client that is given and stays open when the layer is closed. */
  public static Builder builder(RedisClient client, RedisURI uri) {
    return new Builder(
        RedisConnector.of(
            Objects.requireNonNull(client, "client"), Objects.requireNonNull(uri, "uri")));
  }

  /** Begins a layer on a client that is given and stays open when the layer is closed. */
  public static Builder builder(RedisClusterClient client) {
    return new Builder(RedisConnector.of(Objects.requireNonNull(client, "client")));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public CompletionStage<Optional<RouteEntry>> get(RouteKey key) {
    long sentAt = clock.wallMillis();
    return read(key).thenApply(answer -> EntryCodec.decode(key, answer, sentAt));
  }

  private CompletionStage<byte[]> read(RouteKey key) {
    byte[] place = place(key);
    long sentNanos = clock.nanos();
    CompletionStage<byte[]> answer =
        link.call(
            commands -> script.call(commands, ScriptOutputType.VALUE, place, argument("get")));
    return answer.thenApply(
        bytes -> {
          serverTime.learn(EntryCodec.time(key, bytes), sentNanos, clock.nanos());
          return bytes;
        });
  }

  /** As declared; a read goes ahead where none has told Redis's clock within the last minute. */
  @Override
  public CompletionStage<Void> put(RouteEntry entry) {
    boolean canSend = serverTime.at(clock.nanos()).isPresent();
    return canSend || entry.freshness(clock.wallMillis()) == Freshness.EXPIRED
        ? send(entry)
        : read(entry.key()).thenCompose(answer -> send(entry));
  }

  private CompletionStage<Void> send(RouteEntry entry) {
    OptionalLong sentAt = serverTime.at(clock.nanos()); // before the other clock, never after it
    long now = clock.wallMillis();
    long expireAfter = EntryCodec.life(now, entry.expiresAt());
    if (expireAfter <= 0) {
      return CompletableFuture.completedStage(null);
    }
    if (sentAt.isEmpty()) {
      return CompletableFuture.failedStage(
          new IllegalStateException(
              "Redis's clock is not known: no answer came within "
                  + ServerTime.MAX_ROUND_TRIP.toMillis()
                  + " ms"));
    }
    byte[][] arguments = {
      argument("put"),
      EntryCodec.fingerprint(entry.key()),
      argument(entry.version()),
      argument(sentAt.getAsLong()),
      argument(EntryCodec.life(now, entry.freshUntil())),
      argument(expireAfter),
      argument(Math.max(0, EntryCodec.life(entry.loadedAt(), now))),
      EntryCodec.tail(entry)
    };
    return run(entry.key(), arguments);
  }

  @Override
  public CompletionStage<Void> remove(RouteKey key, long belowVersion) {
    if (belowVersion < 0 || belowVersion > RouteEntry.MAX_VERSION + 1) {
      throw new IllegalArgumentException(
          "belowVersion " + belowVersion + " must lie in 0 to " + (RouteEntry.MAX_VERSION + 1));
    }
    return belowVersion == 0
        ? CompletableFuture.completedStage(null)
        : run(key, argument("remove"), EntryCodec.fingerprint(key), argument(belowVersion));
  }

  private CompletionStage<Void> run(RouteKey key, byte[]... arguments) {
    byte[] place = place(key);
    CompletionStage<Long> answer =
        link.call(commands -> script.call(commands, ScriptOutputType.INTEGER, place, arguments));
    return answer.thenAccept(done -> {});
  }

  private byte[] place(RouteKey key) {
    return (prefix + key.text()).getBytes(UTF_8);
  }

  /**
   * Ends the connection, and the client if the layer made it; calls fail from then on. Waits for
   * the client's threads, for a few seconds at most.
   */
  @Override
  public void close() {
    link.close();
    connector.close();
  }

  /** Collects what a {@link RedisRouteCache} is made of. */
  public static final class Builder {

    private final RedisConnector connector;
    private String name = "redis";
    private String prefix = DEFAULT_PREFIX;
    private RouteClock clock = RouteClock.system();
    private Duration timeout = DEFAULT_TIMEOUT;
    private int maxInFlight = DEFAULT_MAX_IN_FLIGHT;

    Builder(RedisConnector connector) {
      this.connector = connector;
    }

    /**
     * What decisions and metrics call the layer, {@code redis} by default.
     *
     * @throws IllegalArgumentException if it is no {@linkplain RoutingName routing name}
     */
    public Builder name(String name) {
      this.name = RoutingName.require(name, "name");
      return this;
    }

    /** What the keys in Redis begin with; {@link #DEFAULT_PREFIX} by default. */
    public Builder prefix(String prefix) {
      this.prefix = Objects.requireNonNull(prefix, "prefix");
      return this;
    }

    /** The host's clock; the system's by default. */
    public Builder clock(RouteClock clock) {
      this.clock = Objects.requireNonNull(clock, "clock");
      return this;
    }

    /**
     * How long a call may take, 1 ms to 1 s; {@link #DEFAULT_TIMEOUT} by default. A resolver waits
     * for a shorter time anyway.
     *
     * @throws IllegalArgumentException if it is out of range
     */
    public Builder timeout(Duration timeout) {
      this.timeout = Limits.timeout(timeout);
      return this;
    }

    /**
     * How many calls may be under way, at least 1; {@link #DEFAULT_MAX_IN_FLIGHT} by default. More
     * fail at once. A call that took too long counts until Redis answers it or the connection ends.
     *
     * @throws IllegalArgumentException if it is out of range
     */
    public Builder maxInFlight(int maxInFlight) {
      this.maxInFlight = Limits.atLeastOne(maxInFlight, "maxInFlight");
      return this;
    }

    /** Makes the layer, which begins to connect; that Redis is away is no error. */
    public RedisRouteCache build() {
      RedisRouteCache cache = new RedisRouteCache(this);
      cache.link.open();
      return cache;
    }
  }
}
