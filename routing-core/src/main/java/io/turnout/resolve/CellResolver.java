// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import io.turnout.protocol.RouteAnnouncement;
import io.turnout.resolve.ResolverListener.Refusal;
import io.turnout.spi.Freshness;
import io.turnout.spi.RouteAuthority;
import io.turnout.spi.RouteCache;
import io.turnout.spi.RouteClock;
import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteInvalidations;
import io.turnout.spi.RouteInvalidations.Subscription;
import io.turnout.spi.RouteKey;
import io.turnout.spi.RouteScheduler;
import io.turnout.spi.RoutingName;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says which cell a key lives in: from the near cache where it may, else from the authority.
 *
 * <p>A fresh entry is used as it is; a stale one too, while one refresh runs in the background; an
 * expired one never, unless {@link Builder#serveExpiredFor} says so and the authority fails. Lives
 * count from when the look-up was sent, on the monotonic clock. An answer that must not be kept, or
 * that is expired when it arrives, serves those who asked before its call was sent, and no other.
 * An answer that arrives after the time-out serves nobody, but is kept if its version and its life
 * allow.
 *
 * <p>After a change at the authority a copy may be used until it expires, also if it went stale
 * long before: whoever comes first gets the stale one. {@link Builder#maxStale} shortens that.
 *
 * <p>Thread-safe. Stages complete on whatever thread brings the answer, often the scheduler's; what
 * hangs on them must not block.
 */
public final class CellResolver implements AutoCloseable {

  private final NearCache near;
  private final Judge judge;
  private final Invalidations invalidations;
  private final RouteClock clock;
  private final ResolverListener listener;
  private final ResolverParts parts;
  private final SingleFlight flights;
  private final Corrections corrections;
  private final Runnable closeOwned;
  private final AtomicBoolean closed = new AtomicBoolean();
  private volatile @Nullable Subscription subscription;
  private volatile @Nullable Snapshot snapshot;

  private CellResolver(ResolverOptions options, ResolverParts parts, Runnable closeOwned) {
    this.near = parts.near();
    this.judge = parts.judge();
    this.invalidations = parts.invalidations();
    this.clock = parts.clock();
    this.listener = parts.listener();
    this.parts = parts;
    this.flights = new SingleFlight(parts, options.serveExpiredFor());
    this.corrections = new Corrections(flights);
    this.closeOwned = closeOwned;
  }

  /** Starts a resolver that asks {@code authority} for what it does not hold. */
  public static Builder builder(RouteAuthority authority) {
    return new Builder(Objects.requireNonNull(authority, "authority"));
  }

  /**
   * The answer of the near cache alone: fresh, stale, unknown, or a {@link Resolution.Miss}. Never
   * blocks; a stale hit starts a refresh in the background.
   */
  public Resolution resolveNow(RouteKey key) {
    Objects.requireNonNull(key, "key");
    long now = clock.coarseNanos();
    NearEntry held = near.get(key, now);
    Resolution ready = held == null ? null : held.ready;
    if (held == null || ready == null) {
      return miss(Resolution.Miss.ABSENT);
    }
    boolean surelyFresh =
        now - (held.fresh - Judge.MARGIN_NANOS) < 0 && held.judgedEpoch == invalidations.epoch();
    return surelyFresh ? hit(ready) : judged(held, now);
  }

  /**
   * The answer of the near cache, or else of the authority. The stage never fails: what could not
   * be resolved is {@link Resolution.Unavailable}. It belongs to the caller alone, who may cancel
   * it or let it time out; nobody else who waits for the same key notices.
   */
  public CompletionStage<Resolution> resolve(RouteKey key) {
    Resolution now = resolveNow(key);
    return now.kind() == Resolution.Kind.MISS
        ? resolveMissed(key)
        : CompletableFuture.completedFuture(now);
  }

  /**
   * The authority's answer for a key that {@link #resolveNow} has just missed; the rest of the way
   * of {@link #resolve}, and a stage of the same kind.
   */
  public CompletionStage<Resolution> resolveMissed(RouteKey key) {
    return flights.ask(Objects.requireNonNull(key, "key"));
  }

  /**
   * What is known of a key that a cell says it does not hold: a newer version than the one used if
   * such a one is held, else the authority's answer once the version used and older ones are
   * removed. A newer version that names the same cell counts as used. The authority is asked once
   * in a second for one key; whoever comes within that second gets what has come of it. The stage
   * is of the same kind as that of {@link #resolve}.
   *
   * @param usedVersion the version by which a request reached the cell
   * @param wrongCell the cell
   */
  public CompletionStage<Resolution> correct(RouteKey key, long usedVersion, String wrongCell) {
    Objects.requireNonNull(key, "key");
    return corrections.lookUp(key, usedVersion, Objects.requireNonNull(wrongCell, "wrongCell"));
  }

  /** The same without a look-up: a {@link Resolution.Miss} where nothing newer is held. */
  public Resolution correctNow(RouteKey key, long usedVersion, String wrongCell) {
    Objects.requireNonNull(key, "key");
    return corrections.now(key, usedVersion, Objects.requireNonNull(wrongCell, "wrongCell"));
  }

  /**
   * What may be told another router of an answer: how long what it rests on may still be used, on
   * the monotonic clock. Empty if it is expired, or rests on nothing. What was removed or
   * invalidated since the answer was given is told no more, and a newer version that is held now
   * takes its place.
   */
  public Optional<RouteAnnouncement> announcement(Resolution resolution) {
    return new Announcer(parts).of(Objects.requireNonNull(resolution, "resolution"));
  }

  /**
   * Begins to learn from a request that is handed to the authority tier now. What its answer
   * teaches is held like the answer to a look-up that is sent now, and written to the layers like
   * that.
   */
  public Lesson lesson() {
    return new Lesson(flights);
  }

  /**
   * Takes over a route that came by another way than a question of this resolver, with the times of
   * the wall clock that it bears; into the layers too. It is refused, and only the listener hears
   * of it, if a higher version is held, if its version was removed after it was loaded, or if it
   * was loaded more than a second ahead of this clock.
   */
  public void learn(RouteEntry entry) {
    Objects.requireNonNull(entry, "entry");
    if (closed.get()) {
      return;
    }
    if (Lives.isFromFuture(entry, clock)) {
      listener.onRefused(Refusal.FROM_FUTURE);
      return;
    }
    flights.offer(parts.lives().of(entry, clock));
  }

  /**
   * Removes what is held of a key below a version. Answers to look-ups sent before are refused
   * below that version, answers to later ones are taken.
   *
   * @param belowVersion 0 to {@link RouteEntry#MAX_VERSION} + 1
   * @throws IllegalArgumentException if the version is out of range
   */
  public void forget(RouteKey key, long belowVersion) {
    Objects.requireNonNull(key, "key");
    if (belowVersion < 0 || belowVersion > RouteEntry.MAX_VERSION + 1) {
      throw new IllegalArgumentException(
          "belowVersion " + belowVersion + " must lie in 0 to " + (RouteEntry.MAX_VERSION + 1));
    }
    if (!closed.get()) {
      flights.forget(key, belowVersion);
    }
  }

  /**
   * Counts everything as expired that was loaded before an instant of the wall clock; an instant in
   * the future counts as now. Takes the same time whatever is held.
   */
  public void invalidate(Instant asOf) {
    invalidations.everything(nanos(asOf));
  }

  /**
   * The same for the keys of one namespace.
   *
   * @throws IllegalArgumentException if {@code namespace} is none
   */
  public void invalidate(String namespace, Instant asOf) {
    invalidations.namespace(RoutingName.require(namespace, "namespace"), nanos(asOf));
  }

  /**
   * Ends refreshes, completes what waits as unavailable, and closes the scheduler if it is the
   * resolver's own. From then on nothing held is used. Where there is a {@link Builder#snapshot},
   * it is written first, on this thread. Calling it again does nothing.
   */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      Subscription ended = subscription;
      if (ended != null) {
        ended.close();
      }
      Snapshot last = snapshot;
      if (last != null) {
        last.close();
      }
      invalidations.everythingForGood();
      parts.gate().close();
      flights.close();
      closeOwned.run();
    }
  }

  /** How much is under way: flights that can be joined, and calls that the authority works on. */
  int underWay() {
    return flights.size() + parts.gate().running();
  }

  private Resolution judged(NearEntry held, long now) {
    Resolution known = null;
    Freshness freshness = judge.at(held, now);
    if (freshness == Freshness.FRESH) {
      known = held.ready;
    } else if (freshness == Freshness.STALE) {
      flights.refresh(held, now);
      known = held.staleAnswer(clock);
    }
    return known == null ? miss(Resolution.Miss.EXPIRED) : hit(known);
  }

  private Resolution hit(Resolution resolution) {
    listener.onHit(resolution);
    return resolution;
  }

  private Resolution miss(Resolution.Miss miss) {
    listener.onMiss(miss);
    return miss;
  }

  /** An instant of the wall clock on the monotonic one; one in the future is now. */
  private long nanos(Instant asOf) {
    Objects.requireNonNull(asOf, "asOf");
    Duration ago = Duration.between(asOf, Instant.ofEpochMilli(clock.wallMillis()));
    return clock.nanos() - Lives.nanosOfAge(ago);
  }

  /** What the resolver made for itself and ends: the last first. */
  private static final class Closing implements Runnable {
    private final List<Runnable> ends = new ArrayList<>();

    void add(Runnable end) {
      ends.add(0, end);
    }

    @Override
    public void run() {
      ends.forEach(Runnable::run);
    }
  }

  /** What comes from the channel. */
  private final class Pushed implements RouteInvalidations.Listener {

    @Override
    public void onInvalidated(RouteKey key, long belowVersion) {
      forget(key, belowVersion);
    }

    @Override
    public void onGap() {
      listener.onGap();
      invalidations.doubt(clock.nanos());
    }
  }

  /** Collects the options of a resolver. Not thread-safe; one builder may build several. */
  public static final class Builder {

    private static final Duration UNLIMITED = ResolverOptions.LONGEST_LIFE;

    private final RouteAuthority authority;
    private final List<RouteCache> layers = new ArrayList<>();
    private Duration layerTimeout = Duration.ofMillis(20);
    private @Nullable RouteInvalidations invalidations;
    private @Nullable Long nearCache;
    private @Nullable Long nearCacheBytes;
    private @Nullable SnapshotPlan snapshot;
    private Duration authorityTimeout = Duration.ofMillis(250);
    private int authorityConcurrency = 32;
    private int authorityQueue = 1_000;
    private Duration maxFresh = UNLIMITED;
    private Duration maxExpire = UNLIMITED;
    private Duration maxStale = UNLIMITED;
    private Duration serveExpiredFor = Duration.ZERO;
    private int spreadPercent = ResolverOptions.WIDEST_SPREAD_PERCENT;
    private RandomGenerator random = () -> ThreadLocalRandom.current().nextLong();
    private ResolverListener listener = new ResolverListener() {};
    private @Nullable RouteClock clock;
    private @Nullable RouteScheduler scheduler;

    private Builder(RouteAuthority authority) {
      this.authority = authority;
    }

    /**
     * The most keys that the near cache holds, 1 to 100,000,000; default 100,000. Keys of which
     * only the version is remembered count too.
     */
    public Builder nearCache(long maxEntries) {
      nearCache = maxEntries;
      return this;
    }

    /**
     * The most bytes of the heap that the near cache takes, 65,536 to 1,099,511,627,776, instead of
     * a number of keys. Bytes are estimated for a virtual machine with compressed references, which
     * a heap beyond 32 GB does not have.
     */
    public Builder nearCacheBytes(long maxBytes) {
      nearCacheBytes = maxBytes;
      return this;
    }

    /**
     * Keeps the near cache in a file over a restart; default: not at all. The file is read by
     * {@link #build}, written an interval after the start and after each writing, and by {@link
     * CellResolver#close}. It is replaced whole, and readable by its owner alone where the file
     * system knows owners.
     *
     * <p>The file holds keys as they are. Where those are personal data, let the rules hash them
     * with the transform {@code sha256}, or keep the file where personal data may be kept.
     *
     * <p>A file that cannot be read or written is logged and told to the listener, and otherwise
     * changes nothing. Each resolver needs a file of its own: of two that share one, the last to
     * write wins. It is written on a thread of its own, or by the {@link #scheduler} that was
     * given, which then waits for the disk.
     *
     * @param file in a folder that exists
     * @param interval 1 second to 1 day
     */
    public Builder snapshot(Path file, Duration interval) {
      Objects.requireNonNull(file, "file");
      return snapshot(new SnapshotFile(file), Objects.requireNonNull(interval, "interval"));
    }

    /** The same in another kind of place. */
    Builder snapshot(SnapshotStore store, Duration interval) {
      snapshot = new SnapshotPlan(store, interval);
      return this;
    }

    /**
     * Adds a layer below those there are, at most 8; default: none. It is read where the near cache
     * and the layers above have nothing, and written whatever the authority answers. The resolver
     * does not close it.
     */
    public Builder layer(RouteCache cache) {
      layers.add(Objects.requireNonNull(cache, "cache"));
      return this;
    }

    /**
     * How long a read of a layer may take before it counts as a miss, 1 ms to 1 minute; default 20
     * ms.
     */
    public Builder layerTimeout(Duration timeout) {
      layerTimeout = Objects.requireNonNull(timeout, "timeout");
      return this;
    }

    /**
     * A channel on which the resolver hears that keys have changed; default: none. The resolver
     * ends its subscription when it is closed, not the channel.
     */
    public Builder invalidations(RouteInvalidations channel) {
      invalidations = Objects.requireNonNull(channel, "channel");
      return this;
    }

    /**
     * How long a call of the authority may take, 1 ms to 1 minute; default 250 ms. A look-up that
     * waits as long for its turn is given up as {@link Resolution.Unavailable.Cause#OVERLOADED}, or
     * as {@link Resolution.Unavailable.Cause#THROTTLED} where it waits because of that.
     */
    public Builder authorityTimeout(Duration timeout) {
      authorityTimeout = Objects.requireNonNull(timeout, "timeout");
      return this;
    }

    /**
     * How many calls of the authority may run at once, 1 to 10,000; default 32. A call that took
     * too long counts until it ends, at most for four time-outs in all. Fewer run while the
     * authority fails with {@link io.turnout.spi.AuthorityThrottledException}.
     */
    public Builder authorityConcurrency(int calls) {
      authorityConcurrency = calls;
      return this;
    }

    /**
     * How many look-ups may wait for a call to end, 0 to 1,000,000; default 1,000. What requests
     * wait for goes before refreshes, and takes their place if there is no other.
     */
    public Builder authorityQueue(int lookups) {
      authorityQueue = lookups;
      return this;
    }

    /** The longest that an entry is fresh, 0 to 18,250 days, which is the default. */
    public Builder maxFresh(Duration cap) {
      maxFresh = Objects.requireNonNull(cap, "cap");
      return this;
    }

    /** The longest that an entry is used at all, 0 to 18,250 days, which is the default. */
    public Builder maxExpire(Duration cap) {
      maxExpire = Objects.requireNonNull(cap, "cap");
      return this;
    }

    /**
     * The longest that an entry is used after it went stale, 0 to 18,250 days, which is the
     * default.
     */
    public Builder maxStale(Duration cap) {
      maxStale = Objects.requireNonNull(cap, "cap");
      return this;
    }

    /**
     * How long an expired entry is served while the authority fails, 0 to 18,250 days; default 0.
     * An entry that had to go, because it was removed, invalidated or must not be kept, is not.
     */
    public Builder serveExpiredFor(Duration grace) {
      serveExpiredFor = Objects.requireNonNull(grace, "grace");
      return this;
    }

    /**
     * By how many percent a fresh life is shortened at random at most, 0 to 10; default 10. Keys
     * that were loaded together are then not refreshed together.
     */
    public Builder freshnessSpread(int percent) {
      spreadPercent = percent;
      return this;
    }

    /** Where chance comes from; it must be thread-safe. Default: the thread's own generator. */
    public Builder random(RandomGenerator generator) {
      random = Objects.requireNonNull(generator, "generator");
      return this;
    }

    /** The time; default: the system's, with a coarse reading that ticks every 10 ms. */
    public Builder clock(RouteClock time) {
      clock = Objects.requireNonNull(time, "time");
      return this;
    }

    /**
     * Who runs what is not the caller's; default: one daemon thread, ended by {@link
     * CellResolver#close}.
     */
    public Builder scheduler(RouteScheduler runner) {
      scheduler = Objects.requireNonNull(runner, "runner");
      return this;
    }

    /** Who hears what happens; default: nobody. */
    public Builder listener(ResolverListener hearer) {
      listener = Objects.requireNonNull(hearer, "hearer");
      return this;
    }

    /**
     * Builds the resolver.
     *
     * @throws IllegalArgumentException if options are out of bounds; the text names each of them,
     *     its value and what it must be
     */
    public CellResolver build() {
      ResolverOptions options = options().checked();
      RouteClock logClock = clock == null ? RouteClock.system() : clock;
      ResolverListener guarded =
          new GuardedListener(listener, new FailureLog(logClock, "the resolver's listener"));
      Closing owned = new Closing();
      RouteScheduler runner = runner("turnout-resolver", owned);
      if (clock != null) {
        return resolver(options, new ResolverOutside(clock, runner, guarded), owned);
      }
      TickingClock ticking = TickingClock.start(RouteClock.system(), runner, guarded::onPause);
      owned.add(ticking::close);
      return resolver(options, new ResolverOutside(ticking, runner, guarded), owned);
    }

    /** The scheduler that was given, or one on a thread of the resolver's own. */
    private RouteScheduler runner(String threadName, Closing owned) {
      if (scheduler != null) {
        return scheduler;
      }
      RouteScheduler own = RouteScheduler.newThread(threadName);
      owned.add(own::close);
      return own;
    }

    private CellResolver resolver(ResolverOptions options, ResolverOutside outside, Closing owned) {
      ResolverParts parts = ResolverParts.of(options, outside);
      CellResolver resolver = new CellResolver(options, parts, owned);
      if (snapshot != null) {
        RouteScheduler writer = runner("turnout-snapshot", owned);
        Logger logger = LoggerFactory.getLogger(CellResolver.class);
        Snapshot kept = new Snapshot(snapshot, parts, writer, logger);
        kept.restore(serveExpiredFor);
        kept.start();
        resolver.snapshot = kept;
      }
      if (invalidations != null) {
        resolver.subscription = invalidations.subscribe(resolver.new Pushed());
      }
      return resolver;
    }

    /** The options as they are, unchecked. */
    ResolverOptions options() {
      return new ResolverOptions(
          authority,
          List.copyOf(layers),
          layerTimeout,
          Optional.ofNullable(nearCache),
          Optional.ofNullable(nearCacheBytes),
          Optional.ofNullable(snapshot),
          authorityTimeout,
          authorityConcurrency,
          authorityQueue,
          maxFresh,
          maxExpire,
          maxStale,
          serveExpiredFor,
          spreadPercent,
          random);
    }
  }
}
