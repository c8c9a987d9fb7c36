// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.turnout.resolve.ResolverListener;
import io.turnout.spi.AuthorityThrottledException;
import io.turnout.spi.RouteAuthority;
import io.turnout.spi.RouteCache;
import io.turnout.spi.RouteKey;
import io.turnout.spi.RouteScheduler;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Routes from another process.
 *
 * <p>Until it has answered once it is asked for a key that nobody uses: so the first request does
 * not pay for connections and credentials, and a gateway becomes ready that nobody sends requests
 * to before it is. Ready it stays: an authority that is away later harms only what is not cached,
 * and is told by the word alone.
 */
final class RemoteSource implements RouteSource, ResolverListener {

  private static final Logger logger = LoggerFactory.getLogger(RemoteSource.class);
  private static final RouteKey NOBODY = new RouteKey("turnout", "nobody");
  private static final Duration PAUSE = Duration.ofMillis(500);
  private static final String ANSWERING = "answering";

  private final RouteAuthority authority;
  private final List<? extends RouteCache> layers;
  private final RouteScheduler scheduler;
  private final CompletableFuture<Void> answered = new CompletableFuture<>();
  private final CompletableFuture<Void> startable;
  private final ConcurrentMap<String, String> layerWords = new ConcurrentHashMap<>();
  private volatile String word = "unasked";
  private volatile boolean ready;
  private volatile boolean complained;

  private RemoteSource(
      RouteAuthority authority, List<? extends RouteCache> layers, RouteScheduler scheduler) {
    this.authority = authority;
    this.layers = layers;
    this.scheduler = scheduler;
    startable = answered.copy();
  }

  /**
   * Begins to ask.
   *
   * @param wait how long a start may be held back until there is an answer
   * @param scheduler who asks again; stays open
   */
  static RemoteSource open(
      RouteAuthority authority,
      List<? extends RouteCache> layers,
      Duration wait,
      RouteScheduler scheduler) {
    RemoteSource source = new RemoteSource(authority, layers, scheduler);
    scheduler.schedule(() -> source.startable.complete(null), wait);
    scheduler.execute(source::ask);
    return source;
  }

  private void ask() {
    for (RouteCache layer : layers) {
      if (!ready) {
        layer.get(NOBODY).thenAccept(nothing -> ready = true);
      }
    }
    authority
        .lookup(NOBODY, 0)
        .whenComplete(
            (answer, failure) -> {
              if (failure == null) {
                onAnswer();
              } else {
                failed(failure);
              }
            });
  }

  private void failed(Throwable failure) {
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    word = cause instanceof AuthorityThrottledException ? "throttled" : "failing";
    if (!answered.isDone()) {
      if (!complained) {
        complained = true;
        logger.warn("the authority cannot be asked yet: {}", told(cause));
      }
      scheduler.schedule(this::ask, PAUSE);
    }
  }

  private static String told(Throwable cause) {
    @Nullable String message = cause.getMessage();
    return message == null ? cause.getClass().getSimpleName() : message;
  }

  private void onAnswer() {
    word = ANSWERING;
    ready = true;
    if (answered.complete(null) && complained) {
      logger.info("the authority answers");
    }
  }

  @Override
  public RouteAuthority authority() {
    return authority;
  }

  /** {@code unasked}, or what became of the last look-up. */
  @Override
  public String word() {
    return word;
  }

  @Override
  public boolean isReady() {
    return ready;
  }

  @Override
  public CompletionStage<Void> firstAnswer() {
    return startable.copy();
  }

  @Override
  public ResolverListener listener() {
    return this;
  }

  /** {@code used}, {@code tried} or {@code left-alone} for each layer. */
  @Override
  public Map<String, String> layerWords() {
    Map<String, String> words = new LinkedHashMap<>();
    layers.forEach(layer -> words.put(layer.name(), layerWords.getOrDefault(layer.name(), "used")));
    return words;
  }

  @Override
  public void onLookup(LookupResult result, long latencyNanos) {
    switch (result) {
      case KNOWN, UNKNOWN -> onAnswer();
      case THROTTLED -> word = "throttled";
      case FAILED, TIMED_OUT -> word = "failing";
    }
  }

  @Override
  public void onCircuit(String layer, Circuit now) {
    layerWords.put(
        layer,
        switch (now) {
          case CLOSED -> "used";
          case HALF_OPEN -> "tried";
          case OPEN -> "left-alone";
        });
  }

  @Override
  public void onSnapshot(SnapshotResult result, long keys) {
    if (result == SnapshotResult.READ && keys > 0) {
      ready = true;
      startable.complete(null);
    }
  }
}
