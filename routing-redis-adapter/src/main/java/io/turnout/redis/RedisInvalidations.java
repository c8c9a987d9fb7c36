// SPDX-License-Identifier: Apache-2.0
package io.turnout.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.RedisClusterClient;
import io.turnout.redis.InvalidationCodec.Invalidation;
import io.turnout.spi.RouteClock;
import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteInvalidations;
import io.turnout.spi.RouteKey;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A push channel on Redis's publish and subscribe.
 *
 * <p>It connects in the background with the first subscription, and again by itself whenever the
 * connection breaks or is silent; each time its listeners hear a gap. Messages that are no
 * invalidations are ignored and counted.
 *
 * <p>Thread-safe. Listeners are called on the client's threads.
 */
public final class RedisInvalidations implements RouteInvalidations, AutoCloseable {

  /** The channel's name unless the builder says otherwise. */
  public static final String DEFAULT_CHANNEL = "turnout:invalidations";

  private final byte[] channel;
  private final RedisConnector connector;
  private final CommandLink link;
  private final Subscriber subscriber;
  private final IntervalLog log;
  private final List<Place> places = new CopyOnWriteArrayList<>();
  private final AtomicLong ignored = new AtomicLong();

  private RedisInvalidations(Builder builder) {
    channel = builder.channel.getBytes(UTF_8);
    connector = builder.connector;
    link = new CommandLink(connector, builder.timeout, RedisRouteCache.DEFAULT_MAX_IN_FLIGHT);
    subscriber = new Subscriber(connector, channel, builder.heartbeat, this::hear, this::gap);
    log = new IntervalLog(System.getLogger(RedisInvalidations.class.getName()), builder.clock);
  }

  /**
   * Begins a channel with a client of its own, which {@link #close} ends.
   *
   * @param uri as for {@link RedisRouteCache#builder(String)}
   * @throws IllegalArgumentException if it is no such URI; the text does not hold it
   */
  public static Builder builder(String uri) {
    return new Builder(RedisConnector.of(Objects.requireNonNull(uri, "uri")));
  }

  /** Begins a channel on a client that is given and stays open when the channel is closed. */
  public static Builder builder(RedisClient client, RedisURI uri) {
    return new Builder(
        RedisConnector.of(
            Objects.requireNonNull(client, "client"), Objects.requireNonNull(uri, "uri")));
  }

  /** Begins a channel on a client that is given and stays open when the channel is closed. */
  public static Builder builder(RedisClusterClient client) {
    return new Builder(RedisConnector.of(Objects.requireNonNull(client, "client")));
  }

  @Override
  public CompletionStage<Void> publish(RouteKey key, long belowVersion) {
    if (belowVersion < 0 || belowVersion > RouteEntry.MAX_VERSION + 1) {
      throw new IllegalArgumentException(
          "belowVersion " + belowVersion + " must lie in 0 to " + (RouteEntry.MAX_VERSION + 1));
    }
    byte[] message = InvalidationCodec.encode(key, belowVersion);
    return link.<Long>call(commands -> commands.publish(channel, message))
        .thenAccept(receivers -> {});
  }

  @Override
  public Subscription subscribe(Listener listener) {
    Place place = new Place(Objects.requireNonNull(listener, "listener"));
    synchronized (places) {
      places.add(place);
      subscriber.start();
    }
    return () -> leave(place);
  }

  private void leave(Place place) {
    synchronized (places) {
      if (places.remove(place) && places.isEmpty()) {
        subscriber.stop();
      }
    }
    place.close();
  }

  private void hear(byte[] message) {
    Optional<Invalidation> read = InvalidationCodec.decode(message);
    if (read.isEmpty()) {
      log.warn("ignored messages that are no invalidations; so far: " + ignored.incrementAndGet());
      return;
    }
    Invalidation invalidation = read.get();
    for (Place place : places) {
      deliver(
          place,
          listener -> listener.onInvalidated(invalidation.key(), invalidation.belowVersion()));
    }
  }

  private void gap() {
    for (Place place : places) {
      deliver(place, Listener::onGap);
    }
  }

  private void deliver(Place place, java.util.function.Consumer<Listener> call) {
    try {
      place.call(call);
    } catch (RuntimeException e) {
      log.warn("a listener failed: " + e.getClass().getName());
    }
  }

  /** How many messages were ignored since they were no invalidations. */
  public long ignoredMessages() {
    return ignored.get();
  }

  /**
   * Ends all subscriptions and connections, and the client if the channel made it. Waits for the
   * client's threads, for a few seconds at most.
   */
  @Override
  public void close() {
    subscriber.close();
    places.forEach(this::leave);
    link.close();
    connector.close();
  }

  /** Collects what {@link RedisInvalidations} are made of. */
  public static final class Builder {

    private final RedisConnector connector;
    private String channel = DEFAULT_CHANNEL;
    private Duration timeout = RedisRouteCache.DEFAULT_TIMEOUT;
    private Duration heartbeat = Subscriber.DEFAULT_HEARTBEAT;
    private RouteClock clock = RouteClock.system();

    Builder(RedisConnector connector) {
      this.connector = connector;
    }

    /** The channel's name in Redis; {@link #DEFAULT_CHANNEL} by default. */
    public Builder channel(String channel) {
      this.channel = Objects.requireNonNull(channel, "channel");
      return this;
    }

    /**
     * How long publishing may take, 1 ms to 1 s; {@link RedisRouteCache#DEFAULT_TIMEOUT} by
     * default.
     *
     * @throws IllegalArgumentException if it is out of range
     */
    public Builder timeout(Duration timeout) {
      this.timeout = Limits.timeout(timeout);
      return this;
    }

    /** What the intervals between lines in the log are counted by; the system's by default. */
    public Builder clock(RouteClock clock) {
      this.clock = Objects.requireNonNull(clock, "clock");
      return this;
    }

    /** How often a silent connection is tried. */
    Builder heartbeat(Duration heartbeat) {
      this.heartbeat = heartbeat;
      return this;
    }

    /** Makes the channel; it connects when it is used. */
    public RedisInvalidations build() {
      return new RedisInvalidations(this);
    }
  }
}
