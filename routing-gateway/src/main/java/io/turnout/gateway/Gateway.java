// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.turnout.DecisionListener;
import io.turnout.SplitCounters;
import io.turnout.gateway.config.AccessLogSettings;
import io.turnout.gateway.config.GatewayConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A running reverse proxy that sends each request to the cell that serves it. Thread-safe.
 *
 * <pre>{@code
 * Gateway gateway = Gateway.start(GatewayConfig.load(Path.of("gateway.yaml")))
 *     .toCompletableFuture().join();
 * }</pre>
 */
public final class Gateway {

  private final Routing routing;
  private final Fleet fleet;
  private final Front front;
  private final Optional<AccessLog> log;
  private final Vitals vitals;
  private @Nullable CompletableFuture<Void> stopped;

  private Gateway(
      Routing routing, Fleet fleet, Front front, Optional<AccessLog> log, Vitals vitals) {
    this.routing = routing;
    this.fleet = fleet;
    this.front = front;
    this.log = log;
    this.vitals = vitals;
  }

  /**
   * Starts a gateway.
   *
   * @return the gateway, once it takes requests; fails, and leaves nothing running, if the rule
   *     file cannot be used, the access log cannot be opened or the port cannot be listened on
   */
  public static CompletionStage<Gateway> start(GatewayConfig config) {
    return builder(config).start();
  }

  /** Begins a gateway with listeners. */
  public static Builder builder(GatewayConfig config) {
    return new Builder(config);
  }

  /** The port that requests come in on. */
  public int port() {
    return front.port();
  }

  /** The port of the health endpoint; empty if it has none of its own. */
  public OptionalInt healthPort() {
    return front.healthPort().map(OptionalInt::of).orElse(OptionalInt.empty());
  }

  /** The port on which other routers ask where keys live; empty if they may not. */
  public OptionalInt lookupPort() {
    return front.lookupPort().map(OptionalInt::of).orElse(OptionalInt.empty());
  }

  /** The port on which other proxies are told decisions; empty if they are not. */
  public OptionalInt decisionPort() {
    return front.decisionPort().map(OptionalInt::of).orElse(OptionalInt.empty());
  }

  /** How many requests each stage of each split got since the start, in the order of names. */
  public List<SplitCounters.Count> splits() {
    return routing.splits();
  }

  /**
   * Takes no more connections, lets the requests in flight end for as long as is configured, then
   * closes everything. Calling it again does nothing more.
   *
   * @return completes when everything is closed
   */
  public synchronized CompletionStage<Void> stop() {
    if (stopped == null) {
      vitals.stopping();
      stopped =
          front
              .stop()
              .toCompletionStage()
              .toCompletableFuture()
              .whenComplete(
                  (done, failure) -> {
                    fleet.close();
                    routing.close();
                    log.ifPresent(AccessLog::close);
                  });
    }
    return stopped.copy();
  }

  /** Collects who hears what a gateway does. Not thread-safe. */
  public static final class Builder {

    private final GatewayConfig config;
    private final List<DecisionListener> decisionListeners = new ArrayList<>();
    private final List<ExchangeListener> exchangeListeners = new ArrayList<>();

    private Builder(GatewayConfig config) {
      this.config = Objects.requireNonNull(config, "config");
    }

    /** Adds one who hears of every decision when it is made. */
    public Builder decisionListener(DecisionListener listener) {
      decisionListeners.add(Objects.requireNonNull(listener, "listener"));
      return this;
    }

    /** Adds one who hears of every request when it is over. */
    public Builder exchangeListener(ExchangeListener listener) {
      exchangeListeners.add(Objects.requireNonNull(listener, "listener"));
      return this;
    }

    /** Starts it, as {@link Gateway#start} does. */
    public CompletionStage<Gateway> start() {
      Optional<AccessLog> log = Optional.empty();
      Routing routing;
      try {
        log = openLog(config.accessLog());
        routing = Routing.open(config, decisionListeners);
      } catch (RuntimeException e) {
        log.ifPresent(AccessLog::close);
        return CompletableFuture.failedStage(e);
      }
      List<ExchangeListener> listeners = new ArrayList<>(exchangeListeners);
      log.ifPresent(listeners::add);
      Optional<OriginStates> authority =
          config
              .tier()
              .authorityTier()
              .map(settings -> new OriginStates(settings, System::nanoTime));
      Fleet fleet = Fleet.open(config);
      Vitals vitals = new Vitals(routing, fleet, config.tier().tier(), authority);
      Front.Parts parts =
          new Front.Parts(
              routing,
              fleet.cells(),
              authority,
              Listeners.all(listeners),
              vitals::brief,
              vitals::full,
              routing::answer,
              routing::decide);
      Optional<AccessLog> opened = log;
      return routing
          .firstAnswer()
          .thenCompose(answered -> Front.start(config, parts).toCompletionStage())
          .thenApply(front -> new Gateway(routing, fleet, front, opened, vitals))
          .whenComplete(
              (gateway, failure) -> {
                if (failure != null) {
                  fleet.close();
                  routing.close();
                  opened.ifPresent(AccessLog::close);
                }
              });
    }

    private static Optional<AccessLog> openLog(AccessLogSettings settings) {
      try {
        return switch (settings.to()) {
          case NONE -> Optional.empty();
          case STDOUT -> Optional.of(AccessLog.toStream(System.out, settings));
          case FILE -> Optional.of(AccessLog.toFile(settings.file().orElseThrow(), settings));
        };
      } catch (IOException e) {
        throw new UncheckedIOException(
            "cannot open the access log " + settings.file().orElseThrow(), e);
      }
    }
  }
}
