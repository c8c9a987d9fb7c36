// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import io.turnout.resolve.ResolverListener.Circuit;
import io.turnout.resolve.ResolverListener.LayerResult;
import io.turnout.spi.RouteCache;
import io.turnout.spi.RouteClock;
import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteKey;
import io.turnout.spi.RouteScheduler;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Stands between requests and one layer, so that the layer can only help.
 *
 * <p>A read that fails, takes too long, or brings what cannot be believed is a miss. When most
 * reads fail the layer is left alone; then a read now and then is sent to see whether it works
 * again, and no request waits for it. So many reads run at once; those beyond wait, as long as a
 * read may take, and go out together. Writes are not waited for, and dropped while the layer is
 * left alone or too many run. Thread-safe.
 */
final class LayerGuard {

  /** The most reads of a layer that run at once; several keys read together are one. */
  static final int MOST_READS = 256;

  /** The most reads that wait for others to end. */
  static final int MOST_WAITING = 10_000;

  /** The most writes of a layer that run at once. */
  static final int MOST_WRITES = 10_000;

  /** The most keys that are read in one call. */
  static final int MOST_AT_ONCE = 100;

  private static final LayerRead.Reader NOBODY = candidate -> {};

  private final RouteCache cache;
  private final String name;
  private final Duration timeout;
  private final Lives lives;
  private final RouteClock clock;
  private final RouteScheduler scheduler;
  private final ResolverListener listener;
  private final Breaker breaker;
  private final FailureLog log;
  private volatile AtomicInteger writes = new AtomicInteger();

  private final Object lock = new Object();
  private final Deque<LayerRead> waiting = new ArrayDeque<>();
  private int running;

  LayerGuard(RouteCache cache, Duration timeout, Lives lives, ResolverOutside outside) {
    this.cache = cache;
    this.timeout = timeout;
    this.lives = lives;
    name = cache.name();
    clock = outside.clock();
    scheduler = outside.scheduler();
    listener = outside.listener();
    breaker = new Breaker(name, clock, this::changed);
    log = new FailureLog(clock, "layer " + name);
  }

  String name() {
    return name;
  }

  /** Reads what the layer has of a key; the reader hears of it once, within the time-out. */
  void read(RouteKey key, LayerRead.Reader reader) {
    switch (breaker.permit()) {
      case ASK -> submit(new LayerRead(key, reader, clock.nanos()));
      case PROBE -> {
        submit(new LayerRead(key, NOBODY, clock.nanos()));
        skip(reader);
      }
      case SKIP -> skip(reader);
    }
  }

  /** Offers a copy. */
  void put(RouteEntry entry) {
    write(() -> cache.put(entry));
  }

  /** Removes a copy below a version. */
  void remove(RouteKey key, long belowVersion) {
    write(() -> cache.remove(key, belowVersion));
  }

  /** How many calls read the layer. */
  int running() {
    synchronized (lock) {
      return running;
    }
  }

  /** Writes that hung with the layer are no longer waited for. */
  private void changed(Circuit state) {
    if (state == Circuit.CLOSED) {
      writes = new AtomicInteger();
    }
    listener.onCircuit(name, state);
  }

  private void skip(LayerRead.Reader reader) {
    listener.onLayerRead(name, LayerResult.SKIPPED, 0);
    reader.read(null);
  }

  private void submit(LayerRead read) {
    boolean now;
    boolean refused = false;
    synchronized (lock) {
      now = running < MOST_READS && waiting.isEmpty();
      if (now) {
        running++;
      } else if (waiting.size() < MOST_WAITING) {
        waiting.add(read);
      } else {
        refused = true;
      }
    }
    if (refused) {
      breaker.unused();
      skip(read::answer);
      return;
    }
    if (now) {
      send(List.of(read));
    }
    if (!read.hasEnded()) {
      read.setTimer(scheduler.schedule(() -> tookTooLong(read), timeout));
    }
  }

  private void send(List<LayerRead> reads) {
    Slot slot = new Slot(reads.size());
    for (LayerRead read : reads) {
      if (!read.send(slot) && slot.leave()) {
        release();
        return;
      }
    }
    long sentNanos = clock.nanos();
    long sentWallMillis = clock.wallMillis();
    Arrival arrival = (read, entry) -> arrived(read, entry, sentNanos, sentWallMillis);
    try {
      if (reads.size() == 1) {
        LayerRead read = reads.get(0);
        cache
            .get(read.key())
            .whenComplete(
                (entry, error) -> {
                  if (error == null && entry != null) {
                    arrival.of(read, entry);
                  } else {
                    failed(read, error);
                  }
                });
      } else {
        cache
            .getAll(reads.stream().map(LayerRead::key).toList())
            .whenComplete((entries, error) -> arrivedAll(reads, entries, error, arrival));
      }
    } catch (RuntimeException | Error e) {
      reads.forEach(read -> failed(read, e));
    }
  }

  /** What a call brought of one of its reads. */
  private interface Arrival {
    void of(LayerRead read, Optional<RouteEntry> entry);
  }

  private void arrivedAll(
      List<LayerRead> reads,
      @Nullable Map<RouteKey, RouteEntry> entries,
      @Nullable Throwable error,
      Arrival arrival) {
    for (LayerRead read : reads) {
      if (error == null && entries != null) {
        arrival.of(read, Optional.ofNullable(entries.get(read.key())));
      } else {
        failed(read, error);
      }
    }
  }

  private void arrived(
      LayerRead read, Optional<RouteEntry> entry, long sentNanos, long sentWallMillis) {
    if (!read.end()) {
      return;
    }
    long took = clock.nanos() - read.startNanos();
    Candidate candidate = null;
    LayerResult result = LayerResult.NOTHING;
    if (entry.isPresent()) {
      boolean good =
          entry.get().key().equals(read.key()) && !Lives.isFromFuture(entry.get(), clock);
      candidate = good ? lives.of(entry.get(), sentNanos, sentWallMillis) : null;
      result = result(candidate);
    }
    breaker.succeeded(took);
    if (result == LayerResult.UNUSABLE) {
      log.failed("an entry that cannot be believed");
    }
    finish(read, result, took, candidate);
  }

  private LayerResult result(@Nullable Candidate candidate) {
    if (candidate == null) {
      return LayerResult.UNUSABLE;
    }
    return switch (candidate.life().at(clock.nanos())) {
      case FRESH -> LayerResult.FRESH;
      case STALE -> LayerResult.STALE;
      case EXPIRED -> LayerResult.NOTHING;
    };
  }

  private void failed(LayerRead read, @Nullable Throwable error) {
    if (!read.end()) {
      return;
    }
    long took = clock.nanos() - read.startNanos();
    breaker.failed(took);
    log.failed(FailureLog.kindOf(error));
    finish(read, LayerResult.FAILED, took, null);
  }

  private void tookTooLong(LayerRead read) {
    if (!read.end()) {
      return;
    }
    long took = clock.nanos() - read.startNanos();
    breaker.failed(took);
    log.failed("no answer in time");
    finish(read, LayerResult.TIMED_OUT, took, null);
  }

  private void finish(
      LayerRead read, LayerResult result, long took, @Nullable Candidate candidate) {
    Slot slot = read.slot();
    if (slot != null && slot.leave()) {
      release();
    }
    listener.onLayerRead(name, result, took);
    boolean usable = candidate != null && result != LayerResult.NOTHING;
    read.answer(usable ? candidate : null);
  }

  /** Gives a place that became free to those who wait, all of them in one call if they fit. */
  private void release() {
    List<LayerRead> next = new ArrayList<>();
    Set<RouteKey> keys = new HashSet<>();
    synchronized (lock) {
      while (next.size() < MOST_AT_ONCE && !waiting.isEmpty()) {
        LayerRead read = waiting.poll();
        if (!read.hasEnded() && !keys.add(read.key())) {
          waiting.addFirst(read);
          break;
        }
        if (!read.hasEnded()) {
          next.add(read);
        }
      }
      if (next.isEmpty()) {
        running--;
        return;
      }
    }
    send(next);
  }

  private void write(Supplier<CompletionStage<Void>> call) {
    AtomicInteger counter = writes;
    if (!breaker.isClosed() || counter.get() >= MOST_WRITES) {
      listener.onLayerWriteLost(name);
      return;
    }
    counter.incrementAndGet();
    try {
      call.get().whenComplete((done, error) -> written(counter, error));
    } catch (RuntimeException | Error e) {
      written(counter, e);
    }
  }

  private void written(AtomicInteger counter, @Nullable Throwable error) {
    counter.decrementAndGet();
    if (error != null) {
      listener.onLayerWriteLost(name);
      log.failed(FailureLog.kindOf(error));
    }
  }
}
